package dev.rota.testing;

import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Checks that a scheduler decides the same bytes, sets the same timers and ends with the same hash chains in every run
 * of a history: a second time, restarted from its rows after every moment, and in another process with a different
 * heap, locale, time zone, encoding and identity hash codes.
 */
public final class Determinism {

    private static final String DECIDED = " decided ";

    private Determinism() {}

    /** Checks a domain without settings. */
    public static void check(Domain domain, List<Moment> history) {
        check(domain, Map.of(), history);
    }

    /**
     * Decides a history several times, and compares the runs.
     *
     * @param domain has a public constructor without parameters, as every domain on the class path must
     * @param settings settings of the domain, without its name in front
     * @throws AssertionError with the first difference, or if the history has no decision
     */
    public static void check(Domain domain, Map<String, String> settings, List<Moment> history) {
        OtherProcess.requireConstructor(domain);
        if (!domain.settings().containsAll(settings.keySet())) {
            throw new IllegalArgumentException("expected settings of " + domain.name() + " (" + domain.settings()
                    + "), but they are " + settings.keySet());
        }
        Domain configured = OtherProcess.configured(domain, settings);
        List<String> expected = trace(TestLog.warm(configured), history);
        List<String> others = List.of(
                DECIDED + domain.rejections().topic() + " ",
                DECIDED + domain.checkpoints().topic() + " ");
        if (expected.stream()
                .noneMatch(line -> line.contains(DECIDED) && others.stream().noneMatch(line::contains))) {
            throw new AssertionError("expected a history with decisions other than rejections, but there are none");
        }
        same("in a second run", expected, trace(TestLog.warm(configured), history));
        same("when restarted after every moment", expected, trace(TestLog.cold(configured), history));
        same("in another process", expected, elsewhere(domain, settings, history));
    }

    /**
     * Decides a history twice, once restarted from the rows after every moment, and compares the runs. This part of
     * {@link #check} is fast enough for many histories.
     */
    public static void checkRestarts(Domain domain, List<Moment> history) {
        same(
                "when restarted after every moment",
                trace(TestLog.warm(domain), history),
                trace(TestLog.cold(domain), history));
    }

    /** Returns the trace of a run of a history, line by line. */
    static List<String> trace(TestLog log, List<Moment> history) {
        List<String> lines = new ArrayList<>();
        TreeSet<String> units = new TreeSet<>();
        for (int i = 0; i < history.size(); i++) {
            for (Decision decision : decided(log, i, history.get(i))) {
                units.add(decision.unit());
                lines.add(i + DECIDED + decision.output().topic() + " " + decision.key() + " " + decision.unit() + " "
                        + decision.seq() + " " + decision.time() + " " + decision.value() + " "
                        + Arrays.hashCode(decision.avro()));
            }
            lines.add(i + " next timer " + log.nextDue());
        }
        for (String unit : units) {
            lines.add("chain of " + unit + " " + log.chain(unit));
        }
        // values may contain line breaks
        return lines.stream()
                .map(line -> line.replace("\n", "\\n").replace("\r", "\\r"))
                .toList();
    }

    private static List<Decision> decided(TestLog log, int index, Moment moment) {
        try {
            return log.take(moment);
        } catch (RuntimeException e) {
            throw new AssertionError("expected moment " + index + " to be decided, but: " + e + "\n  " + moment, e);
        }
    }

    private static List<String> elsewhere(Domain domain, Map<String, String> settings, List<Moment> history) {
        try {
            Path folder = Files.createTempDirectory("rota-testing");
            try {
                return OtherProcess.trace(folder, domain, settings, history);
            } finally {
                try (var files = Files.list(folder)) {
                    for (Path file : files.toList()) {
                        Files.delete(file);
                    }
                }
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new AssertionError("expected to run a second process, but: " + e.getMessage(), e);
        }
    }

    private static void same(String when, List<String> expected, List<String> found) {
        for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
            String one = i < expected.size() ? expected.get(i) : "nothing";
            String other = i < found.size() ? found.get(i) : "nothing";
            if (!one.equals(other)) {
                throw new AssertionError(
                        "expected the same " + when + ", but moment\n  " + one + "\nbecame\n  " + other);
            }
        }
    }
}
