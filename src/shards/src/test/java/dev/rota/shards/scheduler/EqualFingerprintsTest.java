package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests two ids with the same fingerprint. {@code FingerprintTest} asserts that it is the same. */
class EqualFingerprintsTest {

    private static final String ONE = "id-4950";
    private static final String OTHER = "id-67460";

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDistinguishPendingIdsWithEqualFingerprints(boolean cold) {
        // given an id on a page of pending transactions
        TestPool pool = TestPool.of(cold);
        pool.send("s", ONE);
        for (int i = 0; i < 400; i++) {
            pool.send("s", "filler-" + i);
        }

        // then the other id is accepted once
        assertThat(pool.send("s", ONE)).containsExactly("TRANSACTION_EXISTS");
        assertThat(pool.send("s", OTHER)).isEmpty();
        assertThat(pool.send("s", OTHER)).containsExactly("TRANSACTION_EXISTS");

        // and when both are executed, both are remembered
        for (int i = 0; i < 100; i++) {
            pool.send("s", "more-" + i);
        }
        pool.ready("w", 1);
        while (pool.out().contains("s")) {
            pool.execute("s");
        }
        assertThat(pool.send("s", ONE)).containsExactly("TRANSACTION_EXISTS");
        assertThat(pool.send("s", OTHER)).containsExactly("TRANSACTION_EXISTS");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAcceptAnIdWhoseFingerprintIsRemembered(boolean cold) {
        TestPool pool = TestPool.of(cold);
        pool.ready("w", 1);
        pool.send("s", ONE);
        for (int i = 0; i < 400; i++) {
            pool.send("s", "filler-" + i);
        }
        while (pool.out().contains("s")) {
            pool.execute("s");
        }
        assertThat(pool.send("s", ONE)).containsExactly("TRANSACTION_EXISTS");
        assertThat(pool.send("s", OTHER)).hasSize(3);
    }
}
