package dev.rota.cli.shards;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.NotThere;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.worker.state.BrokenHistory;
import dev.rota.worker.state.ShardAtEnd;
import dev.rota.worker.verify.EntryText;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints a shard's state after all its blocks. */
@Command(
        name = "state",
        mixinStandardHelpOptions = true,
        description = {
            "Prints a shard's latest block and its state.",
            "One entry per line, key and value separated by a tab; unprintable bytes are hex after 0x.",
            "Reads the committed blocks only. Exit code 1 if there are none.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota shards state --shard lima")
final class ShardState implements Callable<Integer> {

    @Option(names = "--shard", required = true, paramLabel = "S", description = "The shard.")
    private String shard = "";

    @Option(names = "--pool", paramLabel = "P", description = "Its pool (default ${DEFAULT-VALUE}).")
    private String pool = "default";

    @Option(names = "--max", paramLabel = "N", description = "Print up to N entries.")
    private long max = Long.MAX_VALUE;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        Unusable.ifNegative("--max", max);
        Settings settings = configured.clientSettings();
        ShardAtEnd found = read(settings);
        try (PrintWriter out = Lines.out()) {
            out.println("shard " + shard + " of pool " + pool);
            out.println("height " + found.head().height());
            out.println("hash " + found.head().hash());
            out.println("executed by " + found.worker() + " with token "
                    + found.head().token());
            out.println("entries " + found.entries().size());
            long printed = 0;
            for (Map.Entry<byte[], byte[]> entry : found.entries().entrySet()) {
                if (printed++ == max) {
                    break;
                }
                out.println(EntryText.of(entry.getKey()) + "\t" + EntryText.of(entry.getValue()));
            }
        }
        return ExitCode.DONE;
    }

    private ShardAtEnd read(Settings settings) throws InterruptedException {
        Cluster.require(settings, Role.of(ShardsDomain.SHARDS_ROLE), new ShardsDomain());
        try (Wire wire = Wires.impatient(settings)) {
            ShardAtEnd found = ShardAtEnd.read(settings, wire, pool, shard);
            if (found == null) {
                throw new NotThere("expected blocks of shard " + shard + " of pool " + pool + ", but there are none");
            }
            return found;
        } catch (BrokenHistory e) {
            throw new NotThere(String.valueOf(e.getMessage()));
        } catch (UnreadableValue e) {
            throw new NotThere("expected blocks that can be read, but " + e.sentence());
        }
    }
}
