package dev.rota.cores.explain;

import dev.rota.engine.Nullable;

/**
 * The use of a core by a para, from the block that scheduled it on; blocks are counted in the list of schedules.
 *
 * @param isClaim whether a claim brought it there; otherwise it is a parachain on its own core
 * @param collator whose claim it is; empty for a parachain, or if it began before the first schedule
 * @param retries failed attempts before
 * @param group the validator group; -1 if it began before the first schedule
 * @param from the index of its first schedule
 * @param to the index behind that of its last one
 * @param <T> what carries a schedule
 * @param began the schedule that put it on the core; null if it began before the first schedule
 * @param ended the schedule that freed the core or gave it away; null if none did
 */
public record CoreUse<T>(
        int core,
        int para,
        boolean isClaim,
        String collator,
        int retries,
        int group,
        int from,
        int to,
        End end,
        @Nullable T began,
        @Nullable T ended) {
    /** How a use ended, or what it is. */
    public enum End {
        /** Its candidate became available. */
        CONCLUDED("concluded"),
        TIMED_OUT("timed out"),
        /** It was scheduled, and no candidate was backed. */
        NOT_BACKED("not backed"),
        /** A session emptied the core. */
        SESSION("ended by a session"),
        /** Its candidate waits to become available. */
        OCCUPIED("occupies it"),
        /** It waits to be backed in the last block. */
        SCHEDULED("scheduled");

        private final String text;

        End(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    CoreUse<T> until(int index, End how, @Nullable T by) {
        return new CoreUse<>(core, para, isClaim, collator, retries, group, from, index, how, began, by);
    }
}
