package dev.rota.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes a short digest that identifies a text of any length. */
public final class TextDigest {

    private TextDigest() {}

    /** Returns the SHA-256 of a text in hex. */
    public static String of(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected SHA-256, which every Java platform has, but it is missing", e);
        }
    }
}
