package dev.rota.worker.letters;

import dev.rota.engine.Nullable;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.worker.WorkerRefused;
import java.util.Arrays;
import java.util.Set;

/**
 * Selects dead letters of a pool. A criterion that is null or empty matches all.
 *
 * @param ids the transactions
 * @param fromMs the time of the earliest
 * @param toMs the time that all are before
 */
public record LetterChoice(
        String pool,
        @Nullable String shard,
        Set<String> ids,
        @Nullable DeadLetterReason reason,
        @Nullable Long fromMs,
        @Nullable Long toMs) {

    public LetterChoice {
        ids = Set.copyOf(ids);
    }

    /**
     * Returns a choice.
     *
     * @param reason the name of a reason, or null for all
     */
    public static LetterChoice of(
            String pool,
            @Nullable String shard,
            Set<String> ids,
            @Nullable String reason,
            @Nullable Long fromMs,
            @Nullable Long toMs) {
        return new LetterChoice(pool, shard, ids, reason == null ? null : named(reason), fromMs, toMs);
    }

    private static DeadLetterReason named(String reason) {
        return Arrays.stream(DeadLetterReason.values())
                .filter(each -> each.name().equals(reason))
                .findFirst()
                .orElseThrow(() -> new WorkerRefused("expected a reason among "
                        + Arrays.toString(DeadLetterReason.values()) + ", but it is '" + reason + "'"));
    }

    /** Returns whether a letter, and later ones of the same transaction, may be selected. */
    boolean matchesName(DeadLetter letter) {
        return letter.getPool().equals(pool)
                && (shard == null || letter.getShard().equals(shard))
                && (ids.isEmpty() || ids.contains(letter.getTransaction()));
    }

    /** Returns whether a letter whose name matches is selected. */
    boolean matches(DeadLetter letter, long time) {
        return (reason == null || letter.getReason() == reason)
                && (fromMs == null || time >= fromMs)
                && (toMs == null || time < toMs);
    }
}
