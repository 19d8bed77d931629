package dev.rota.settings;

/** The host on which a server listens, as clients on its machine name it. */
public final class ListeningHost {

    private ListeningHost() {}

    /** Returns the host for a URL: the one that the server listens on, unless it listens on all addresses. */
    public static String inUrl(String host) {
        return host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host.contains(":") ? "[" + host + "]" : host;
    }
}
