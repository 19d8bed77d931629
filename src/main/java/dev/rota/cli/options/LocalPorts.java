package dev.rota.cli.options;

/** The default ports of {@code dev} and of client verbs. */
public final class LocalPorts {

    static final int BROKER = 9092;
    static final int REGISTRY = 8081;
    static final int HTTP = 8080;

    private LocalPorts() {}
}
