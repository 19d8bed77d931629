package dev.rota.shards.shard;

import java.nio.charset.StandardCharsets;

/** A transaction's id with its bytes and its fingerprint, which are computed once and compared with several lists. */
public final class TransactionId {

    public final String text;
    final byte[] utf8;
    final int fingerprint;

    public TransactionId(String text) {
        this.text = text;
        this.utf8 = text.getBytes(StandardCharsets.UTF_8);
        this.fingerprint = Fingerprint.of(utf8);
    }
}
