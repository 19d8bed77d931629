package dev.rota.engine;

/** The JSON pages of a unit in one folder, each named after its subject. */
public record PagesIn(String folder) {

    private static final String JSON = ".json";

    /** Returns the name pattern of all pages, with a placeholder. */
    public String named(String placeholder) {
        return folder + "/{" + placeholder + "}" + JSON;
    }

    /** Returns the subject of a page, or null if the page is not in this folder. */
    public @Nullable String subject(String page) {
        return page.startsWith(folder + "/") && page.endsWith(JSON)
                ? page.substring(folder.length() + 1, page.length() - JSON.length())
                : null;
    }
}
