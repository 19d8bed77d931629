package dev.rota.pages.whatif;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * The answer of a what-if.
 *
 * @param sentence what was compared, or why nothing was
 * @param error how far the model is from the record
 * @param more how many groups are left out, in words; empty if none is
 * @param again the address of the form that asks the same
 * @param command the command that asks the same
 * @param change the lines of the change
 */
public record AnswerView(
        String sentence,
        String error,
        WaitsView waits,
        List<Group> groups,
        String more,
        List<Moved> slower,
        List<Moved> faster,
        List<String> remarks,
        String again,
        String command,
        String change) {

    public AnswerView {
        groups = List.copyOf(groups);
        slower = List.copyOf(slower);
        faster = List.copyOf(faster);
        remarks = List.copyOf(remarks);
    }

    /** The figures of a group. */
    public record Group(String name, List<Line> lines) {

        public Group {
            lines = List.copyOf(lines);
        }
    }

    /**
     * A figure in the record and in the two worlds.
     *
     * @param ofRuns whether it is about several runs, of the figure in the line before
     */
    public record Line(String name, String record, String baseline, String change, boolean ofRuns) {}

    /** A subject whose wait differs between the worlds. */
    public record Moved(Link subject, String baseline, String change) {}
}
