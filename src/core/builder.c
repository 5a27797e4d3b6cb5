/* builder.c: from sorted words to a small trie file.
 *
 * First the words become a minimal automaton, word by word (Daciuk, Mihov, Watson and Watson
 * 2000): the states of the current word stay open on a stack; when the next word leaves a state it
 * is closed, and a table gives back the equal state if there was one. So identical subtrees are
 * shared from the beginning and the whole tree never exists.
 *
 * Then states become file nodes. A state that is no word's end and has one child is a link of a
 * chain and is written as an in-between letter of the node above, up to 15 of them. An *entry* is a
 * state that some offset leads to; each entry gets one node. When a chain runs into an entry that
 * exists anyway, ending the node there and pointing to it is often smaller than writing the rest of
 * the chain and the offsets at its end again:
 *
 *     entry -A-> o -T-> o -I-> X -O-> o -N-> E          o: a link; X: another entry
 *     whole chain  4 + "ATION" + 4 for each child of E
 *     broken at X  4 + "AT" + I's offset to X           if that is less
 *
 * Nodes are written in reverse postorder, so that every offset leads forward.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/builder.h"

#include "khi/trie.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* A closed state: whether a word ends (KHI_NODE_WORD), its letters, and its successors, which stand
 * in `targets` from `first` on in the order of the letters. */
struct state {
    uint32_t mask, first;
};

struct open_state {
    uint32_t mask;
    uint32_t targets[KHI_LETTERS]; /* in the order in which letters came: ascending */
    unsigned count;
};

struct automaton {
    struct state *states;
    uint32_t *targets, *table; /* table: open addressing, state + 1, 0 is free */
    uint32_t state_count, state_room, target_count, target_room, table_size;
};

/* ---- growing arrays ---- */

static bool make_room(void *array, uint32_t *room, uint32_t needed, size_t width)
{
    void **pointer = array;

    if (needed <= *room)
        return true;
    uint32_t larger = *room ? *room + *room / 2 : 4096;
    void *grown = realloc(*pointer, larger * width);
    if (grown == NULL)
        return false;
    *pointer = grown;
    *room = larger;
    return true;
}

/* ---- the automaton ---- */

