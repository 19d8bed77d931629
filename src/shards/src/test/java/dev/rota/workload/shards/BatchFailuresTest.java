package dev.rota.workload.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.workload.shards.BatchFailures.Failure;
import org.junit.jupiter.api.Test;

class BatchFailuresTest {

    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;

    private final BatchFailures failures = new BatchFailures();

    @Test
    void shouldBeTheDoingOfTheFirstIfNoneFailsAlone() {
        failures.add(new int[] {A, B}, 10, "down");
        failures.end();

        assertThat(failures.next(A, 0)).isEqualTo(new Failure(10, "down"));
        assertThat(failures.next(A, 1)).isNull();
        assertThat(failures.next(B, 0)).isNull();
    }

    @Test
    void shouldBeTheDoingOfTheOneThatFailedAlone() {
        failures.add(new int[] {A, B, C}, 10, "all");
        failures.branch();
        failures.add(new int[] {B}, 20, "b");
        failures.end();

        assertThat(failures.next(A, 0)).isNull();
        assertThat(failures.next(B, 0)).isEqualTo(new Failure(10, "all"));
        assertThat(failures.next(B, 1)).isEqualTo(new Failure(20, "b"));
        assertThat(failures.next(B, 2)).isNull();
        assertThat(failures.beforeBranch()).containsOnlyKeys(B).containsValue(1);
    }

    @Test
    void shouldFailAlwaysIfItBecameADeadLetter() {
        failures.add(new int[] {A, B}, 10, "all");
        failures.add(new int[] {A}, 20, "a");
        failures.dead(B);
        failures.end();

        assertThat(failures.next(B, 9)).isEqualTo(new Failure(10, "all"));
        assertThat(failures.next(A, 0)).isEqualTo(new Failure(20, "a"));
    }

    @Test
    void shouldFailForEachOfADroppedBatch() {
        failures.add(new int[] {A, B}, 10, "all");
        failures.dead(A);
        failures.dead(B);
        failures.end();

        assertThat(failures.next(A, 1)).isEqualTo(new Failure(10, "all"));
        assertThat(failures.next(B, 0)).isEqualTo(new Failure(10, "all"));
    }
}
