package dev.rota.pages.view;

import java.util.List;

/** The results of a search. */
public record Found(String query, String searched, List<Subject> subjects, List<Row> rows, List<Link> places) {

    public Found {
        subjects = List.copyOf(subjects);
        rows = List.copyOf(rows);
        places = List.copyOf(places);
    }

    /** A subject of decisions, such as a job or a worker. */
    public record Subject(String kind, String id, String url, String unit, String last, String sentence) {}
}
