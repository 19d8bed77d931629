package dev.rota.cores.scheduler;

import dev.rota.cores.CoresConfig;
import dev.rota.cores.SessionChange;
import dev.rota.engine.schema.Avro;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Creates session changes for tests, and builders to vary them. */
final class Sessions {

    static {
        // Avro's builders reject generated classes until the class Avro has configured the library.
        Objects.requireNonNull(Avro.DATA);
    }

    private Sessions() {}

    /**
     * Returns a configuration with two parachains, two thread cores, four validators, groups that never rotate, and
     * long periods.
     */
    static CoresConfig.Builder config() {
        return CoresConfig.newBuilder()
                .setParathreadCores(2)
                .setParathreadRetries(1)
                .setGroupRotationFrequency(0)
                .setChainAvailabilityPeriod(100)
                .setThreadAvailabilityPeriod(100)
                .setSchedulingLookahead(2);
    }

    static SessionChange of(CoresConfig.Builder config) {
        return change(config).build();
    }

    static SessionChange.Builder change(CoresConfig.Builder config) {
        return SessionChange.newBuilder()
                .setIndex(1)
                .setConfig(config.build())
                .setParachains(List.of(100, 101))
                .setParathreads(numbers(1, 9))
                .setValidators(validators(4));
    }

    static List<Integer> numbers(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    static List<String> validators(int count) {
        return IntStream.range(0, count).mapToObj(i -> "v" + i).toList();
    }
}
