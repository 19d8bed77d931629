package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs plans that must not fail. Of one that does, a shrunk one and the evidence are left in a folder. */
final class Failures {

    private static final Path FOLDER = Path.of("target/sim");

    /** Plans that found defects, each shrunk. */
    private static final Path PLANS = Path.of("src/test/resources/sim/plans");

    private Failures() {}

    /** The plan that found a defect fails where the defect is made again, and only there. */
    static void mustStayMended(Mutant found, Path folder) throws Exception {
        String plan = Files.readString(PLANS.resolve(found.name().replaceAll("[^a-z]+", "-") + ".json"));

        assertThat(SimRun.of(Shrink.plan(plan)).violations()).isEmpty();
        Class<?> wrong = found.load(folder, Shrink.class);
        assertThat((boolean) wrong.getDeclaredMethod("fails", String.class).invoke(null, plan))
                .isTrue();
    }

    /** Shrinks a plan that fails, and fails with it. */
    static void mustBeRight(Plan plan) {
        if (!SimRun.of(plan).isRight()) {
            fail("seed-" + plan.seed(), Shrink.of(plan));
        }
    }

    /** Fails with what comes of a plan, if that is not right. */
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
