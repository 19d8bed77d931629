package dev.rota.cli.explain;

import dev.rota.cli.options.Domains;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.settings.Settings;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Explains a shard's, a transaction's or a worker's state by replaying the log. */
@Command(
        name = "shards",
        mixinStandardHelpOptions = true,
        description = {
            "Explains why a shard is not running, and which turn it lost.",
            "Also explains where a transaction is, or why it is a dead letter; what a worker runs, and when it would be lost.",
            "Recomputes the decisions of each pool up to the end of the log and prints one sentence.",
            "Exit code 1 if no pool ever had the shard, the transaction or the worker.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota explain shards --shard s1",
            "  rota explain shards --transaction t17 --files evidence",
            "  rota explain shards --worker w1 --pool default --json"
        })
final class ExplainShards implements Callable<Integer> {

    @ArgGroup(multiplicity = "1")
    private Asked asked = new Asked();

    /** The options that name the subject. */
    static final class Asked {
        @Nullable
        @Option(names = "--shard", paramLabel = "S", description = "The shard.")
        private String shard;

        @Nullable
        @Option(names = "--transaction", paramLabel = "ID", description = "The transaction, in whichever shard it is.")
        private String transaction;

        @Nullable
        @Option(names = "--worker", paramLabel = "W", description = "The worker.")
        private String worker;
    }

    @Nullable
    @Option(names = "--pool", paramLabel = "NAME", description = "Only this pool.")
    private String pool;

    @Mixin
    private Explanations explanations = new Explanations();

    @Override
    public Integer call() {
        Settings settings = explanations.recorded().settings();
        Subject subject = subject();
        String because = switch (subject.kind()) {
            case "shard" ->
                "no transaction of it was ever accepted, or a stateless pool has forgotten it, as all is done";
            case "transaction" -> "it was never accepted";
            default -> "it is not there, and never had a turn";
        };
        return explanations.explain(Domains.named("shards", settings), settings, subject, pool, "pool", because);
    }

    private Subject subject() {
        if (asked.shard != null) {
            return new Subject("shard", asked.shard);
        }
        return asked.transaction != null
                ? new Subject("transaction", asked.transaction)
                : new Subject("worker", String.valueOf(asked.worker));
    }
}
