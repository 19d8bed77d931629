package dev.rota.cli.whatif.history;

import dev.rota.workload.history.Work;
import java.util.List;
import java.util.function.Consumer;

/** Reads the rows of one kind of history. */
interface HistoryFormat {

    /** Returns whether a row goes on in the next line, since a quote is open. */
    default boolean isOpen(String row) {
        return false;
    }

    /** Takes a row, which may have no work, or several pieces of it. */
    void take(String row, Consumer<Work> works) throws Malformed;

    /** Returns sentences about rows that were left out, and about what the history tells of itself. */
    List<String> remarks();
}
