/* rect_ledger.c: which units of a search are done, and what an unfinished one has delivered.
 *
 * The grids of a unit always come in the same order. So a unit that was cut off is done again later
 * and its first grids, as many as were delivered, are passed over.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_inner.h"

#include <stdlib.h>

enum khi_status khi_rect_ledger_init(struct rect_ledger *ledger, uint32_t units)
{
    *ledger = (struct rect_ledger){.units = units};
    ledger->done = calloc(units / 8 + 1, 1);
    return ledger->done != NULL ? KHI_OK : KHI_NO_MEMORY;
}

void khi_rect_ledger_clear(struct rect_ledger *ledger)
{
    free(ledger->done);
    free(ledger->begun);
}

bool khi_rect_ledger_has(const struct rect_ledger *ledger, uint32_t unit)
{
    return ledger->done[unit / 8] >> unit % 8 & 1;
}

static struct rect_begun *find(const struct rect_ledger *ledger, uint32_t unit)
{
    for (uint32_t i = 0; i < ledger->begun_count; i++)
        if (ledger->begun[i].unit == unit)
            return &ledger->begun[i];
    return NULL;
}

uint64_t khi_rect_ledger_delivered(const struct rect_ledger *ledger, uint32_t unit)
{
    const struct rect_begun *begun = find(ledger, unit);

    return begun != NULL ? begun->grids : 0;
}

static enum khi_status add_begun(struct rect_ledger *ledger, uint32_t unit, uint64_t grids)
{
    struct rect_begun *begun = find(ledger, unit);

    if (begun == NULL && ledger->begun_count == ledger->begun_room) {
        uint32_t room = ledger->begun_room * 2 + 16;
        begun = realloc(ledger->begun, room * sizeof *begun);
        if (begun == NULL)
            return KHI_NO_MEMORY;
        ledger->begun = begun;
        ledger->begun_room = room;
        begun = NULL;
    }
    if (begun == NULL) {
        begun = &ledger->begun[ledger->begun_count++];
        *begun = (struct rect_begun){unit, 0};
    }
    begun->grids += grids;
    return KHI_OK;
}

enum khi_status khi_rect_ledger_add(struct rect_ledger *ledger, uint32_t unit, uint64_t grids,
                                    bool last)
{
    ledger->grids += grids;
    if (!last)
        return grids > 0 ? add_begun(ledger, unit, grids) : KHI_OK;
    struct rect_begun *begun = find(ledger, unit);
    if (begun != NULL)
        *begun = ledger->begun[--ledger->begun_count];
    ledger->done_count += !khi_rect_ledger_has(ledger, unit);
    ledger->done[unit / 8] |= (uint8_t)(1u << unit % 8);
    return KHI_OK;
}
