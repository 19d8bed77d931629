package dev.rota.registry;

import dev.rota.engine.Nullable;
import dev.rota.settings.BadSetting;
import dev.rota.settings.ListeningHost;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Where a registry listens, and whom it answers.
 *
 * @param tls the server's certificate; null for plain HTTP
 * @param userInfo the user and password that every request must have, separated by a colon; null for none
 * @param readOnly whether it refuses to add schemas
 */
public record RegistryAccess(
        String host,
        int port,
        @Nullable SSLContext tls,
        @Nullable String userInfo,
        boolean readOnly) {

    /** Returns access from this machine, without a login. */
    static RegistryAccess local(int port) {
        return new RegistryAccess("127.0.0.1", port, null, null, false);
    }

    /**
     * Returns the access that the settings give.
     *
     * @throws BadSetting if the key store cannot be used
     */
    static RegistryAccess of(Settings settings) {
        String userInfo = settings.text(Setting.REGISTRY_USER_INFO);
        return new RegistryAccess(
                settings.text(Setting.REGISTRY_HOST),
                (int) settings.number(Setting.REGISTRY_PORT),
                settings.has(Setting.REGISTRY_KEYSTORE) ? tls(settings) : null,
                userInfo.isEmpty() ? null : userInfo,
                settings.flag(Setting.REGISTRY_READ_ONLY));
    }

    private static SSLContext tls(Settings settings) {
        String file = settings.text(Setting.REGISTRY_KEYSTORE);
        char[] password = settings.text(Setting.REGISTRY_KEYSTORE_PASSWORD).toCharArray();
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(KeyStore.getInstance(new File(file), password), password);
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(keys.getKeyManagers(), null, null);
            return tls;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new BadSetting("expected '" + Setting.REGISTRY_KEYSTORE.key()
                    + "' to be a key store (PKCS12 or JKS) that '" + Setting.REGISTRY_KEYSTORE_PASSWORD.key()
                    + "' opens, but " + file + " is not: " + e.getMessage());
        }
    }

    /** Returns whether a request has the login that is expected. */
    boolean admits(@Nullable String authorization) {
        if (userInfo == null) {
            return true;
        }
        String expected = "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
        // The time that this takes does not depend on the number of equal characters.
        return authorization != null
                && MessageDigest.isEqual(
                        expected.getBytes(StandardCharsets.UTF_8), authorization.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns whether a browser may have sent a request for a web page, which could use a registry that answers only its
     * own machine. A registry's clients name no origin. A page whose host name was made to resolve to this machine names
     * none either, but that host.
     *
     * @param isLoopback whether only this machine reaches the address that the server is bound to
     */
    boolean isFromPage(boolean isLoopback, @Nullable String origin, @Nullable String site, @Nullable String hostNamed) {
        boolean otherSite = site != null && !site.equals("none");
        return origin != null || otherSite || (isLoopback && hostNamed != null && !isLocal(hostNamed));
    }

    private static boolean isLocal(String hostAndPort) {
        String name = hostAndPort.replaceAll(":[0-9]*$", "");
        return name.equalsIgnoreCase("localhost") || name.startsWith("[") || name.matches("[0-9]+(\\.[0-9]+){3}");
    }

    /** Returns the URL for clients on this machine. */
    String url(int boundTo) {
        return (tls == null ? "http" : "https") + "://" + ListeningHost.inUrl(host) + ":" + boundTo;
    }
}
