package dev.rota.engine;

/**
 * The build's version and commit, such as {@code 0.1.0+8e969aff13a2}, for rules records, checkpoints and metrics. No code
 * compares it.
 */
public final class Version {

    public static final String OF_JAR = read();

    private Version() {}

    private static String read() {
        String version = Version.class.getPackage().getImplementationVersion();
        if (version == null) {
            return "unreleased";
        }
        // A build outside of a repository knows no commit; Maven then leaves the expression.
        int unknown = version.indexOf("+${");
        return unknown < 0 ? version : version.substring(0, unknown);
    }
}
