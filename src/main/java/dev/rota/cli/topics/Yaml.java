package dev.rota.cli.topics;

/** Text in YAML that is written line by line. */
final class Yaml {

    private Yaml() {}

    /** A scalar in double quotes, so that nothing in it has a meaning. */
    static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
