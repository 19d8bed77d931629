package dev.rota.pages.view;

import java.util.List;

/** What a search found. */
public record Found(String query, String searched, List<Subject> subjects, List<Row> rows, List<Link> places) {

    public Found {
        subjects = List.copyOf(subjects);
        rows = List.copyOf(rows);
        places = List.copyOf(places);
    }

    /** Somebody or something that decisions are about. */
    public record Subject(String kind, String id, String url, String unit, String last, String sentence) {}
}
