package dev.rota.pages.view;

import java.util.List;

/**
 * A record of an output, the log or an input.
 *
 * @param isDecision whether it is an output
 * @param cause what the record was made from
 * @param siblings the other outputs of the same log record; all of them if this is the log record
 */
public record DecisionView(
        Heading heading,
        boolean isDecision,
        Contents contents,
        Cause cause,
        List<Row> siblings,
        Neighbourhood neighbours,
        Proof proof) {

    public DecisionView {
        siblings = List.copyOf(siblings);
    }

    /** Where a record is, when it was made, and what it states. */
    public record Heading(String at, String sentence, String what, String time, String ago) {}

    /**
     * What a record contains.
     *
     * @param compared a sentence about what its fields are compared with
     * @param unreadable why the fields cannot be shown; empty if they can
     */
    public record Contents(
            List<Field> fields, String compared, List<Pair> headers, String raw, String rawUrl, String unreadable) {

        public Contents {
            fields = List.copyOf(fields);
            headers = List.copyOf(headers);
        }
    }

    /** The records before and after an output: those with the same key, and those that share an id with it. */
    public record Neighbourhood(Link previous, Link next, List<About> abouts) {

        public Neighbourhood {
            abouts = List.copyOf(abouts);
        }
    }

    /**
     * How a decision can be verified.
     *
     * @param commands the commands that recompute it
     * @param before the question about the state just before it
     */
    public record Proof(List<Pair> evidence, List<String> commands, Ask before) {

        public static final Proof NONE = new Proof(List.of(), List.of(), Ask.NOTHING);

        public Proof {
            evidence = List.copyOf(evidence);
            commands = List.copyOf(commands);
        }
    }

    /**
     * An id in the record.
     *
     * @param link the page of the id's subject
     * @param previous the previous record with this id; leads nowhere if there is none
     * @param next the next record with this id; leads nowhere if there is none
     */
    public record About(Link link, Link previous, Link next) {}

    /** A field, with its value in the previous record of the same key. */
    public record Field(String name, String value, String was, boolean isChanged) {}

    /** A name and a text. */
    public record Pair(String name, String value) {}

    /** The cause of a decision. */
    public record Cause(String log, String logUrl, String kind, String source, String sourceUrl, List<Pair> fields) {

        public static final Cause NONE = new Cause("", "", "", "", "", List.of());

        public Cause {
            fields = List.copyOf(fields);
        }
    }

    /** A question that a replay can answer; no question if its address is empty. */
    public record Ask(String url, List<Pair> parameters) {

        public static final Ask NOTHING = new Ask("", List.of());

        public Ask {
            parameters = List.copyOf(parameters);
        }
    }
}
