package dev.rota.sim;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs a plan that failed again, for debugging: {@code -Dsim.plan=target/sim/seed-17/plan.json}. */
@ExtendWith(Quiet.class)
class ReplayTest {

    @Test
    @EnabledIfSystemProperty(named = "sim.plan", matches = ".+", disabledReason = "-Dsim.plan=FILE names a plan")
    void shouldBeRight() throws Exception {
        Failures.fail("replay", Shrink.plan(Files.readString(Path.of(System.getProperty("sim.plan")))));
    }
}
