package dev.rota.http;

import dev.rota.engine.Nullable;
import dev.rota.settings.BadSetting;
import dev.rota.settings.Setting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/**
 * Finds the reason why an address cannot be bound. The server throws the same exception for a foreign host and for a
 * port that is in use.
 */
final class BindFailure {

    private static final int ONE = 1;

    private BindFailure() {}

    static BadSetting why(String host, int port, Setting setting, Throwable thrown) {
        String wanted = "expected '" + Setting.HTTP_HOST.key() + "' to be a name or an address of this machine, but ";
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            return new BadSetting(wanted + "there is no host '" + host + "'");
        }
        if (!isOurs(address)) {
            return new BadSetting(wanted + "'" + host + "' is not one");
        }
        if (said(thrown).contains("Permission denied")) {
            return new BadSetting("expected port " + port + " of " + setting.key()
                    + " to be one that this user may open, but permission is denied");
        }
        return new BadSetting("expected port " + port + " of " + setting.key() + " to be free, but it is in use");
    }

    /** Returns whether an address is one of this machine, by binding any port of it. */
    private static boolean isOurs(InetAddress address) {
        try (ServerSocket any = new ServerSocket(0, ONE, address)) {
            return any.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static String said(Throwable thrown) {
        StringBuilder all = new StringBuilder();
        for (@Nullable Throwable each = thrown; each != null; each = each.getCause()) {
            all.append(each.getMessage()).append('\n');
        }
        return all.toString();
    }
}
