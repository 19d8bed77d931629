package dev.rota.chunks;

/** A network's events. */
final class RandomHistory {

    static final String NETWORK = "mainnet";

    private RandomHistory() {}
}
