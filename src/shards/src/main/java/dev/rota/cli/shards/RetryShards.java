package dev.rota.cli.shards;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.TimeOption;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.engine.text.Printable;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.worker.letters.LetterChoice;
import dev.rota.worker.letters.LetterRetry;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts dead letters back at the end of their shards. */
@Command(
        name = "retry",
        mixinStandardHelpOptions = true,
        description = {
            "Puts dead letters back at the end of their shards.",
            "Sends each as a transaction with the same id, payload, key, headers and source.",
            "Of several letters of one transaction, only the latest is put back.",
            "A letter that was put back before is left out, unless --again is given.",
            "Exit code 1 if no letter matches.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {"  rota shards retry --shard lima --dry-run", "  rota shards retry --reason ATTEMPTS_EXHAUSTED"})
final class RetryShards implements Callable<Integer> {

    @Option(names = "--pool", paramLabel = "P", description = "The pool (default ${DEFAULT-VALUE}).")
    private String pool = "default";

    @Nullable
    @Option(names = "--shard", paramLabel = "S", description = "Letters of this shard only.")
    private String shard;

    @Option(names = "--id", paramLabel = "ID", description = "Letters of this transaction only; may be repeated.")
    private List<String> ids = List.of();

    @Nullable
    @Option(
            names = "--reason",
            paramLabel = "R",
            description = "Letters with this reason only: BATCH_FAILED, INVALID or ATTEMPTS_EXHAUSTED.")
    private String reason;

    @Nullable
    @Option(
            names = "--from-time",
            paramLabel = "T",
            converter = TimeOption.class,
            description = "Letters since this time only: 2026-01-02T03:04:05Z, or milliseconds.")
    private Long from;

    @Nullable
    @Option(
            names = "--to-time",
            paramLabel = "T",
            converter = TimeOption.class,
            description = "Letters before this time only.")
    private Long to;

    @Option(names = "--all", description = "All letters of the pool.")
    private boolean all;

    @Option(names = "--again", description = "Also letters that were put back before.")
    private boolean again;

    @Option(names = "--dry-run", description = "Print what would be put back, and send nothing.")
    private boolean dryRun;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        requireChoice();
        LetterChoice choice = LetterChoice.of(pool, shard, new LinkedHashSet<>(ids), reason, from, to);
        Settings settings = configured.clientSettings();
        Cluster.require(
                settings,
                Role.of(ShardsDomain.RETRY_ROLE),
                new ShardsDomain(),
                ShardsTopics.DEAD_LETTERS.topic(),
                ShardsTopics.TRANSACTIONS);
        try (Wire wire = Wires.impatient(settings);
                LetterRetry retry = new LetterRetry(settings, wire, choice, again, dryRun);
                PrintWriter out = Lines.out()) {
            LetterRetry.Sum sum = retry.run(letter -> out.println(line(letter)));
            if (sum.back() + sum.before() == 0) {
                throw new NotThere("expected dead letters of pool " + pool + " that match, but there are none"
                        + (sum.outdated() == 0 ? "" : "; the transactions of those that do have later letters")
                        + (sum.gone() == 0 ? "" : "; " + sum.gone() + " were deleted while this command ran"));
            }
            out.println(total(sum));
            return ExitCode.DONE;
        }
    }

    private void requireChoice() {
        boolean chooses = shard != null || !ids.isEmpty() || reason != null || from != null || to != null;
        if (!chooses && !all) {
            throw new Unusable(
                    "expected --shard, --id, --reason, --from-time or --to-time, or --all for all dead letters"
                            + " of pool " + pool);
        }
        if (chooses && all) {
            throw new Unusable("expected --all or a selection, but there are both");
        }
    }

    private String line(LetterRetry.Letter letter) {
        return Printable.of((dryRun ? "would put back " : "put back ") + letter.shard() + " " + letter.transaction()
                + ", which died " + Phrases.at(letter.time()) + ", " + letter.reason()
                + (letter.message().isEmpty() ? "" : ": " + letter.message()));
    }

    private String total(LetterRetry.Sum sum) {
        return Phrases.count(sum.back(), "dead letter")
                + (dryRun ? " would be put back" : " put back")
                + (sum.before() == 0
                        ? ""
                        : ", " + sum.before() + " left out, put back before (--again puts them back once more)")
                + (sum.outdated() == 0
                        ? ""
                        : ", " + sum.outdated() + " left out for a later one of the same transaction")
                + (sum.gone() == 0 ? "" : ", " + sum.gone() + " deleted while this command ran")
                + (sum.whole()
                        ? ""
                        : "; " + ShardsTopics.TRANSACTIONS + " does not reach back to the earliest letter, so some may"
                                + " have been put back before");
    }
}
