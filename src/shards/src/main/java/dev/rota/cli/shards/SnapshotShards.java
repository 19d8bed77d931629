package dev.rota.cli.shards;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Ids;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.worker.state.BrokenHistory;
import dev.rota.worker.state.PoolSnapshot;
import dev.rota.worker.state.SnapshotRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes the states of a pool's shards to a file that workers start from. */
@Command(
        name = "snapshot",
        mixinStandardHelpOptions = true,
        description = {
            "Writes the states of a pool's shards to a file that workers start from.",
            "Reads the committed blocks only. The same blocks give the same bytes.",
            "An existing snapshot is replaced when the new one is complete.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {"  rota shards snapshot --out /shared/default", "  rota worker --from /shared/default"})
final class SnapshotShards implements Callable<Integer> {

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "The folder of the snapshot, which any number of workers may read; created if missing.")
    private Path out = Path.of("");

    @Option(names = "--pool", paramLabel = "P", description = "The pool (default ${DEFAULT-VALUE}).")
    private String pool = "default";

    @Nullable
    @Option(
            names = "--from",
            paramLabel = "DIR",
            description = "An earlier snapshot to continue from; by default, all blocks are read.")
    private Path from;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = configured.clientSettings();
        requirePool();
        Cluster.require(settings, Role.of(ShardsDomain.SHARDS_ROLE), new ShardsDomain(), ShardsTopics.BLOCKS.topic());
        try (Wire wire = Wires.impatient(settings);
                PoolSnapshot taken = SnapshotRun.take(settings, wire, pool, from, out);
                PrintWriter lines = Lines.out()) {
            lines.println("Snapshot of pool " + taken.pool() + " in " + out + ": "
                    + String.format(
                            Locale.ROOT,
                            "%,d %s, %,d bytes, SHA-256 %s",
                            taken.shards(),
                            taken.shards() == 1 ? "shard" : "shards",
                            taken.bytes(),
                            taken.checksum()));
            return ExitCode.DONE;
        } catch (BrokenHistory e) {
            throw new NotThere(String.valueOf(e.getMessage()));
        } catch (UnreadableValue e) {
            throw new NotThere("expected blocks that can be read, but " + e.sentence());
        }
    }

    private void requirePool() {
        try {
            Ids.unit("pool", pool);
        } catch (RefusedException e) {
            throw new Unusable(e.sentence());
        }
    }
}
