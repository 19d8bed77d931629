package dev.rota.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Writes the decisions that only one of two worlds has to a file, if one is given. */
final class DecisionDifferences implements AutoCloseable {

    private final @Nullable Path target;
    private final @Nullable DecisionFile baseline;
    private final @Nullable DecisionFile change;

    DecisionDifferences(@Nullable Path target) {
        this.target = target;
        this.baseline = target == null ? null : new DecisionFile();
        this.change = target == null ? null : new DecisionFile();
    }

    Consumer<Decision> baseline() {
        return baseline == null ? decision -> {} : baseline;
    }

    Consumer<Decision> change() {
        return change == null ? decision -> {} : change;
    }

    void write() {
        if (target == null || baseline == null || change == null) {
            return;
        }
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(target, UTF_8))) {
            DecisionFile.differences(baseline, change, out::println);
            if (out.checkError()) {
                throw new WhatIf.Unanswerable("expected room for " + target + ", but it could not be written");
            }
        } catch (IOException e) {
            throw new WhatIf.Unanswerable(
                    "expected a file that can be written, but " + target + " cannot (" + FileProblem.of(e) + ")");
        }
    }

    @Override
    public void close() {
        if (baseline != null && change != null) {
            baseline.close();
            change.close();
        }
    }
}
