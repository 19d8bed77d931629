package dev.rota.stream;

import java.util.List;

/**
 * How a domain's work goes in this process.
 *
 * @param live whether it can go on at all; else the process should be started anew
 * @param reasons why it is not ready; empty: it is
 */
public record Health(boolean live, List<String> reasons) {

    public Health {
        reasons = List.copyOf(reasons);
    }

    public boolean ready() {
        return live && reasons.isEmpty();
    }
}
