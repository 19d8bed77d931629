package dev.rota.worker.holders;

import dev.rota.engine.Nullable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Formats silent holders for a log or a file: a line when other workers are silent, and repetitions now and then. */
public final class HolderLines {

    static final long REPEAT_NS = TimeUnit.SECONDS.toNanos(5);

    private Set<String> last = Set.of();
    private long lastNs;

    /** Returns the next line; null if there is none now. */
    public @Nullable String next(List<SilentHolder> holders, long nowNs) {
        Set<String> workers = holders.stream().map(SilentHolder::worker).collect(Collectors.toSet());
        boolean isNew = !last.containsAll(workers);
        last = workers;
        if (workers.isEmpty() || (!isNew && nowNs - lastNs < REPEAT_NS)) {
            return null;
        }
        lastNs = nowNs;
        return SilentHolder.line(holders);
    }
}
