package dev.rota.engine;

/** Where decisions go, in the order in which they are taken. */
@FunctionalInterface
public interface Decisions {
    void take(Decision decision);
}
