package dev.rota.pages.view;

import java.util.List;

/** The first page: a line for each domain. */
public record Overview(List<Line> lines) {

    public Overview {
        lines = List.copyOf(lines);
    }

    /**
     * A domain.
     *
     * @param mood good, warn or bad
     * @param state the domain's state in a sentence
     * @param diverged the first few units whose evidence does not hold
     * @param exceptions the domain's problems, each in a sentence
     * @param oldestWait how long the oldest waiting work waits; empty if unknown
     * @param audited the extent of verification, in words
     */
    public record Line(
            Link domain,
            String mood,
            String state,
            List<Diverged> diverged,
            List<String> exceptions,
            String rate,
            String units,
            String last,
            String oldestWait,
            Link rejections,
            Link audited) {

        public Line {
            diverged = List.copyOf(diverged);
            exceptions = List.copyOf(exceptions);
        }
    }
}
