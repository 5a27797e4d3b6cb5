/* graph.c: unpacks a trie file into a graph.
 *
 * A file node is a chain of in-between letters and then a branching. Here each in-between letter
 * gets a node of its own, with one letter; the branching gets one with its children, less those
 * that have nothing below them: they are only a bit in the set of letters that end words.
 *
 *     file    mask, "ING", children S and T     S goes on, T only ends a word
 *     graph   I -> N -> G -> {on: S, ends: S? T}
 *
 * Nodes lie in the order of the file. A first pass over the file adds up where each will be; the
 * second writes them. Between the two, a bit for each byte where a file node begins and the number
 * of such bits before each group of 32 tell a file node's number from its offset. Both passes are
 * linear, and the graph of the shipped dictionary takes about 2 MB.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/graph.h"

#include <stdlib.h>

struct unpacking {
    const struct khi_trie *trie;
    uint32_t *begins;    /* a bit for each byte of the file: does a node begin here? */
    uint32_t *before;    /* nodes that begin before these 32 bytes */
    uint32_t *addresses; /* of each file node in the graph */
    uint32_t count, size;
};

/* One node of the file. */
struct file_node {
    uint32_t mask, chain, fields; /* fields: where its offsets stand */
};

static struct file_node read_node(const struct khi_trie *trie, uint32_t pos)
{
    uint32_t mask = khi_trie_word32(trie->bytes + pos), chain = khi_node_chain(mask);

    return (struct file_node){mask, chain, pos + 4 + chain};
}

static bool is_bare(struct file_node node)
{
    return node.chain == 0 && (node.mask & KHI_NODE_CHILDREN) == 0;
}

/* Offsets are not stored where all children are bare endings (files of the Android app). */
static bool has_offsets(struct file_node node)
{
    return (node.mask & KHI_NODE_LEAF) == 0;
}

static uint32_t target_of(const struct khi_trie *trie, uint32_t field)
{
    return field + khi_trie_word32(trie->bytes + field);
}

static uint32_t end_of(struct file_node node)
{
    return node.fields + (has_offsets(node) ? 4 * khi_popcount(node.mask & KHI_NODE_CHILDREN) : 0);
}

/* The sets of letters at a node's branching: those that go on and those that end words. */
static void branch_sets(const struct khi_trie *trie, struct file_node node, uint32_t *on,
                        uint32_t *ends)
{
    uint32_t field = node.fields;

    *on = 0;
    *ends = has_offsets(node) ? 0 : node.mask & KHI_NODE_CHILDREN;
    if (!has_offsets(node))
        return;
    for (uint32_t left = node.mask & KHI_NODE_CHILDREN; left != 0; left &= left - 1, field += 4) {
        struct file_node child = read_node(trie, target_of(trie, field));
        uint32_t bit = left & -left;
        if (!is_bare(child))
            *on |= bit;
        if (child.chain == 0 && (child.mask & KHI_NODE_WORD))
            *ends |= bit;
    }
}

/* A link of a chain takes 3 words, a branching 2 and one for each letter that goes on. A chain that
 * ends in nothing has a last link without a node to go on to. */
static uint32_t graph_size(const struct khi_trie *trie, struct file_node node)
{
    uint32_t on, ends, size = 3 * node.chain;

    if ((node.mask & KHI_NODE_CHILDREN) == 0)
        return size > 0 ? size - 1 : 0;
    branch_sets(trie, node, &on, &ends);
    return size + 2 + khi_popcount(on);
}

static void measure(struct unpacking *work)
{
    const struct khi_trie *trie = work->trie;

    work->size = 2; /* node 0 */
    for (uint32_t pos = KHI_TRIE_ROOT; pos < trie->size;) {
        struct file_node node = read_node(trie, pos);
        work->begins[pos / 32] |= 1u << pos % 32;
        work->addresses[work->count++] = work->size;
        work->size += graph_size(trie, node);
        pos = end_of(node);
    }
    for (uint32_t group = 0; group < trie->size / 32; group++)
        work->before[group + 1] = work->before[group] + khi_popcount(work->begins[group]);
}

static uint32_t address_of(const struct unpacking *work, uint32_t pos)
{
    uint32_t below = work->begins[pos / 32] & ((1u << pos % 32) - 1);

    return work->addresses[work->before[pos / 32] + khi_popcount(below)];
}

static uint32_t *write_chain(const struct khi_trie *trie, struct file_node node, uint32_t at,
                             uint32_t *out)
{
    bool bare = (node.mask & KHI_NODE_CHILDREN) == 0;

    for (uint32_t link = 0; link < node.chain; link++, at += 3) {
        uint32_t bit = 1u << (trie->bytes[node.fields - node.chain + link] - (unsigned)'A');
        bool last = link + 1 == node.chain;
        *out++ = last && bare ? 0 : bit;
        *out++ = last && (node.mask & KHI_NODE_WORD) ? bit : 0;
        if (!last || !bare)
            *out++ = at + 3;
    }
    return out;
}

static void write_branch(const struct unpacking *work, struct file_node node, uint32_t *out)
{
    uint32_t field = node.fields;

    branch_sets(work->trie, node, &out[0], &out[1]);
    uint32_t on = out[0];
    out += 2;
    if (!has_offsets(node))
        return;
    for (uint32_t left = node.mask & KHI_NODE_CHILDREN; left != 0; left &= left - 1, field += 4)
        if (on & left & -left)
            *out++ = address_of(work, target_of(work->trie, field));
}

static void write_graph(const struct unpacking *work, struct khi_graph *graph)
{
    uint32_t pos = KHI_TRIE_ROOT;

    graph->words[0] = graph->words[1] = 0;
    for (uint32_t i = 0; i < work->count; i++) {
        struct file_node node = read_node(work->trie, pos);
        uint32_t at = work->addresses[i];
        uint32_t *out = write_chain(work->trie, node, at, graph->words + at);
        if ((node.mask & KHI_NODE_CHILDREN) != 0)
            write_branch(work, node, out);
        pos = end_of(node);
    }
    /* the empty dictionary has nothing but a bare root */
    graph->root = is_bare(read_node(work->trie, KHI_TRIE_ROOT)) ? 0 : work->addresses[0];
    graph->size = work->size;
}

struct khi_graph *khi_graph_new(const struct khi_trie *trie)
{
    struct unpacking work = {.trie = trie};
    struct khi_graph *graph = malloc(sizeof *graph);
    size_t groups = trie->size / 32 + 1;

    work.begins = calloc(groups, sizeof *work.begins);
    work.before = calloc(groups, sizeof *work.before);
    work.addresses = malloc(trie->size / 4 * sizeof *work.addresses);
    if (graph != NULL)
        graph->words = NULL;
    if (graph && work.begins && work.before && work.addresses) {
        measure(&work);
        graph->words = malloc(work.size * sizeof *graph->words);
        if (graph->words != NULL)
            write_graph(&work, graph);
    }
    free(work.addresses);
    free(work.before);
    free(work.begins);
    if (graph != NULL && graph->words == NULL) {
        free(graph);
        return NULL;
    }
    return graph;
}

void khi_graph_free(struct khi_graph *graph)
{
    if (graph == NULL)
        return;
    free(graph->words);
    free(graph);
}
