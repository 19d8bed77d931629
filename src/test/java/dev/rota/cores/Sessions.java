package dev.rota.cores;

import java.util.List;
import java.util.stream.IntStream;

/** Session changes to test with, and ways to make others of them. */
final class Sessions {

    private Sessions() {}

    /** Two parachains and two thread cores, four validators, groups that never rotate, plenty of time. */
    static CoresConfig.Builder config() {
        return CoresConfig.newBuilder(new CoresConfig(2, 1, 0, 100, 100, 2, null, null, Rotation.FORWARD));
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