static uint64_t hash_state(uint32_t mask, const uint32_t *targets, unsigned count)
{
    uint64_t hash = mask;

    for (unsigned i = 0; i < count; i++)
        hash = (hash ^ targets[i]) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

static unsigned child_count(uint32_t mask)
{
    return khi_popcount(mask & KHI_NODE_CHILDREN);
}

static bool grow_table(struct automaton *dawg)
{
    uint32_t size = dawg->table_size ? dawg->table_size * 2 : 1 << 14;
    uint32_t *table = calloc(size, sizeof *table);

    if (table == NULL)
        return false;
    for (uint32_t id = 0; id < dawg->state_count; id++) {
        const struct state *state = &dawg->states[id];
        uint64_t slot =
            hash_state(state->mask, dawg->targets + state->first, child_count(state->mask));
        while (table[slot &= size - 1] != 0)
            slot++;
        table[slot] = id + 1;
    }
    free(dawg->table);
    dawg->table = table;
    dawg->table_size = size;
    return true;
}

/* The closed state equal to this open one, made if it is new. NONE: out of memory. */
static uint32_t close_state(struct automaton *dawg, const struct open_state *open)
{
    size_t width = open->count * sizeof *open->targets;

    if ((dawg->state_count + 1) * 4 > dawg->table_size * 3 && !grow_table(dawg))
        return NONE;
    uint64_t slot = hash_state(open->mask, open->targets, open->count);
    for (uint32_t id; (id = dawg->table[slot &= dawg->table_size - 1]) != 0; slot++) {
        const struct state *state = &dawg->states[id - 1];
        if (state->mask == open->mask &&
            memcmp(dawg->targets + state->first, open->targets, width) == 0)
            return id - 1;
    }
    if (!make_room(&dawg->states, &dawg->state_room, dawg->state_count + 1, sizeof *dawg->states) ||
        !make_room(&dawg->targets, &dawg->target_room, dawg->target_count + KHI_LETTERS,
                   sizeof *dawg->targets))
        return NONE;
    dawg->states[dawg->state_count] = (struct state){open->mask, dawg->target_count};
    memcpy(dawg->targets + dawg->target_count, open->targets, width);
    dawg->target_count += open->count;
    dawg->table[slot] = ++dawg->state_count;
    return dawg->state_count - 1;
}

/* Closes the states of `word` below `depth`, the deepest first. */
static bool close_down_to(struct automaton *dawg, struct open_state *open, size_t length,
                          size_t depth)
{
    for (size_t at = length; at > depth; at--) {
        uint32_t id = close_state(dawg, &open[at]);
        if (id == NONE)
            return false;
        open[at - 1].targets[open[at - 1].count++] = id;
    }
    return true;
}

static uint32_t build_automaton(const struct khi_wordlist *list, struct automaton *dawg)
{
    struct open_state open[KHI_WORD_MAX + 1];
    const char *last = "";
    size_t last_length = 0;

    open[0] = (struct open_state){0};
    for (uint32_t i = 0; i < list->count; i++) {
        const char *word = khi_wordlist_word(list, i);
        size_t length = strlen(word), shared = 0;
        while (shared < last_length && word[shared] == last[shared])
            shared++;
        assert(length <= KHI_WORD_MAX && length > shared);
        if (!close_down_to(dawg, open, last_length, shared))
            return NONE;
        for (size_t at = shared; at < length; at++) {
            open[at].mask |= 1u << khi_letter(word[at]);
            open[at + 1].mask = 0;
            open[at + 1].count = 0;
        }
        open[length].mask = KHI_NODE_WORD;
        last = word;
        last_length = length;
    }
    return close_down_to(dawg, open, last_length, 0) ? close_state(dawg, &open[0]) : NONE;
}

/* ---- from states to nodes ---- */

struct layout {
    const struct automaton *dawg;
    uint8_t *is_entry; /* by state */
    uint32_t *address; /* by state: of its node; 0 while it has none */
    uint32_t *order;   /* entries in the order of the file */
    uint32_t *stack;
    size_t offsets; /* at most so many stand in the file, broken chains included */
    uint32_t entries, size;
    bool breaking; /* entries are known: break chains at them */
};

/* A file node: the state that it ends with and the letters that lead there from its entry. */
struct node {
    uint32_t end;
    unsigned chain;
    uint8_t letters[KHI_CHAIN_MAX];
};

static bool is_link(const struct state *state)
{
    return (state->mask & KHI_NODE_WORD) == 0 && child_count(state->mask) == 1;
}

static struct node node_of(const struct layout *layout, uint32_t entry)
{
    const struct automaton *dawg = layout->dawg;
    struct node node = {.end = entry};
    struct node broken = node;
    bool met = false;

    while (node.chain < KHI_CHAIN_MAX && is_link(&dawg->states[node.end])) {
        const struct state *state = &dawg->states[node.end];
        uint32_t next = dawg->targets[state->first];
        if (layout->breaking && !met && layout->is_entry[next]) {
            broken = node;
            met = true;
        }
        node.letters[node.chain++] = (uint8_t)khi_letter_char(khi_lowest(state->mask));
        node.end = next;
    }
    unsigned whole = node.chain + 4 * child_count(dawg->states[node.end].mask);
    return met && broken.chain + 4 < whole ? broken : node;
}

/* Marks the entries that are reached without breaking: where it pays to break a chain. */
static void find_entries(struct layout *layout, uint32_t root)
{
    const struct automaton *dawg = layout->dawg;
    uint32_t depth = 0;

    layout->stack[depth++] = root;
    layout->is_entry[root] = 1;
    while (depth > 0) {
        const struct state *end = &dawg->states[node_of(layout, layout->stack[--depth]).end];
        unsigned children = child_count(end->mask);
        layout->offsets += children ? children : 1; /* a broken chain has one where it had none */
        for (unsigned i = 0; i < children; i++) {
            uint32_t child = dawg->targets[end->first + i];
            if (!layout->is_entry[child]) {
                layout->is_entry[child] = 1;
                layout->stack[depth++] = child;
            }
        }
    }
}

/* Fills `order` from the back: a node is put down after all that it leads to. The stack holds each
 * offset once at most. */
static void order_nodes(struct layout *layout, uint32_t root)
{
    const struct automaton *dawg = layout->dawg;
    enum { SEEN = 2, PLACED = 4 };
    uint32_t depth = 0, at = dawg->state_count;

    layout->stack[depth++] = root;
    while (depth > 0) {
        uint32_t entry = layout->stack[depth - 1];
        if (layout->is_entry[entry] & SEEN) {
            depth--;
            if ((layout->is_entry[entry] & PLACED) == 0) {
                layout->is_entry[entry] |= PLACED;
                layout->order[--at] = entry;
            }
            continue;
        }
        layout->is_entry[entry] |= SEEN;
        const struct state *end = &dawg->states[node_of(layout, entry).end];
        for (unsigned i = child_count(end->mask); i-- > 0;) {
            uint32_t child = dawg->targets[end->first + i];
            if ((layout->is_entry[child] & SEEN) == 0)
                layout->stack[depth++] = child;
        }
    }
    layout->entries = dawg->state_count - at;
    memmove(layout->order, layout->order + at, layout->entries * sizeof *layout->order);
}

static bool assign_addresses(struct layout *layout)
{
    uint64_t at = KHI_TRIE_ROOT;

    for (uint32_t i = 0; i < layout->entries; i++) {
        uint32_t entry = layout->order[i];
        struct node node = node_of(layout, entry);
        layout->address[entry] = (uint32_t)at;
        at += 4 + node.chain + 4 * child_count(layout->dawg->states[node.end].mask);
        if (at > INT32_MAX)
            return false;
    }
    layout->size = (uint32_t)at;
    return true;
}

static uint8_t *put32(uint8_t *out, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        *out++ = (uint8_t)(value >> shift);
    return out;
}

static void write_nodes(const struct layout *layout, uint8_t *bytes)
{
    const struct automaton *dawg = layout->dawg;
    uint8_t *out = bytes + KHI_TRIE_ROOT;

    memcpy(bytes, "TRIE\001", KHI_TRIE_ROOT);
    for (uint32_t i = 0; i < layout->entries; i++) {
        struct node node = node_of(layout, layout->order[i]);
        const struct state *end = &dawg->states[node.end];
        unsigned children = child_count(end->mask);
        uint32_t mask = end->mask | node.chain << KHI_NODE_CHAIN;
        out = put32(out, children ? mask : mask | KHI_NODE_LEAF);
        memcpy(out, node.letters, node.chain);
        out += node.chain;
        for (unsigned child = 0; child < children; child++)
            out = put32(out, layout->address[dawg->targets[end->first + child]] -
                                 (uint32_t)(out - bytes));
    }
}

static enum khi_status lay_out(const struct automaton *dawg, uint32_t root, struct khi_error *error,
                               uint8_t **bytes, size_t *size)
{
    struct layout layout = {.dawg = dawg};
    enum khi_status status = khi_fail(error, KHI_NO_MEMORY, 0, "");

    layout.is_entry = calloc(dawg->state_count, 1);
    layout.address = calloc(dawg->state_count, sizeof *layout.address);
    layout.order = malloc(dawg->state_count * sizeof *layout.order);
    layout.stack = malloc(dawg->state_count * sizeof *layout.stack);
    if (!layout.is_entry || !layout.address || !layout.order || !layout.stack)
        goto out;
    find_entries(&layout, root);
    free(layout.stack);
    layout.stack = malloc((layout.offsets + 1) * sizeof *layout.stack);
    if (layout.stack == NULL)
        goto out;
    layout.breaking = true;
    order_nodes(&layout, root);
    if (!assign_addresses(&layout)) {
        status = khi_fail(error, KHI_TOO_LARGE, 0, "the trie would not fit into 2 GiB");
        goto out;
    }
    *bytes = malloc(layout.size);
    if (*bytes == NULL)
        goto out;
    write_nodes(&layout, *bytes);
    *size = layout.size;
    status = KHI_OK;
out:
    free(layout.stack);
    free(layout.order);
    free(layout.address);
    free(layout.is_entry);
    return status;
}

enum khi_status khi_trie_build(const struct khi_wordlist *list, struct khi_error *error,
                               uint8_t **bytes, size_t *size)
{
    struct automaton dawg = {0};
    enum khi_status status;
    uint32_t root = build_automaton(list, &dawg);

    free(dawg.table);
    if (root == NONE)
        status = khi_fail(error, KHI_NO_MEMORY, 0, "");
    else
        status = lay_out(&dawg, root, error, bytes, size);
    free(dawg.targets);
    free(dawg.states);
    return status;
}
