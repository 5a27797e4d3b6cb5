/* trie.c: reading the dictionary file.
 *
 * A node is a mask, up to 15 in-between letters, and a relative offset for each child. A lookup
 * goes from node to node, each hop consuming a letter, so it ends on any input. A trail keeps the
 * nodes on the way of the word before, by the number of letters before them, and the next lookup
 * begins at the last of them that lies within the letters that both words share.
 *
 * Offsets lead forward only: so one pass from the front proves that a file is whole (each node
 * fits, each offset meets the start of a later node, and all nodes are met), and one pass from the
 * back adds up what hangs below each node, shared subtrees included, without following a path
 * twice.
 *
 * The checksum is a hash of the suffix set at the root: a state's hash is made of whether a word
 * ends there and of the letters and hashes of its successors. It depends on the words alone, not on
 * how chains are broken or which subtrees are shared.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/trie.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Nodes looked at to tell a legacy file; the app's show in the first hundreds. */
enum { LEGACY_SAMPLE = 4096 };

static enum khi_status corrupt(struct khi_error *error, const char *what, uint64_t offset)
{
    return khi_fail(error, KHI_TRIE_CORRUPT, offset, what);
}

/* The length of the node at pos, or 0 if it does not fit into the file. */
static uint32_t node_length(const struct khi_trie *trie, uint32_t pos)
{
    if (trie->size - pos < 4)
        return 0;
    uint32_t mask = khi_trie_word32(trie->bytes + pos);
    uint32_t length = 4 + khi_node_chain(mask);
    if ((mask & KHI_NODE_LEAF) == 0)
        length += 4 * khi_popcount(mask & KHI_NODE_CHILDREN);
    return length <= trie->size - pos ? length : 0;
}

/* The app marks nodes as leaves that have children; we never do. */
static bool is_legacy_node(uint32_t mask)
{
    return (mask & KHI_NODE_LEAF) && (mask & KHI_NODE_CHILDREN);
}

static bool looks_legacy(const struct khi_trie *trie)
{
    uint32_t pos = KHI_TRIE_ROOT;

    for (int seen = 0; seen < LEGACY_SAMPLE && pos < trie->size; seen++) {
        uint32_t length = node_length(trie, pos);
        if (length == 0)
            return false;
        if (is_legacy_node(khi_trie_word32(trie->bytes + pos)))
            return true;
        pos += length;
    }
    return false;
}

bool khi_trie_is_magic(const void *bytes, size_t size)
{
    const char *head = bytes;

    if (memcmp(head, "TRIE", size < 4 ? size : 4) != 0)
        return false;
    /* the word TRIE, or TRIED, at the head of a plain list */
    return size < 5 || (head[4] != '\n' && head[4] != '\r' && khi_letter(head[4]) >= KHI_LETTERS);
}

static enum khi_status check_header(const uint8_t *bytes, size_t size, struct khi_error *error)
{
    if (size < 4 || memcmp(bytes, "TRIE", 4) != 0)
        return corrupt(error, "it does not begin with TRIE", 0);
    if (size < 5)
        return corrupt(error, "no version number", size);
    if (bytes[4] != 1) {
        char what[40];
        snprintf(what, sizeof what, "version %u is not known", bytes[4]);
        return corrupt(error, what, 4);
    }
    if (size < KHI_TRIE_ROOT + 4)
        return corrupt(error, "no root node", size);
    if (size > INT32_MAX)
        return corrupt(error, "a file of 2 GiB or more", size);
    return KHI_OK;
}

enum khi_status khi_trie_from_memory(const void *bytes, size_t size, enum khi_trie_memory memory,
                                     struct khi_error *error, struct khi_trie **trie)
{
    struct khi_trie made = {.bytes = bytes, .size = (uint32_t)size, .memory = memory};
    enum khi_status status = check_header(bytes, size, error);

