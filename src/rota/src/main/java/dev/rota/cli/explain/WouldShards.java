package dev.rota.cli.explain;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what a pool would decide on an event. */
@Command(
        name = "shards",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the place of a transaction, and the state of its shard.",
            "An event without a topic is one of shards.transactions.",
            "Replays the log of the event's pool. The answer holds if no other record comes before the event.",
            "Exit code 1 if the event would be rejected, or if the log has no record of the pool.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {"  rota would shards transaction.json", "  rota would shards transaction.json --files evidence --json"
        })
final class WouldShards implements Callable<Integer> {

    @Mixin
    private AssumedEvent assumed = new AssumedEvent();

    @Override
    public Integer call() throws IOException {
        return assumed.ask("shards", "pool", "shards.transactions");
    }
}
