package dev.rota.cli.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rota.cli.options.Unusable;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests how long verbs wait for a registry that does not respond. */
class WiresTest {

    private static final String WHY = "http://localhost:1: connection refused";

    @Test
    void shouldWaitForAShortOutage() {
        assertThatCode(() -> Wires.giveUp(WHY, Duration.ofSeconds(9))).doesNotThrowAnyException();
    }

    @Test
    void shouldSayWhichRegistryDidNotAnswerAndHowToNameAnother() {
        assertThatExceptionOfType(Unusable.class)
                .isThrownBy(() -> Wires.giveUp(WHY, Duration.ofSeconds(10)))
                .withMessage("expected a schema registry, but none responded in 10 s: " + WHY
                        + ". Start one with 'rota dev', or name another one with --set schema.registry.url=URL or"
                        + " ROTA_SCHEMA_REGISTRY_URL=URL");
    }
}
