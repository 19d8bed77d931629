package dev.rota.pages.view;

import java.util.List;

/** The answer to a costly question, or how far it is. */
public record TaskView(
        String id,
        String title,
        String state,
        int percent,
        boolean isRunning,
        String took,
        String by,
        String summary,
        List<Section> sections,
        String again) {

    public TaskView {
        sections = List.copyOf(sections);
    }

    /** A table of the answer. */
    public record Section(String caption, List<String> columns, List<List<String>> rows) {

        public Section {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }
    }
}
