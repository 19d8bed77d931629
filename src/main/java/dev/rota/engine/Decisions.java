package dev.rota.engine;

import java.nio.ByteBuffer;

/** Where decisions go, in the order in which they are taken. */
@FunctionalInterface
public interface Decisions {

    /** Takes one; {@code chain} is the head of its unit's chain after the record that caused it. */
    void take(Decision decision, ByteBuffer chain);
}
