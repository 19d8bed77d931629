package dev.rota.workload.cores;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.workload.whatif.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many blocks something took in the record, for each para in the order in which it happened: until a candidate was
 * backed, or until it had become available.
 */
final class BlockCounts {

    /** How it ended. */
    enum Ending {
        DONE,
        /** The candidate was not available in time. */
        TIMED_OUT,
        /** Anything else ended it, so it would have taken longer. */
        CUT_OFF
    }

    /**
     * The number of blocks that something takes in a world.
     *
     * @param timesOut whether the chain then reports a time-out
     * @param source where the number comes from
     */
    record Length(long blocks, boolean timesOut, String source) {}

    /** Stands for a number of blocks of which nothing is known, for any para: it never ends. */
    private static final Length UNKNOWN = new Length(Times.NEVER, false, "unknown");

    private static final class Para {
        private long[] blocks = new long[4];
        private Ending[] endings = new Ending[4];
        private int count;

        private final Durations done = new Durations();

        void add(long its, Ending ending) {
            if (count == blocks.length) {
                blocks = Arrays.copyOf(blocks, 2 * count);
                endings = Arrays.copyOf(endings, 2 * count);
            }
            blocks[count] = its;
            endings[count++] = ending;
            if (ending == Ending.DONE) {
                done.add(its);
            }
        }
    }

    private final SortedMap<Integer, Para> paras = new TreeMap<>();
    private final List<Durations> chain = new ArrayList<>();

    /**
     * Takes note of what happened to a para next.
     *
     * @param blocks what it took; if anything else ended it, it would have taken more
     */
    void add(int para, long blocks, Ending ending) {
        paras.computeIfAbsent(para, none -> {
                    Para counts = new Para();
                    chain.add(counts.done);
                    return counts;
                })
                .add(blocks, ending);
    }

    /**
     * Returns what a para's next time takes in a world.
     *
     * @param number the number of times before it, in this world
     * @param reported whether time-outs are the chain's own, and happen again
     */
    Length length(int para, int number, boolean reported) {
        Para counted = paras.get(para);
        long longerThan = Durations.NONE;
        if (counted != null && number < counted.count) {
            Ending ending = counted.endings[number];
            if (ending == Ending.DONE || (reported && ending == Ending.TIMED_OUT)) {
                return new Length(counted.blocks[number], ending == Ending.TIMED_OUT, "recorded");
            }
            longerThan = counted.blocks[number];
        }
        String name = para + "/" + number;
        Length length = counted == null ? null : quantile(List.of(counted.done), name, longerThan, "para");
        if (length == null) {
            length = quantile(chain, name, longerThan, "chain");
        }
        if (length == null) {
            length = longerThan == Durations.NONE ? UNKNOWN : new Length(longerThan + 1, false, "cut off");
        }
        return length;
    }

    private static @Nullable Length quantile(List<Durations> of, String name, long longerThan, String source) {
        long blocks = Durations.quantile(of, name, longerThan);
        return blocks == Durations.NONE ? null : new Length(blocks, false, source);
    }
}
