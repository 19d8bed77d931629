package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Runs plans that must not fail. If one fails, leaves a shrunk plan and the evidence in a folder. */
final class Failures {

    private static final Path FOLDER = Path.of("target/sim");

    /** Plans that found defects, each shrunk. */
    private static final Path PLANS = Path.of("src/rota/src/test/resources/sim/plans");

    private Failures() {}

    /** Asserts that the plan that found a defect passes. */
    static void mustStayMended(Mutant found) throws IOException {
        assertThat(SimRun.of(plan(found)).violations()).isEmpty();
    }

    /**
     * Asserts that the plan that found a defect still fails with it. Code that makes one call more or less than before
     * shifts the calls that the plan's faults hit, so plans near it are tried as well.
     */
    static void mustBeFound(Mutant found, Path folder) throws Exception {
        Plan plan = plan(found);
        String fails = (String) found.load(folder, Shrink.class)
                .getDeclaredMethod("nearby", String.class)
                .invoke(null, Shrink.json(plan));
        assertThat(fails)
                .as("a plan near the kept one that finds: %s", found.name())
                .isNotEmpty();
        if (!Shrink.plan(fails).equals(plan)) {
            System.out.printf("no longer found by its plan but by one near it: %s%n%s%n", found.name(), fails);
        }
        assertThat(SimRun.of(Shrink.plan(fails)).violations()).isEmpty();
    }

    private static Plan plan(Mutant found) throws IOException {
        return Shrink.plan(Files.readString(PLANS.resolve(found.name().replaceAll("[^a-z]+", "-") + ".json")));
    }

    /** Runs a plan, and returns how long it took in simulated time. If it fails, shrinks it and fails with the shrunk plan. */
    static Duration mustBeRight(Plan plan) {
        SimRun.Result result = SimRun.of(plan);
        if (!result.isRight()) {
            fail("seed-" + plan.seed(), Shrink.of(plan));
        }
        return result.simulated();
    }

    /** Fails with the violations of a plan, if it has any. */
    static void fail(String name, Plan plan) {
        SimRun.Result result = SimRun.of(plan);
        assertThat(result.violations())
                .as(
                        "%s, left in %s%n%s%nlast calls:%n%s",
                        name, leave(FOLDER.resolve(name), plan, result), Shrink.json(plan), result.calls())
                .isEmpty();
    }

    private static Path leave(Path folder, Plan plan, SimRun.Result result) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("plan.json"), Shrink.json(plan));
            result.audit().export(folder.resolve("evidence"));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
