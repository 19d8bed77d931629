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
 */
public record ClientRole(
        String name, List<String> reads, List<String> measures, List<String> writes, boolean asksPositions) {

    public ClientRole {
        reads = List.copyOf(reads);
        measures = List.copyOf(measures);
        writes = List.copyOf(writes);
    }

    /** Creates the role of a client that reads decisions and writes events. */
    public static ClientRole of(String name, List<String> reads, List<String> writes) {
        return new ClientRole(name, reads, List.of(), writes, false);
    }
}
