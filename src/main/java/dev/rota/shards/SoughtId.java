package dev.rota.shards;

import java.nio.charset.StandardCharsets;

/** A transaction's id that is looked up in several lists: what they compare is computed once. */
final class SoughtId {

    final String text;
    final byte[] utf8;
    final int fingerprint;

    SoughtId(String text) {
        this.text = text;
        this.utf8 = text.getBytes(StandardCharsets.UTF_8);
        this.fingerprint = Fingerprint.of(utf8);
    }
}
