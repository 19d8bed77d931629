package dev.rota.serde;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Causes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The TLS trust and identity for the registry. A null context means Java's default trust and no client certificate. */
record RegistryTls(@Nullable SSLContext context) {

    static final Set<String> NAMES = Set.of(
            "ssl.truststore.location",
            "ssl.truststore.password",
            "ssl.truststore.type",
            "ssl.keystore.location",
            "ssl.keystore.password",
            "ssl.keystore.type",
            "ssl.key.password");

    static RegistryTls of(Map<String, String> own) {
        if (!own.containsKey("ssl.truststore.location") && !own.containsKey("ssl.keystore.location")) {
            return new RegistryTls(null);
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(own), trust(own), null);
            return new RegistryTls(context);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "expected a key that " + RegistrySettings.PREFIX + "ssl.key.password opens, but " + e.getMessage(),
                    e);
        }
    }

    /**
     * Returns which of the settings explains a failed connection, or null if none does, so that it may be an outage. A
     * certificate that is not accepted now is not accepted later either: retrying would never end.
     */
    static @Nullable String objection(IOException failure) {
        if (!(failure instanceof SSLHandshakeException)) {
            return null;
        }
        String message = String.valueOf(Causes.deepest(failure).getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        String store = RegistrySettings.PREFIX + "ssl.truststore.location";
        if (lower.contains("certification path") || lower.contains("path building") || lower.contains("signature")) {
            return message + ". Its certificate is not signed by an authority in " + store;
        }
        if (lower.contains("subject alternative") || lower.contains("no name matching")) {
            return message + ". Use a host name that its certificate has in " + RegistrySettings.PREFIX + "url";
        }
        if (lower.contains("certificate")) {
            return message + ". It requires a client certificate that it trusts: see " + RegistrySettings.PREFIX
                    + "ssl.keystore.location";
        }
        return null;
    }

    @Nullable
    private static TrustManager[] trust(Map<String, String> own) throws GeneralSecurityException {
        KeyStore store = store(own, "ssl.truststore");
        if (store == null) {
            return null;
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    @Nullable
    private static KeyManager[] keys(Map<String, String> own) throws GeneralSecurityException {
        KeyStore store = store(own, "ssl.keystore");
        if (store == null) {
            return null;
        }
        String password = own.getOrDefault("ssl.key.password", own.getOrDefault("ssl.keystore.password", ""));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password.toCharArray());
        return factory.getKeyManagers();
    }

    private static @Nullable KeyStore store(Map<String, String> own, String name) throws GeneralSecurityException {
        String location = own.get(name + ".location");
        if (location == null) {
            return null;
        }
        String password = own.get(name + ".password");
        KeyStore store = KeyStore.getInstance(own.getOrDefault(name + ".type", "JKS"));
        try (InputStream file = Files.newInputStream(Path.of(location))) {
            store.load(file, password == null ? null : password.toCharArray());
            return store;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "expected " + RegistrySettings.PREFIX + name + ".location to be a store that its password opens,"
                            + " but " + location + " is not: " + e.getMessage(),
                    e);
        }
    }
}
