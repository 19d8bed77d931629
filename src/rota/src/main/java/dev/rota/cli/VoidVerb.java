package dev.rota.cli;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.engine.Limits;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.log.VoidRecord;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Declares a log record undecidable. */
@Command(
        name = "void",
        mixinStandardHelpOptions = true,
        description = {
            "Declares a log record undecidable, so that its halted partition resumes.",
            "The declaration is a record of the log; the scheduler emits VOIDED for the record.",
            "A record that was already decided is not affected.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota void cores --at cores.log/3/1234 --reason overflow")
final class VoidVerb implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "DOMAIN", description = "The scheduler.")
    private String domain = "";

    @Option(
            names = "--at",
            required = true,
            paramLabel = "LOG/P/OFFSET",
            description = "The record, as health reasons and the log line name it.")
    private String at = "";

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "The reason, for auditors.")
    private String reason = "";

    @Option(
            names = "--unit",
            description = "Close the record's unit for good: its state is broken, or a timer fails again and again.")
    private boolean unit;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() {
        Settings settings = configured.clientSettings();
        Domain scheduler = Domains.named(domain, settings);
        if (reason.isBlank() || reason.length() > Limits.MESSAGE_CHARS_MAX) {
            throw new Unusable("expected a reason of 1 to " + Limits.MESSAGE_CHARS_MAX + " characters, but it has "
                    + reason.strip().length());
        }
        Names names;
        try (Cluster cluster = Cluster.of(settings)) {
            names = cluster.names(scheduler);
            cluster.require(Role.VOID, List.of(scheduler));
            cluster.requireTopic(names.log());
        }
        String where = VoidRecord.append(names, settings, at, unit, reason.strip());
        System.out.println(where + " voids " + at + (unit ? " and closes its unit" : "")
                + "; it takes effect if a scheduler is halted there");
        return ExitCode.DONE;
    }
}
