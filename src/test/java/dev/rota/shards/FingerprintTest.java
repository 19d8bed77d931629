package dev.rota.shards;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Different ids with the same fingerprint. */
class FingerprintTest {

    /** Enough ids to contain such a pair, as found by trying. */
    private static final int IDS = 300_000;

    private static String[] pair() {
        Map<Integer, String> ids = new HashMap<>();
        for (int i = 0; i < IDS; i++) {
            String id = "id-" + i;
            String other = ids.put(Fingerprint.of(id), id);
            if (other != null) {
                return new String[] {other, id};
            }
        }
        throw new IllegalStateException("expected two ids with one fingerprint");
    }

    @Test
    void shouldNeverChange() {
        assertThat(Fingerprint.of("")).isEqualTo(-1_164_367_578);
        assertThat(Fingerprint.of("tx-1")).isEqualTo(-1_418_426_074);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDistinguishPendingIdsWithEqualFingerprints(boolean cold) {
        // given one that is on a page of pending transactions
        String[] pair = pair();
        TestPool pool = TestPool.of(cold);
        pool.send("s", pair[0]);
        for (int i = 0; i < 400; i++) {
            pool.send("s", "filler-" + i);
        }

        // then the other is accepted, once
        assertThat(pool.send("s", pair[0])).containsExactly("TRANSACTION_EXISTS");
        assertThat(pool.send("s", pair[1])).isEmpty();
        assertThat(pool.send("s", pair[1])).containsExactly("TRANSACTION_EXISTS");

        // and when both are executed, both are remembered
        for (int i = 0; i < 100; i++) {
            pool.send("s", "more-" + i);
        }
        pool.ready("w", 1);
        while (pool.out().contains("s")) {
            pool.execute("s");
        }
        assertThat(pool.send("s", pair[0])).containsExactly("TRANSACTION_EXISTS");
        assertThat(pool.send("s", pair[1])).containsExactly("TRANSACTION_EXISTS");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAcceptAnIdWhoseFingerprintIsRemembered(boolean cold) {
        String[] pair = pair();
        TestPool pool = TestPool.of(cold);
        pool.ready("w", 1);
        pool.send("s", pair[0]);
        for (int i = 0; i < 400; i++) {
            pool.send("s", "filler-" + i);
        }
        while (pool.out().contains("s")) {
            pool.execute("s");
        }
        assertThat(pool.send("s", pair[0])).containsExactly("TRANSACTION_EXISTS");
        assertThat(pool.send("s", pair[1])).hasSize(3);
    }
}
