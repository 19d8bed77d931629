package dev.rota.cores.explain;

import dev.rota.engine.Nullable;

/**
 * The use of a core by a para, from the block that scheduled it on; blocks are counted in the list of schedules.
 *
 * @param isClaim whether a claim was scheduled, and not a parachain on its own core
 * @param collator the collator of the claim; empty for a parachain, or if the use began before the first schedule
 * @param retries the number of failed attempts before
 * @param group the validator group, or -1 if the use began before the first schedule
 * @param from the index of its first schedule
 * @param to the index after that of its last schedule
 * @param <T> the type that carries a schedule
 * @param began the schedule that put it on the core, or null if the use began before the first schedule
 * @param ended the schedule that freed the core or assigned it again, or null if none did
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
    /** The ends of uses, and the states of those that have not ended. */
    public enum End {
        /** Its candidate became available. */
        CONCLUDED("concluded"),
        TIMED_OUT("timed out"),
        /** It was scheduled, and its candidate was not backed. */
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
