package dev.rota.pages.domain.cores;

import dev.rota.engine.Nullable;
import dev.rota.pages.domain.Decided;

/**
 * A para's stay on a core, from the block that scheduled it on.
 *
 * @param isClaim whether a claim brought it there; otherwise it is a parachain on its own core
 * @param collator whose claim it is; empty for a parachain, or if it began before the first column
 * @param retries failed attempts before
 * @param group the validator group; -1 if it began before the first column
 * @param from the first column
 * @param to the column after the last one
 * @param began the schedule that put it on the core; null if it began before the first column
 * @param ended the schedule that freed the core or gave it away; null if none did
 */
record Run(
        int core,
        int para,
        boolean isClaim,
        String collator,
        int retries,
        int group,
        int from,
        int to,
        End end,
        @Nullable Decided began,
        @Nullable Decided ended) {
    /** How a stay ended, or what it is. */
    enum End {
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

        String text() {
            return text;
        }
    }

    Run until(int column, End how, @Nullable Decided by) {
        return new Run(core, para, isClaim, collator, retries, group, from, column, how, began, by);
    }
}
