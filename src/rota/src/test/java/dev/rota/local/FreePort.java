package dev.rota.local;

/** Finds a port on which a test can listen repeatedly. It is outside the range of ports for outgoing connections. */
public final class FreePort {

    private FreePort() {}

    public static int next() {
        return Ports.lasting(1)[0];
    }
}