    if (status == KHI_OK) {
        *trie = malloc(sizeof **trie);
        if (*trie == NULL)
            status = khi_fail(error, KHI_NO_MEMORY, 0, "");
    }
    if (status != KHI_OK) {
        if (memory == KHI_TRIE_HEAP)
            free((void *)bytes);
        return status;
    }
    made.legacy = memory != KHI_TRIE_BORROWED && looks_legacy(&made);
    **trie = made;
    return KHI_OK;
}

enum khi_status khi_trie_open(const char *path, struct khi_error *error, struct khi_trie **trie)
{
    struct stat info;
    enum khi_status status = KHI_OK;

    khi_error_file(error, path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return khi_fail_errno(error, KHI_CANNOT_READ);
    void *bytes = MAP_FAILED;
    size_t size = 0;
    if (fstat(fd, &info) != 0) {
        status = khi_fail_errno(error, KHI_CANNOT_READ);
    } else if (!S_ISREG(info.st_mode)) {
        status = khi_fail(error, KHI_CANNOT_READ, 0, "not an ordinary file");
    } else if (info.st_size == 0) {
        status = corrupt(error, "it does not begin with TRIE", 0);
    } else {
        size = info.st_size > INT32_MAX ? (size_t)INT32_MAX + 1 : (size_t)info.st_size;
        bytes = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
        status = bytes == MAP_FAILED
                     ? khi_fail_errno(error, KHI_CANNOT_READ)
                     : khi_trie_from_memory(bytes, size, KHI_TRIE_MAPPED, error, trie);
    }
    close(fd);
    if (status != KHI_OK && bytes != MAP_FAILED)
        munmap(bytes, size);
    return status;
}

void khi_trie_free(struct khi_trie *trie)
{
    if (trie == NULL)
        return;
    if (trie->memory == KHI_TRIE_MAPPED)
        munmap((void *)trie->bytes, trie->size);
    else if (trie->memory == KHI_TRIE_HEAP)
        free((void *)trie->bytes);
    free(trie);
}

/* ---- lookup ---- */

/* The whole lookup; it is inlined into its callers. It begins at the node that the
 * trail enters after `shared` letters or before, and leaves its own way behind; without a trail it
 * begins at the root. */
static inline __attribute__((always_inline)) enum khi_answer
look_up(const struct khi_trie *trie, const char *const whole, size_t length,
        struct khi_trail *trail, size_t shared)
{
    const uint8_t *bytes = trie->bytes;
    const uint32_t size = trie->size, last = size - 4; /* where four bytes can stand at last */
    const char *word = whole, *end = whole + length;
    uint32_t pos = KHI_TRIE_ROOT;

