package dev.rota.cli.demo;

import dev.rota.cli.process.ExitHooks;
import dev.rota.engine.Domain;
import dev.rota.settings.Settings;
import dev.rota.shards.scheduler.ShardsDomain;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Consumer;

/** The demo: traffic for each scheduler, and workers for the shards. */
public final class Demo {

    private Demo() {}

    /**
     * Starts the demo. The hooks close it.
     *
     * @param ended receives a sentence if a part of the demo ends without being stopped
     */
    public static void start(
            List<Domain> schedulers, Settings settings, PrintStream out, ExitHooks ending, Consumer<String> ended) {
        if (schedulers.stream().anyMatch(ShardsDomain.class::isInstance)) {
            ending.add(new DemoWorkers(settings, ended)).start();
        }
        for (Domain domain : schedulers) {
            ending.add(new TrafficRun(domain, settings, out, ended)).start();
        }
    }
}
