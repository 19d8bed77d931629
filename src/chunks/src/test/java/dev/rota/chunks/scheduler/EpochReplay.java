package dev.rota.chunks.scheduler;

import dev.rota.chunks.epoch.EpochDue;
import dev.rota.engine.Domain;

/** Creates a domain for replays up to an epoch. */
public final class EpochReplay {

    private EpochReplay() {}

    public static Domain of(long first, long epoch) {
        return new ChunksDomain(EpochDue.from(first, epoch, EpochDue.PUBLISH));
    }
}
