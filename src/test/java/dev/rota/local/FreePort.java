package dev.rota.local;

/** A port of this machine on which a test can listen, now and again, and which no connection takes meanwhile. */
public final class FreePort {

    private FreePort() {}

    public static int next() {
        return Ports.lasting(1)[0];
    }
}