    if (trail != NULL) {
        trail->entered &= ~UINT64_C(0) >> (63 - shared);
        size_t depth = 63 - (size_t)__builtin_clzll(trail->entered);
        word += depth;
        pos = trail->nodes[depth];
    }
    for (;;) {
        uint32_t mask = khi_trie_word32(bytes + pos);
        uint32_t chain = khi_node_chain(mask);
        pos += 4;
        if (chain != 0) {
            const uint8_t *at = bytes + pos, *stop = at + chain;
            if (chain > size - pos)
                return KHI_CORRUPT;
            if (chain > (size_t)(end - word))
                return KHI_NO;
            do {
                unsigned folded = (unsigned char)*word & 0xdfu;
                if (folded != *at++ || khi_letter(*word++) >= KHI_LETTERS)
                    return KHI_NO;
            } while (at < stop);
            pos += chain;
        }
        if (word == end)
            return mask & KHI_NODE_WORD ? KHI_YES : KHI_NO;
        unsigned letter = khi_letter(*word);
        /* the letter's own bit comes to stand highest, and the bits above it are gone */
        uint32_t upto = letter < KHI_LETTERS ? mask << (31 - letter) : 0;
        if (upto >> 31 == 0) {
            if (trail != NULL)
                trail->dead = (size_t)(word - whole);
            return KHI_NO;
        }
        word++;
        if (mask & KHI_NODE_LEAF) /* a legacy file: the child is a bare ending */
            return word == end ? KHI_YES : KHI_NO;
        pos += 4 * khi_popcount(upto) - 4;
        if (pos > last)
            return KHI_CORRUPT;
        pos += khi_trie_word32(bytes + pos);
        if (pos - KHI_TRIE_ROOT > last - KHI_TRIE_ROOT)
            return KHI_CORRUPT;
        if (trail != NULL && word - whole < 64) {
            trail->entered |= UINT64_C(1) << (word - whole);
            trail->nodes[word - whole] = pos;
        }
    }
}

/* The instruction for counting bits saves a fifth of a lookup. */
KHI_WITH_POPCNT static enum khi_answer look_up_fast(const struct khi_trie *trie, const char *word,
                                                    size_t length)
{
    return look_up(trie, word, length, NULL, 0);
}

KHI_WITH_POPCNT static enum khi_answer look_on_fast(const struct khi_trie *trie, const char *word,
                                                    size_t length, struct khi_trail *trail,
                                                    size_t shared)
{
    return look_up(trie, word, length, trail, shared);
}

enum khi_answer khi_trie_contains(const struct khi_trie *trie, const char *word, size_t length)
{
    if (length == 0)
        return KHI_NO;
    if (khi_has_popcnt())
        return look_up_fast(trie, word, length);
    return look_up(trie, word, length, NULL, 0);
}

/* ---- lookup of one word after another ---- */

enum {
    COMPARED = 16, /* letters that are compared with the word before */
    WORTHWHILE = 2 /* as many must be shared, or the trail costs more than it saves */
};

void khi_trail_begin(struct khi_trail *trail, const char *end)
{
    *trail = (struct khi_trail){
        .end = end, .dead = SIZE_MAX, .entered = 1, .nodes = {[0] = KHI_TRIE_ROOT}};
}

/* How many letters, of the first ones, the word shares with the one before. There is no loop and no
 * branch: how many they are cannot be foreseen, and a branch gone wrong costs as much as a node. */
static inline size_t shared_letters(const struct khi_trail *trail, const char *word, size_t length)
{
    size_t most = length < trail->length ? length : trail->length;

    if (trail->end - word < COMPARED)
        return 0;
    const char *before = trail->length > 0 ? trail->word : word;
    uint64_t first = khi_eight(before) ^ khi_eight(word);
    uint64_t second = khi_eight(before + 8) ^ khi_eight(word + 8);
    size_t in_first = (size_t)__builtin_ctzll(first | UINT64_C(1) << 63) / 8;
    size_t in_second = 8 + (size_t)__builtin_ctzll(second | UINT64_C(1) << 63) / 8;
    size_t shared = first != 0 ? in_first : second != 0 ? in_second : COMPARED;
    return shared < most ? shared : most;
}

enum khi_answer khi_trail_contains(struct khi_trail *trail, const struct khi_trie *trie,
                                   const char *word, size_t length)
{
    if (trail->end == NULL || length == 0)
        return khi_trie_contains(trie, word, length);
    size_t shared = shared_letters(trail, word, length);
    trail->word = word;
    trail->length = length;
    if (shared > trail->dead)
        return KHI_NO;
    trail->dead = SIZE_MAX;
    if (shared < WORTHWHILE) {
        trail->entered = 1;
        return khi_trie_contains(trie, word, length);
    }
    if (khi_has_popcnt())
        return look_on_fast(trie, word, length, trail, shared);
    return look_up(trie, word, length, trail, shared);
}

bool khi_cursor_follow(const struct khi_trie *trie, struct khi_cursor *cursor, const char *text,
                       size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned letter = khi_letter(text[i]);
        if (letter >= KHI_LETTERS || !khi_cursor_step(trie, cursor, letter))
            return false;
    }
    return true;
}

void khi_words_begin(struct khi_words *words, const struct khi_trie *trie)
{
    words->trie = trie;
    words->length = 0;
    words->word[0] = '\0';
    words->at[0] = khi_cursor_root(trie);
    words->left[0] = khi_cursor_next(trie, words->at[0]);
}

