/* graph.h: the words of a dictionary in memory, laid out for walking letter by letter.
 *
 * A node is an index into `words`: there stands the set of letters that go on to further nodes,
 * then the set of letters that end a word, then the nodes that they go on to, in the order of the
 * letters. Node 0 has neither. A graph is made once from a verified trie, is never changed and does
 * not need the trie any more.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_GRAPH_H
#define KHI_GRAPH_H

#include "khi/trie.h"

struct khi_graph {
    uint32_t *words;
    uint32_t size, root;
};

/* NULL: out of memory. */
struct khi_graph *khi_graph_new(const struct khi_trie *trie);
void khi_graph_free(struct khi_graph *graph);

static inline uint32_t khi_graph_on(const struct khi_graph *graph, uint32_t node)
{
    return graph->words[node];
}

static inline uint32_t khi_graph_ends(const struct khi_graph *graph, uint32_t node)
{
    return graph->words[node + 1];
}

/* The node after a letter of khi_graph_on. */
static inline uint32_t khi_graph_child(const struct khi_graph *graph, uint32_t node,
                                       unsigned letter)
{
    const uint32_t *at = graph->words + node;

    return at[2 + khi_popcount(at[0] & ((1u << letter) - 1))];
}

/* The same for any letter: node 0 if no word goes on so. */
static inline uint32_t khi_graph_step(const struct khi_graph *graph, uint32_t node, unsigned letter)
{
    return khi_graph_on(graph, node) >> letter & 1 ? khi_graph_child(graph, node, letter) : 0;
}

#endif
