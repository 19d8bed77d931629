package dev.rota.cli;

import dev.rota.cli.options.Unusable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Stands for {@code bench} where the jar that has it is not on the class path, as in the image. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures a domain's whole path, with rota-lab.jar beside rota.jar.",
        footerHeading = "%nExample:%n",
        footer = "  rota bench cores --rounds 1")
final class AbsentBench implements Callable<Integer> {

    @Unmatched
    private final List<String> given = new ArrayList<>();

    @Override
    public Integer call() {
        throw new Unusable("expected rota-lab.jar beside rota.jar for 'bench " + String.join(" ", given)
                + "', but it is not there; 'mvn package' makes both");
    }
}
