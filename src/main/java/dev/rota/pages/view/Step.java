package dev.rota.pages.view;

import java.util.List;

/** One log record and what it caused. */
public record Step(String cause, String causeUrl, String time, String ago, List<Row> rows) {

    public Step {
        rows = List.copyOf(rows);
    }
}
