package dev.rota.cli.topics;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.DurationOption;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.TopicCheck.Difference;
import dev.rota.stream.TopicCheck.Weight;
import dev.rota.stream.TopicLayout;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows how a cluster's topics differ from the layout, and creates missing ones. */
@Command(
        name = "topics",
        mixinStandardHelpOptions = true,
        description = {
            "Shows which topics Rota needs and creates the missing ones.",
            "A log that it creates begins with the newest rules of this build.",
            "With --acls: shows the operations that Kafka must allow to each principal.",
            "With --as strimzi: prints resources for Strimzi's operators, KafkaTopic or, with --acls, KafkaUser; asks no"
                    + " cluster.",
            "Exit code 1 if a topic is missing or differs from what it must be."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  rota topics --config rota.properties --apply",
            "  rota topics --as strimzi --domains jobs",
            "  rota topics --acls --principal run=scheduler --principal audit=auditor"
        })
public final class TopicsVerb implements Callable<Integer> {

    @Option(names = "--apply", description = "Create the missing topics.")
    private boolean apply;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = DurationOption.class,
            description = "With --apply: how long to wait for brokers that are not there yet. Default: 60s")
    private Duration patience = Duration.ZERO;

    @Option(
            names = "--acls",
            description = "Show instead the operations that Kafka must allow; with --apply, allow them.")
    private boolean acls;

    @Option(
            names = "--principal",
            paramLabel = "ROLE=NAME",
            description = "With --acls: only this role, with this user; may be repeated, with several users for a"
                    + " role as well. Default: all roles, each with a user named rota-ROLE")
    private List<String> principals = new ArrayList<>();

    @Option(
            names = "--as",
            paramLabel = "FORM",
            description = "Print resources instead: strimzi, for KafkaTopic, or with --acls for KafkaUser.")
    @Nullable
    private String form;

    @Option(names = "--domains", split = ",", paramLabel = "NAME", description = "Only these domains.")
    private List<String> domains = List.of();

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() {
        Unusable.ifNegative("--wait", patience.toMillis());
        if (!principals.isEmpty() && !acls) {
            throw new Unusable("expected --acls with --principal");
        }
        if (form != null && (apply || !form.equals("strimzi"))) {
            throw new Unusable("expected --as strimzi without --apply, but it is --as " + form);
        }
        Settings settings = configured.settings();
        if (acls) {
            return grants(new GrantsReport(principals, Domains.named(domains, settings), settings), settings);
        }
        if (form != null) {
            return resources(settings);
        }
        boolean holds = true;
        try (Cluster cluster = cluster(settings);
                PrintWriter out = Lines.out()) {
            List<Domain> asked = Domains.named(domains, settings);
            cluster.require(apply ? Role.APPLY : Role.TOPICS, asked);
            for (Domain domain : asked) {
                if (apply) {
                    cluster.createTopics(domain, patience);
                }
                List<Difference> differences = cluster.differences(domain);
                cluster.topics(domain).forEach(topic -> {
                    out.printf(
                            "%-28s %-6s %d partitions, %d %s%n",
                            topic.name(),
                            topic.role().name().toLowerCase(Locale.ROOT),
                            topic.partitions(),
                            topic.replicas(),
                            topic.replicas() == 1 ? "replica" : "replicas");
                    differences.stream()
                            .filter(difference -> difference.topic().name().equals(topic.name()))
                            .forEach(difference ->
                                    out.println("  " + difference.weight() + ": " + difference.message()));
                });
                holds &= differences.stream().allMatch(difference -> difference.weight() == Weight.NOTE);
            }
        }
        return holds ? ExitCode.DONE : ExitCode.DOES_NOT_HOLD;
    }

    private int resources(Settings settings) {
        try (PrintWriter out = Lines.out()) {
            for (Domain domain : Domains.named(domains, settings)) {
                StrimziTopics.print(new TopicLayout(Names.of(domain, settings), settings).topics(), out);
            }
        }
        return ExitCode.DONE;
    }

    private int grants(GrantsReport report, Settings settings) {
        if (apply && principals.isEmpty()) {
            throw new Unusable("expected --principal ROLE=NAME with --acls --apply, to name the users");
        }
        try (PrintWriter out = Lines.out()) {
            if (form != null) {
                report.printStrimzi(out);
            } else {
                report.print(out);
            }
        }
        if (apply) {
            try (Cluster cluster = cluster(settings)) {
                cluster.allow(report.bindings());
            }
        }
        return ExitCode.DONE;
    }

    private Cluster cluster(Settings settings) {
        if (!apply || patience.isZero()) {
            return Cluster.of(settings);
        }
        String brokers = settings.text(Setting.BOOTSTRAP);
        return Cluster.of(
                settings,
                patience,
                () -> System.err.println(
                        "rota: waiting up to " + patience.toSeconds() + " s for a Kafka broker at " + brokers));
    }
}
