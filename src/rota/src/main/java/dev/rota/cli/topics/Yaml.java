package dev.rota.cli.topics;

/** Formats text for YAML that is written line by line. */
final class Yaml {

    private Yaml() {}

    /** Returns a scalar in double quotes, in which no character has a special meaning. */
    static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
