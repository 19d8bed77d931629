package dev.rota.pages.view;

import java.util.List;

/** A log record and the outputs that it caused. */
public record StepView(String cause, String causeUrl, String time, String ago, List<Row> rows) {

    public StepView {
        rows = List.copyOf(rows);
    }
}
