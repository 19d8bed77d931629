package dev.rota.engine;

import java.util.List;

/**
 * A kind of client of a domain and its use of the domain's topics, which operators can grant to a user. All topics are
 * named without prefix.
 *
 * @param name the role's name on the command line: {@code worker}
 * @param reads the topics that it reads
 * @param measures the topics whose ends it looks up
 * @param writes the topics that it writes
 * @param asksPositions whether it looks up the scheduler's committed positions
 * @param shows the topics that it reads only to show something, and works without
 */
public record ClientRole(
        String name,
        List<String> reads,
        List<String> measures,
        List<String> writes,
        boolean asksPositions,
        List<String> shows) {

    public ClientRole {
        reads = List.copyOf(reads);
        measures = List.copyOf(measures);
        writes = List.copyOf(writes);
        shows = List.copyOf(shows);
    }

    /** Creates the role of a client that reads nothing only to show it. */
    public ClientRole(
            String name, List<String> reads, List<String> measures, List<String> writes, boolean asksPositions) {
        this(name, reads, measures, writes, asksPositions, List.of());
    }

    /** Creates the role of a client that reads decisions and writes events. */
    public static ClientRole of(String name, List<String> reads, List<String> writes) {
        return new ClientRole(name, reads, List.of(), writes, false);
    }

    /** Returns the role of a client that also reads topics only to show something. */
    public ClientRole showing(String... topics) {
        return new ClientRole(name, reads, measures, writes, asksPositions, List.of(topics));
    }
}
