package dev.rota.jobs.explain;

import dev.rota.engine.text.Phrases;
import dev.rota.jobs.Eviction;

/** Formats which job replaced an evicted one. */
final class EvictionSentence {

    private EvictionSentence() {}

    static String of(Eviction eviction) {
        return "it was evicted from bot " + eviction.getBot() + " " + Phrases.at(eviction.getTime()) + ", where job "
                + eviction.getJob() + " came instead";
    }
}
