package dev.rota.jobs.view;

import dev.rota.jobs.BotStatus;
import java.util.Map;

/**
 * Counts of a cohort's bots.
 *
 * @param byStatus those that some bot has
 * @param held held by an operator, whatever their status
 * @param silent silent for longer than they may, in time that is not all attended
 * @param idle of those whose status is OK: with no lease; {@code partly}: with a free slot; {@code full}: with none
 * @param slotsUsed of those whose status is OK, as are the others
 * @param slotsFree of bots that are not held
 * @param slotsHeld free slots of held bots
 */
record BotTotals(
        int total,
        Map<BotStatus, Integer> byStatus,
        int held,
        int silent,
        int idle,
        int partly,
        int full,
        long slotsUsed,
        long slotsFree,
        long slotsHeld) {

    int of(BotStatus status) {
        return byStatus.getOrDefault(status, 0);
    }
}
