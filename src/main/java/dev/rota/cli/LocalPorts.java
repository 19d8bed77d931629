package dev.rota.cli;

/** Where {@code dev} listens, and client verbs look, unless told otherwise. */
final class LocalPorts {

    static final int BROKER = 9092;
    static final int REGISTRY = 8081;
    static final int HTTP = 8080;

    private LocalPorts() {}
}
