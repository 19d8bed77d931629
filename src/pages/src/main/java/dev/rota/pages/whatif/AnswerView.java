package dev.rota.pages.whatif;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * The answer of a what-if.
 *
 * @param sentence what was compared, or why nothing was
 * @param error how far the model is from the record
 * @param notes what is to be known of a record that is a history
 * @param moved the waits that each change moved most
 */
public record AnswerView(
        String sentence,
        String error,
        List<String> notes,
        WaitsView waits,
        SpreadView spread,
        Figures figures,
        List<Use> uses,
        List<Gains> gains,
        List<MovedTable> moved,
        List<String> remarks,
        Again again) {

    public AnswerView {
        notes = List.copyOf(notes);
        uses = List.copyOf(uses);
        gains = List.copyOf(gains);
        moved = List.copyOf(moved);
        remarks = List.copyOf(remarks);
    }

    /**
     * How to ask the same.
     *
     * @param url the address of the form; empty if there is none
     * @param command the command
     * @param change the lines of the change
     */
    public record Again(String url, String command, String change) {

        static final Again NONE = new Again("", "", "");
    }

    /**
     * The figures of all groups.
     *
     * @param headings the names of the columns
     * @param more how many groups are left out, in words; empty if none is
     */
    public record Figures(List<String> headings, List<Group> groups, String more) {

        static final Figures NONE = new Figures(List.of(), List.of(), "");

        public Figures {
            headings = List.copyOf(headings);
            groups = List.copyOf(groups);
        }
    }

    /** The figures of a group. */
    public record Group(String name, List<Line> lines) {

        public Group {
            lines = List.copyOf(lines);
        }
    }

    /**
     * A figure in the record, in the baseline, and in the world of each change.
     *
     * @param ofRuns whether it is about several runs, of the figure in the line before
     */
    public record Line(String name, List<String> cells, boolean ofRuns) {

        public Line {
            cells = List.copyOf(cells);
        }
    }

    /** The used part of the slots of bots or workers. */
    public record Use(String group, List<Bar> worlds) {

        public Use {
            worlds = List.copyOf(worlds);
        }

        /** The used part in one world: its text, and its width of 100. */
        public record Bar(String world, String text, double width) {}
    }

    /** The groups whose mean waits a change made shorter or longer, those that gained most first. */
    public record Gains(String caption, List<Gain> rows) {

        public Gains {
            rows = List.copyOf(rows);
        }
    }

    /**
     * A group that gained or lost.
     *
     * @param gained whether its mean wait is shorter
     * @param width the part of the greatest difference, of 100
     */
    public record Gain(String group, String baseline, String change, String difference, boolean gained, int width) {}

    /** The waits that grow or shrink most. */
    public record MovedTable(String caption, List<Moved> rows) {

        public MovedTable {
            rows = List.copyOf(rows);
        }
    }

    /**
     * A subject whose wait differs between the worlds.
     *
     * @param why what the scheduler says of it in the baseline; may be empty
     * @param whyChange what it says of it in the changed world
     */
    public record Moved(Link subject, String baseline, String change, String why, String whyChange) {}
}
