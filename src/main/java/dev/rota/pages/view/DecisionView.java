package dev.rota.pages.view;

import java.util.List;

/** A record of an output, the log or an input, with all that is known of it. */
public record DecisionView(
        String at,
        String sentence,
        String what,
        String time,
        String ago,
        boolean isDecision,
        List<Field> fields,
        String compared,
        List<About> abouts,
        Cause cause,
        List<Row> siblings,
        List<Pair> evidence,
        List<String> commands,
        Link previous,
        Link next,
        List<Pair> headers,
        String raw,
        String rawUrl,
        String unreadable,
        Ask before) {

    public DecisionView {
        fields = List.copyOf(fields);
        abouts = List.copyOf(abouts);
        siblings = List.copyOf(siblings);
        evidence = List.copyOf(evidence);
        commands = List.copyOf(commands);
        headers = List.copyOf(headers);
    }

    /**
     * An id in the record.
     *
     * @param link to what is known of it
     * @param previous the record before this one that has it too; leads nowhere if there is none
     */
    public record About(Link link, Link previous, Link next) {}

    /** A field, and what it was in the record before. */
    public record Field(String name, String value, String was, boolean isChanged) {}

    /** A name and a text. */
    public record Pair(String name, String value) {}

    /** Where a decision is from. */
    public record Cause(String log, String logUrl, String kind, String source, String sourceUrl, List<Pair> fields) {

        public static final Cause NONE = new Cause("", "", "", "", "", List.of());

        public Cause {
            fields = List.copyOf(fields);
        }
    }

    /** A question that a replay can answer; none if its address is empty. */
    public record Ask(String url, List<Pair> parameters) {

        public static final Ask NOTHING = new Ask("", List.of());

        public Ask {
            parameters = List.copyOf(parameters);
        }
    }
}
