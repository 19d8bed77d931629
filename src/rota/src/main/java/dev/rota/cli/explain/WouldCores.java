package dev.rota.cli.explain;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what a relay chain would decide on an event. */
@Command(
        name = "cores",
        mixinStandardHelpOptions = true,
        description = {
            "Shows which core a claim would get, its position and its block.",
            "An event without a topic is one of cores.claims.",
            "Replays the log of the event's chain. The answer holds if no other record comes before the event.",
            "Exit code 1 if the event would be rejected, or if the log has no record of the chain.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {"  rota would cores claim.json", "  rota would cores claim.json --files evidence --json"})
final class WouldCores implements Callable<Integer> {

    @Mixin
    private AssumedEvent assumed = new AssumedEvent();

    @Override
    public Integer call() throws IOException {
        return assumed.ask("cores", "chain", "cores.claims");
    }
}
