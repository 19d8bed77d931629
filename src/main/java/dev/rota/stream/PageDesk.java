package dev.rota.stream;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Where pages of units are asked for, by whoever wants to see them, and answered by the processor that has the unit.
 * Only its thread may look at its rows, so what is asked for waits here until that processor comes by.
 */
final class PageDesk {

    /** Pages that are waited for at most; all who ask for the same page wait for one. */
    static final int WAITING_MAX = 100;

    /** A page of a unit, and the log partition to which the unit's key maps. */
    record Asked(int partition, String unit, String page) {}

    /** One who waits for a page. */
    record Waiting(Asked asked, CompletableFuture<PageAnswer> answer) {

        void notHere() {
            answer.complete(PageAnswer.notHere(asked.unit(), asked.partition()));
        }
    }

    private final Map<Asked, Waiting> waiting = new LinkedHashMap<>();
    private final Set<Integer> here = new TreeSet<>();
    private boolean settled;

    /** Asks for a page. The future is the asker's own: whoever gives it up takes nothing from others. */
    synchronized CompletableFuture<PageAnswer> ask(Asked asked) {
        Waiting already = waiting.get(asked);
        if (already != null) {
            return already.answer().copy();
        }
        if (settled && !here.contains(asked.partition())) {
            return CompletableFuture.completedFuture(PageAnswer.notHere(asked.unit(), asked.partition()));
        }
        if (waiting.size() >= WAITING_MAX) {
            return CompletableFuture.completedFuture(PageAnswer.tooMany(WAITING_MAX));
        }
        Waiting asking = new Waiting(asked, new CompletableFuture<>());
        waiting.put(asked, asking);
        return asking.answer().copy();
    }

    /** A processor is at work on this partition, and will come by. */
    synchronized void open(int partition) {
        here.add(partition);
    }

    /** What has waited longest for the processor of this partition, which is to answer it; null where nothing has. */
    synchronized @Nullable Waiting next(int partition) {
        for (Waiting each : waiting.values()) {
            if (each.asked().partition() == partition) {
                waiting.remove(each.asked());
                return each;
            }
        }
        return null;
    }

    /** The processor of this partition is gone; nobody waits for it any longer. */
    void close(int partition) {
        List<Waiting> inVain;
        synchronized (this) {
            here.remove(partition);
            inVain = take(asked -> asked.partition() == partition);
        }
        inVain.forEach(Waiting::notHere);
    }

    /**
     * Says whether all processors that this instance is to have are here. Until they are, what is asked for of another
     * partition waits too: its processor may be restoring its rows.
     */
    void settled(boolean all) {
        List<Waiting> inVain;
        synchronized (this) {
            settled = all;
            inVain = take(asked -> all && !here.contains(asked.partition()));
        }
        inVain.forEach(Waiting::notHere);
    }

    /** Answers are given by those who do not hold the desk: what hangs on them is not known here. */
    private List<Waiting> take(Predicate<Asked> which) {
        List<Waiting> taken = new ArrayList<>();
        waiting.values().removeIf(each -> which.test(each.asked()) && taken.add(each));
        return taken;
    }
}
