package dev.rota.pages.view;

import dev.rota.engine.Nullable;
import gg.jte.Content;
import java.util.List;

/**
 * The answer to a costly question, or its progress.
 *
 * @param lines the lines of the answer, as the verb prints them
 * @param picture the drawing of the answer; null if there is none
 */
public record TaskView(
        String id,
        String title,
        String state,
        Progress progress,
        String took,
        String by,
        String summary,
        List<String> lines,
        @Nullable Content picture,
        List<Section> sections,
        String again) {

    public TaskView {
        lines = List.copyOf(lines);
        sections = List.copyOf(sections);
    }

    /**
     * How far it is.
     *
     * @param stage what is being done; empty if the work has no stages
     */
    public record Progress(boolean isRunning, int percent, String stage) {}

    /** A table of the answer. */
    public record Section(String caption, List<String> columns, List<List<String>> rows) {

        public Section {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }
    }
}
