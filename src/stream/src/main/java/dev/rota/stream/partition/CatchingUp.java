package dev.rota.stream.partition;

import dev.rota.stream.log.LogAccess.Unavailable;
import dev.rota.stream.partition.LogApplier.Progress;
import dev.rota.stream.partition.Standings.Standing;
import java.util.function.BooleanSupplier;

/** Reads records from the log that were not delivered, until there are no more. */
final class CatchingUp implements PartitionMode {

    /** The most slices that are read between two deliveries or punctuations. */
    static final int SLICES_AT_ONCE_MAX = 5;

    private final LogApplier applier;
    private final BooleanSupplier stopping;
    private final Transitions transitions;
    private String sentence;
    private final String name;

    /**
     * @param name the log's topic and the partition
     * @param sentence why it reads the log
     * @param stopping returns whether it must end after the slice that it reads
     */
    CatchingUp(String name, String sentence, LogApplier applier, BooleanSupplier stopping, Transitions transitions) {
        this.name = name;
        this.sentence = sentence;
        this.applier = applier;
        this.stopping = stopping;
        this.transitions = transitions;
    }

    @Override
    public void advance() throws Unavailable {
        Progress progress = Progress.APPLIED;
        for (int slice = 0;
                slice < SLICES_AT_ONCE_MAX && progress == Progress.APPLIED && !stopping.getAsBoolean();
                slice++) {
            progress = applier.applySlice(Long.MAX_VALUE);
            sentence = name + " catches up at " + applier.next();
        }
        if (progress == Progress.AT_END) {
            transitions.follow();
        }
    }

    @Override
    public Standing standing() {
        return new Standing(applier.next(), false, sentence);
    }

    @Override
    public boolean hasAllRows() {
        return true;
    }
}
