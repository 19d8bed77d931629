package dev.rota.pages;

/** The pages of a unit. */
enum UnitTab {
    STATE("State", "/state"),
    DECISIONS("Decisions", "/unit"),
    EVIDENCE("Evidence", "/evidence"),
    WHAT_IF("What if", "/what-if");

    private final String text;
    private final String path;

    UnitTab(String text, String path) {
        this.text = text;
        this.path = path;
    }

    String text() {
        return text;
    }

    String url(String domain, String unit) {
        return Url.ofUnit(path, domain, unit);
    }
}
