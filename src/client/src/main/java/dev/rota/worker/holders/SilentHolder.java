package dev.rota.worker.holders;

import dev.rota.engine.text.Phrases;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A worker that holds shards and sends nothing.
 *
 * @param shards the number of its shards
 * @param silentMs for how long it has sent nothing, at least
 * @param timeoutMs the silence after which its pool declares it lost
 */
public record SilentHolder(String worker, int shards, long silentMs, long timeoutMs) {

    /** The number of workers that a line names. */
    private static final int NAMED_MAX = 3;

    /** The time from a silent worker's timeout to the announcement of its loss. */
    private static final long LOST_MS_MAX = 5_000;

    /** Returns a line about all of them. */
    public static String line(List<SilentHolder> holders) {
        String named =
                holders.stream().limit(NAMED_MAX).map(SilentHolder::sentence).collect(Collectors.joining("; "));
        int more = holders.size() - NAMED_MAX;
        return more > 0 ? named + "; and more by " + Phrases.count(more, "other worker") : named;
    }

    private String sentence() {
        long silent = silentMs / 1_000;
        long timeout = timeoutMs / 1_000;
        return Phrases.count(shards, "key") + (shards == 1 ? " is" : " are") + " held by " + worker + ", silent for "
                + silent + " s, "
                + (silentMs - timeoutMs < LOST_MS_MAX
                        ? "lost in " + Math.max(0, timeout - silent) + " s"
                        : "lost after " + timeout + " s of silence while brokers and schedulers respond");
    }
}
