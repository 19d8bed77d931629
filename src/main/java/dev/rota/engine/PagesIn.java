package dev.rota.engine;

/** The JSON pages of a unit in one folder, each named after what it is of. */
public record PagesIn(String folder) {

    private static final String JSON = ".json";

    /** The name of all of them, with a placeholder. */
    public String named(String placeholder) {
        return folder + "/{" + placeholder + "}" + JSON;
    }

    /** What a page is of; null if it is none of these. */
    public @Nullable String subject(String page) {
        return page.startsWith(folder + "/") && page.endsWith(JSON)
                ? page.substring(folder.length() + 1, page.length() - JSON.length())
                : null;
    }
}
