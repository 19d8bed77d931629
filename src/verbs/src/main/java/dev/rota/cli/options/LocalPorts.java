package dev.rota.cli.options;

/** The default ports of {@code dev} and of client verbs. */
public final class LocalPorts {

    public static final int BROKER = 9092;
    public static final int REGISTRY = 8081;
    public static final int HTTP = 8080;

    private LocalPorts() {}
}
