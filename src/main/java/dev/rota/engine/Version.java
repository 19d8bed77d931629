package dev.rota.engine;

/** Which build this is: in checkpoints and metrics, never in a comparison. */
public final class Version {

    public static final String OF_JAR = read();

    private Version() {}

    private static String read() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "unreleased" : version;
    }
}
