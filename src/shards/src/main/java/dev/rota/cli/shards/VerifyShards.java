package dev.rota.cli.shards;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.worker.ExecutorLoader;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.state.BrokenHistory;
import dev.rota.worker.verify.PoolHistory;
import dev.rota.worker.verify.ShardVerification;
import dev.rota.worker.verify.VerifiedShard;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Verifies that blocks match their batches. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Verifies a shard's hash chain and executes every batch again.",
            "Walks the chain from the first block and compares receipts, dead letters and state changes.",
            "Exit code 1, with the first difference of each shard, if they differ.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {"  rota shards verify --all", "  rota shards verify --shard lima"})
final class VerifyShards implements Callable<Integer> {

    /** The options for the shards, one of which is required. */
    static final class Which {
        @Nullable
        @Option(names = "--shard", paramLabel = "S", description = "The shard.")
        private String shard;

        @Option(names = "--all", description = "All shards of the pool.")
        private boolean all;
    }

    @ArgGroup(multiplicity = "1")
    private Which which = new Which();

    @Option(names = "--pool", paramLabel = "P", description = "Their pool (default ${DEFAULT-VALUE}).")
    private String pool = "default";

    @Option(
            names = "--executor",
            paramLabel = "CLASS",
            description = "The executor that the workers used (default ${DEFAULT-VALUE}).")
    private String executor = "Ledger";

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        if (which.shard == null && !which.all) {
            throw new Unusable("expected --shard S or --all");
        }
        Settings settings = configured.clientSettings();
        TransactionExecutor executing = ExecutorLoader.of(executor);
        Cluster.require(settings, Role.of(ShardsDomain.SHARDS_ROLE), new ShardsDomain());
        List<VerifiedShard> verified = verified(settings, executing);
        if (verified.isEmpty()) {
            throw new NotThere(
                    which.shard == null
                            ? "expected shards of pool " + pool + ", but there are none"
                            : "expected batches or blocks of shard " + which.shard + " of pool " + pool
                                    + ", but there are none");
        }
        try (PrintWriter out = Lines.out()) {
            verified.forEach(shard -> out.println(shard.sentence()));
        }
        return verified.stream().allMatch(VerifiedShard::holds) ? ExitCode.DONE : ExitCode.DOES_NOT_HOLD;
    }

    private List<VerifiedShard> verified(Settings settings, TransactionExecutor executing) throws InterruptedException {
        try (Wire wire = Wires.impatient(settings);
                PoolHistory history = new PoolHistory(settings, wire, pool, which.shard);
                ShardVerification verification = new ShardVerification(pool, executing, history.kept())) {
            for (SpecificRecord record = history.next(); record != null; record = history.next()) {
                verification.take(record);
            }
            return verification.end();
        } catch (BrokenHistory e) {
            throw new NotThere(String.valueOf(e.getMessage()));
        } catch (UnreadableValue e) {
            throw new NotThere("expected records that can be read, but " + e.sentence());
        }
    }
}
