package dev.rota.pages.view;

import java.util.List;

/** The rejections of a domain. */
public record RejectionList(String domain, List<Count> counts, List<Row> rows, String kept, String filter) {

    public RejectionList {
        counts = List.copyOf(counts);
        rows = List.copyOf(rows);
    }

    /** The number of rejections with a reason, for inputs of a topic. */
    public record Count(String reason, String source, String count, String last, String url) {}
}
