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
     * @param spark the points of a line of decisions over the last minutes, in a box of 100 by 24
     * @param audited the extent of verification, in words
     */
    public record Line(
            String domain,
            String url,
            String mood,
            String state,
            List<Diverged> diverged,
            List<String> exceptions,
            String spark,
            String rate,
            String units,
            String last,
            String oldestWait,
            String rejections,
            String rejectionsUrl,
            String audited,
            String evidenceUrl) {

        public Line {
            diverged = List.copyOf(diverged);
            exceptions = List.copyOf(exceptions);
        }
    }
}
