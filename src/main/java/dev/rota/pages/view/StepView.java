package dev.rota.pages.view;

import java.util.List;

/** One log record and what it caused. */
public record StepView(String cause, String causeUrl, String time, String ago, List<Row> rows) {

    public StepView {
        rows = List.copyOf(rows);
    }
}