bool khi_words_next(struct khi_words *words)
{
    for (;;) {
        unsigned depth = words->length;
        if (depth == KHI_WORD_MAX || words->left[depth] == 0) {
            if (depth == 0)
                return false;
            words->word[--words->length] = '\0';
            continue;
        }
        unsigned letter = khi_lowest(words->left[depth]);
        words->left[depth] &= words->left[depth] - 1;
        struct khi_cursor child = words->at[depth];
        if (!khi_cursor_step(words->trie, &child, letter))
            continue;
        words->word[depth] = khi_letter_char(letter);
        words->word[++depth] = '\0';
        words->length = depth;
        words->at[depth] = child;
        words->left[depth] = khi_cursor_next(words->trie, child);
        if (khi_cursor_is_word(child))
            return true;
    }
}

/* ---- verifying ---- */

/* What hangs below one node, for the pass from the back. */
struct below {
    uint64_t hash;
    uint32_t pos, words;
    uint16_t shortest, longest;
};

struct verifier {
    const struct khi_trie *trie;
    struct khi_error *error;
    uint8_t *marks; /* a bit for each byte that some offset leads to */
    struct below *nodes;
    uint32_t count, room;
    bool legacy;
};

static void mark(struct verifier *check, uint32_t pos)
{
    check->marks[pos / 8] |= (uint8_t)(1u << pos % 8);
}

static bool is_marked(const struct verifier *check, uint32_t pos)
{
    return check->marks[pos / 8] >> pos % 8 & 1;
}

static enum khi_status check_children(struct verifier *check, uint32_t field, uint32_t end)
{
    for (; field < end; field += 4) {
        uint32_t offset = khi_trie_word32(check->trie->bytes + field);
        uint64_t target = (uint64_t)field + offset;
        if (offset == 0 || offset > INT32_MAX)
            return corrupt(check->error, "an offset that does not lead forward", field);
        if (target < end)
            return corrupt(check->error, "an offset into its own node", field);
        if (target > check->trie->size - 4)
            return corrupt(check->error, "an offset past the end", field);
        mark(check, (uint32_t)target);
    }
    return KHI_OK;
}

static enum khi_status check_node(struct verifier *check, uint32_t pos, uint32_t length)
{
    const uint8_t *bytes = check->trie->bytes;
    uint32_t mask = khi_trie_word32(bytes + pos);
    uint32_t chain = khi_node_chain(mask);
    bool leaf = mask & KHI_NODE_LEAF, children = mask & KHI_NODE_CHILDREN;

    check->legacy |= is_legacy_node(mask);
    if (!is_marked(check, pos))
        return corrupt(check->error, "a node that nothing leads to", pos);
    for (uint32_t i = 0; i < chain; i++)
        if (bytes[pos + 4 + i] - (unsigned)'A' >= KHI_LETTERS)
            return corrupt(check->error, "an in-between letter outside A-Z", pos + 4 + i);
    if (!leaf && !children)
        return corrupt(check->error, "a node without children that is not a leaf", pos);
    bool empty_root = pos == KHI_TRIE_ROOT && mask == KHI_NODE_LEAF && check->trie->size == pos + 4;
    if (!children && !(mask & KHI_NODE_WORD) && !empty_root)
        return corrupt(check->error, "a dead end", pos);
    if (pos == KHI_TRIE_ROOT && (mask & KHI_NODE_WORD) && chain == 0)
        return corrupt(check->error, "the empty word", pos);
    return leaf ? KHI_OK : check_children(check, pos + 4 + chain, pos + length);
}

static enum khi_status add_node(struct verifier *check, uint32_t pos)
{
    if (check->count == check->room) {
        uint32_t room = check->room ? check->room * 2 : 1024;
        struct below *nodes = realloc(check->nodes, room * sizeof *nodes);
        if (nodes == NULL)
            return khi_fail(check->error, KHI_NO_MEMORY, 0, "");
        check->nodes = nodes;
        check->room = room;
    }
    check->nodes[check->count++].pos = pos;
    return KHI_OK;
}

/* From the front: every node fits and is met, every offset meets a node. */
static enum khi_status check_forward(struct verifier *check)
{
    uint32_t pos = KHI_TRIE_ROOT, size = check->trie->size;
    enum khi_status status = KHI_OK;

