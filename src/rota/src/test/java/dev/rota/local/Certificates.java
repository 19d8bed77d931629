package dev.rota.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** Creates self-signed certificates in key stores, with Java's {@code keytool}. */
public final class Certificates {

    /** The password of all stores and of their keys. */
    public static final String PASSWORD = "of-the-store";

    private static final String ALIAS = "own";

    private Certificates() {}

    /** Creates a key and its certificate, which is valid for the loopback address. */
    public static void make(Path keystore, String name) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-dname",
                        name,
                        "-ext",
                        "san=ip:" + Ports.HOST,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keystore.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException(said);
        }
    }

    /** Creates a store that trusts the certificates of other stores. */
    public static void trust(Path truststore, Path... keystores) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (Path keystore : keystores) {
            trusted.setCertificateEntry(
                    keystore.getFileName().toString(), open(keystore).getCertificate(ALIAS));
        }
        try (OutputStream out = Files.newOutputStream(truststore)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
    }

    /** Writes the certificate of a store as PEM, which clients in other languages read. */
    public static void export(Path keystore, Path pem) throws IOException, GeneralSecurityException {
        byte[] certificate = open(keystore).getCertificate(ALIAS).getEncoded();
        Files.writeString(
                pem,
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(certificate)
                        + "\n-----END CERTIFICATE-----\n");
    }

    static KeyStore open(Path keystore) throws IOException, GeneralSecurityException {
        KeyStore own = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keystore)) {
            own.load(in, PASSWORD.toCharArray());
        }
        return own;
    }
}
