package dev.rota.jobs.explain;

import dev.rota.engine.Tables;
import dev.rota.jobs.farm.Farm;

/**
 * Supplies a cohort's farm for an explanation: read from its rows, or the one that a scheduler has in memory between
 * two steps.
 */
@FunctionalInterface
public interface FarmSource {
    Farm of(Tables tables);
}
