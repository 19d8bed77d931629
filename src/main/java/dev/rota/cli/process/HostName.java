package dev.rota.cli.process;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** Names for workers and bots that were given none. */
public final class HostName {

    private HostName() {}

    /** This host's name and a random part. */
    public static String unique(String otherwise) {
        String chance = UUID.randomUUID().toString().substring(0, 8);
        try {
            return InetAddress.getLocalHost().getHostName() + "-" + chance;
        } catch (UnknownHostException e) {
            return otherwise + "-" + chance;
        }
    }
}
