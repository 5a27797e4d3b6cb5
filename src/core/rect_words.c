/* rect_words.c: the words that the lines of a rectangle may be, and their tries.
 *
 * All words of a set have one length, so its trie needs no marks for ends of words: the nodes of
 * each depth stand together, in the order of the words (breadth first), and the children of a node
 * stand side by side. A node is 8 bytes: the letters that can follow, and the place of the child
 * for the lowest. The child for another letter is as many places further as the node has letters
 * below it, which one popcount tells. Below the last letter the place is that of the word in its
 * list. Small nodes matter more than a table of 26 children: the search goes all over the trie and
 * wants it in the nearest cache.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_inner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists ---- */

static enum khi_status reserve(struct rect_list *list, uint32_t *room)
{
    if (list->count < *room)
        return KHI_OK;
    *room = *room ? *room * 2 : 1024;
    rect_word *words = realloc(list->words, *room * sizeof *words);
    if (words == NULL)
        return KHI_NO_MEMORY;
    list->words = words;
    return KHI_OK;
}

enum khi_status khi_rect_list_load(struct rect_list *list, const struct khi_trie *trie,
                                   unsigned length, const atomic_uint *signal)
{
    struct khi_words words;
    uint32_t room = 0;

    *list = (struct rect_list){.length = length};
    khi_words_begin(&words, trie);
    while (khi_words_next(&words)) {
        if (words.length != length)
            continue;
        if (reserve(list, &room) != KHI_OK)
            return KHI_NO_MEMORY;
        if (rect_stopped(signal))
            return KHI_RECT_STOPPED;
        uint8_t *word = list->words[list->count++];
        memset(word, 0, RECT_SIDE);
        for (unsigned i = 0; i < length; i++)
            word[i] = (uint8_t)khi_letter(words.word[i]);
    }
    return KHI_OK;
}

/* Stable, one letter after the other from the last: no comparisons. */
static enum khi_status sort(struct rect_list *list)
{
    rect_word *other = malloc((list->count + 1) * sizeof *other), *words = list->words;

    if (other == NULL)
        return KHI_NO_MEMORY;
    for (unsigned position = list->length; position-- > 0;) {
        uint32_t place[KHI_LETTERS + 1] = {0};
        for (uint32_t i = 0; i < list->count; i++)
            place[words[i][position] + 1]++;
        for (unsigned letter = 1; letter <= KHI_LETTERS; letter++)
            place[letter] += place[letter - 1];
        for (uint32_t i = 0; i < list->count; i++)
            memcpy(other[place[words[i][position]]++], words[i], RECT_SIDE);
        rect_word *swap = words;
        words = other;
        other = swap;
    }
    list->words = words;
    free(other);
    return KHI_OK;
}

static bool allowed(const uint8_t *word, unsigned length, const uint32_t *masks)
{
    for (unsigned i = 0; i < length; i++)
        if ((masks[i] >> word[i] & 1) == 0)
            return false;
    return true;
}

static void copy_word(uint8_t *to, const uint8_t *from, unsigned length, bool reverse)
{
    memset(to, 0, RECT_SIDE);
    for (unsigned i = 0; i < length; i++)
        to[i] = from[reverse ? length - 1 - i : i];
}

enum khi_status khi_rect_list_filter(struct rect_list *to, const struct rect_list *from,
                                     const uint32_t *masks, bool reverse)
{
    *to = (struct rect_list){.length = from->length};
    to->words = malloc((from->count + 1) * sizeof *to->words);
    if (to->words == NULL)
        return KHI_NO_MEMORY;
    for (uint32_t i = 0; i < from->count; i++)
        if (allowed(from->words[i], from->length, masks))
            copy_word(to->words[to->count++], from->words[i], from->length, reverse);
    return reverse ? sort(to) : KHI_OK;
}

/* ---- tries ---- */

/* How many letters each word but the first has in common with the one before it. Words differ. */
static uint8_t *common_letters(const struct rect_list *list)
{
    uint8_t *common = malloc(list->count + 1);

    for (uint32_t i = 1; i < list->count && common != NULL; i++) {
        common[i] = 0;
        while (list->words[i][common[i]] == list->words[i - 1][common[i]])
            common[i]++;
    }
    return common;
}

/* Is word i the first with its first `depth` letters? */
static bool begins(const uint8_t *common, uint32_t i, unsigned depth)
{
    return i == 0 || common[i] < depth;
}

static uint32_t count_nodes(struct rect_set *set, const uint8_t *common)
{
    const struct rect_list *list = &set->list;
    uint32_t nodes = 0;

    for (unsigned depth = 0; depth < list->length; depth++) {
        set->level[depth] = nodes;
        for (uint32_t i = 0; i < list->count; i++)
            nodes += begins(common, i, depth);
        if (list->count == 0)
            nodes++; /* a bare node for every depth, so that a search may look at it */
    }
    set->level[list->length] = nodes;
    return nodes;
}

/* The nodes of one depth, whose children begin at `child`. */
static void fill_level(struct rect_set *set, const uint8_t *common, unsigned depth, uint32_t child)
{
    const struct rect_list *list = &set->list;
    struct rect_node *node = set->nodes + set->level[depth];

    for (uint32_t i = 0; i < list->count; i++) {
        if (begins(common, i, depth)) {
            node += i > 0;
            *node = (struct rect_node){0, child};
        }
        if (begins(common, i, depth + 1)) {
            node->mask |= 1u << list->words[i][depth];
            child++;
        }
    }
}

static bool fill_nodes(struct rect_set *set)
{
    uint8_t *common = common_letters(&set->list);
    unsigned last = set->list.length - 1;

    assert(last < KHI_RECT_MAX);
    if (common == NULL)
        return false;
    set->nodes = calloc(count_nodes(set, common), sizeof *set->nodes);
    for (unsigned depth = 0; depth <= last && set->nodes != NULL; depth++)
        fill_level(set, common, depth, depth == last ? 0 : set->level[depth + 1]);
    free(common);
    return set->nodes != NULL;
}

enum khi_status khi_rect_set_new(const struct rect_list *from, const uint32_t *masks, bool reverse,
                                 struct rect_set **made)
{
    struct rect_set *set = calloc(1, sizeof *set);

    if (set == NULL || khi_rect_list_filter(&set->list, from, masks, reverse) != KHI_OK ||
        !fill_nodes(set)) {
        khi_rect_set_free(set);
        return KHI_NO_MEMORY;
    }
    *made = set;
    return KHI_OK;
}

void khi_rect_set_free(struct rect_set *set)
{
    if (set == NULL)
        return;
    free(set->nodes);
    free(set->list.words);
    free(set);
}
