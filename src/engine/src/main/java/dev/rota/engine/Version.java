package dev.rota.engine;

/** The build's version, for checkpoints and metrics. No code compares it. */
public final class Version {

    public static final String OF_JAR = read();

    private Version() {}

    private static String read() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "unreleased" : version;
    }
}
