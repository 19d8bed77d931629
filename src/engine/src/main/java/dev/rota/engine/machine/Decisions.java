package dev.rota.engine.machine;

import dev.rota.engine.Decision;
import java.nio.ByteBuffer;

/** Receives decisions in order. */
@FunctionalInterface
public interface Decisions {

    /** Takes one decision; {@code chain} is the head of its unit's chain after the record that caused it. */
    void take(Decision decision, ByteBuffer chain);
}
