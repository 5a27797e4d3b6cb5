// bench_marisa.cc: the same lookups in marisa-trie. usage: bench_marisa TRIE QUERIES
// Built by trie.sh where there is a C++ compiler and the library; no part of the program.
// SPDX-License-Identifier: GPL-3.0-or-later
#include <marisa.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

static double cpu()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    marisa::Trie trie;
    trie.load(argv[1]);
    std::ifstream file(argv[2]);
    std::vector<std::string> queries;
    for (std::string line; std::getline(file, line);)
        queries.push_back(line);
    double best = 1e9;
    for (int round = 0; round < 10; round++) {
        marisa::Agent agent;
        size_t found = 0;
        double begin = cpu();
        for (const std::string &query : queries) {
            agent.set_query(query.data(), query.size());
            found += trie.lookup(agent);
        }
        best = std::min(best, (cpu() - begin) * 1e9 / queries.size());
        if (found * 2 != queries.size())
            return 1;
    }
    std::printf("%.1f\n", best);
}
