package dev.rota.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** Creates default names for workers and bots. */
public final class HostName {

    private HostName() {}

    /** Returns this host's name with a random suffix. */
    public static String unique(String otherwise) {
        String chance = UUID.randomUUID().toString().substring(0, 8);
        try {
            return InetAddress.getLocalHost().getHostName() + "-" + chance;
        } catch (UnknownHostException e) {
            return otherwise + "-" + chance;
        }
    }
}
