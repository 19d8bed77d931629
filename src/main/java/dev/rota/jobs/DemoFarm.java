package dev.rota.jobs;

import dev.rota.engine.Traffic;
import java.util.List;

/** A small build farm. */
final class DemoFarm implements Traffic {

    @Override
    public List<Fact> at(long timeMs) {
        return List.of();
    }
}