    mark(check, pos);
    while (pos < size && status == KHI_OK) {
        uint32_t length = node_length(check->trie, pos);
        if (length == 0)
            return corrupt(check->error, "a node that ends past the file", pos);
        status = check_node(check, pos, length);
        for (uint32_t inside = pos + 1; inside < pos + length && status == KHI_OK; inside++)
            if (is_marked(check, inside))
                status = corrupt(check->error, "an offset leads into the middle of a node", inside);
        if (status == KHI_OK)
            status = add_node(check, pos);
        pos += length;
    }
    return status;
}

static const struct below *find_node(const struct verifier *check, uint32_t pos)
{
    uint32_t low = 0, high = check->count - 1;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (check->nodes[middle].pos < pos)
            low = middle + 1;
        else
            high = middle;
    }
    return &check->nodes[low];
}

static uint64_t hash_state(bool word)
{
    return khi_mix(word ? 0x9e3779b97f4a7c15u : 0x6a09e667f3bcc909u);
}

static uint64_t hash_arc(uint64_t hash, unsigned letter, uint64_t child)
{
    return khi_mix(hash ^ khi_mix(child + (letter + 1) * 0xd1342543de82ef95u));
}

/* What hangs below a node, from what hangs below its children. */
static enum khi_status add_up_node(const struct verifier *check, struct below *node)
{
    static const struct below bare = {.words = 1};
    const uint8_t *bytes = check->trie->bytes;
    uint32_t mask = khi_trie_word32(bytes + node->pos), chain = khi_node_chain(mask);
    uint32_t field = node->pos + 4 + chain;
    uint64_t words = (mask & KHI_NODE_WORD) != 0;
    unsigned shortest = words ? 0 : UINT16_MAX, longest = 0;
    uint64_t hash = hash_state(words);

    for (uint32_t left = mask & KHI_NODE_CHILDREN; left != 0; left &= left - 1, field += 4) {
        const struct below *child = &bare;
        uint64_t child_hash = hash_state(true);
        if ((mask & KHI_NODE_LEAF) == 0) {
            child = find_node(check, field + khi_trie_word32(bytes + field));
            child_hash = child->hash;
        }
        words += child->words;
        shortest = child->shortest + 1u < shortest ? child->shortest + 1u : shortest;
        longest = child->longest + 1u > longest ? child->longest + 1u : longest;
        hash = hash_arc(hash, khi_lowest(left), child_hash);
    }
    for (uint32_t i = chain; i-- > 0;)
        hash = hash_arc(hash_state(false), bytes[node->pos + 4 + i] - (unsigned)'A', hash);
    if (words > KHI_TRIE_WORDS_MAX)
        return corrupt(check->error, "more than 16777216 words begin", node->pos);
    if (longest + chain > KHI_WORD_MAX)
        return corrupt(check->error, "a word of more than 64 letters passes", node->pos);
    node->hash = hash;
    node->words = (uint32_t)words;
    node->shortest = (uint16_t)(shortest + chain);
    node->longest = (uint16_t)(longest + chain);
    return KHI_OK;
}

enum khi_status khi_trie_verify(const struct khi_trie *trie, struct khi_error *error,
                                struct khi_trie_summary *summary)
{
    struct verifier check = {.trie = trie, .error = error};
    enum khi_status status;

    check.marks = calloc(trie->size / 8 + 1, 1);
    status = check.marks ? check_forward(&check) : khi_fail(error, KHI_NO_MEMORY, 0, "");
    for (uint32_t i = check.count; i-- > 0 && status == KHI_OK;)
        status = add_up_node(&check, &check.nodes[i]);
    if (status == KHI_OK) {
        const struct below *root = &check.nodes[0];
        assert(root != NULL);
        *summary = (struct khi_trie_summary){
            .checksum = root->hash,
            .words = root->words,
            .nodes = check.count,
            .shortest = root->words ? root->shortest : 0,
            .longest = root->longest,
            .legacy = check.legacy,
        };
    }
    free(check.nodes);
    free(check.marks);
    return status;
}
