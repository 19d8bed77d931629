package dev.rota.stream;

import java.util.List;

/**
 * The health of a domain in this process.
 *
 * @param live whether it can continue at all; if not, the process should be restarted
 * @param reasons why it is not ready; empty if it is
 * @param notes further observations for operators, each in a sentence
 */
public record Health(boolean live, List<String> reasons, List<String> notes) {

    public Health {
        reasons = List.copyOf(reasons);
        notes = List.copyOf(notes);
    }

    public boolean ready() {
        return live && reasons.isEmpty();
    }
}
