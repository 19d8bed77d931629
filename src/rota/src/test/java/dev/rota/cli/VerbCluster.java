package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.engine.Parallel;
import dev.rota.local.TestBroker;
import dev.rota.registry.RegistryServer;
import dev.rota.serde.RegistryClient;
import dev.rota.settings.Settings;
import dev.rota.stream.DomainRun;
import dev.rota.stream.Recovery;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Runs verbs on a cluster with one domain's topics, with the configuration that connects to it. */
public final class VerbCluster implements AutoCloseable {

    private final String domain;
    private final Path folder;
    private final TestBroker broker = TestBroker.start();
    private final RegistryServer registry = RegistryServer.local(broker.bootstrapServers(), 0);
    private final Path config;
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    /**
     * Starts the cluster.
     *
     * @param setting a line of the configuration for the domain
     */
    public VerbCluster(String domain, Path folder, String setting) throws IOException {
        this.domain = domain;
        this.folder = folder;
        this.config = Files.writeString(
                folder.resolve("rota.properties"), """
                kafka.bootstrap.servers=%s
                schema.registry.url=%s
                %s
                partitions=4
                topics.replication.factor=1
                topics.min.insync.replicas=1
                """.formatted(broker.bootstrapServers(), registry.url(), setting));
        verb("topics", "--domains", domain, "--apply");
    }

    public String config() {
        return config.toString();
    }

    public Settings settings() {
        return Settings.read(config, Map.of(), Map.of(), Domains.settingKeys());
    }

    /** Returns the failures of schedulers. */
    public Queue<String> failures() {
        return failures;
    }

    /** Creates the domain's intake and scheduler, without starting them. */
    public DomainRun run() {
        Settings settings = settings()
                .with(Map.of(
                        "instance.id", "test",
                        "tick.interval.ms", "20",
                        "streams.commit.interval.ms", "20",
                        "streams.state.dir", folder.resolve("state").toString()));
        return new DomainRun(
                Domains.named(domain, settings),
                settings,
                RegistryClient.of(Map.of("schema.registry.url", registry.url())),
                Parallel.SEQUENTIAL,
                Recovery.NONE,
                new SimpleMeterRegistry(),
                failures::add);
    }

    /** Runs a verb on the cluster. */
    public VerbRun about(String... words) {
        List<String> args = new ArrayList<>(List.of(words));
        args.addAll(List.of("--config", config()));
        return VerbRun.here(args.toArray(String[]::new));
    }

    /** Runs a verb that must succeed. */
    public void verb(String... words) {
        VerbRun run = about(words);
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    }

    public void produce(String topic, String lines) throws IOException {
        Path file = Files.writeString(Files.createTempFile(folder, "lines", ".jsonl"), lines);
        verb("produce", topic, file.toString());
    }

    /** Waits for {@code count} records of an output. */
    public void until(String topic, int count) {
        VerbRun run = about(
                "consume",
                topic,
                "--from-beginning",
                "--max",
                String.valueOf(count),
                "--timeout",
                String.valueOf(TimeUnit.MINUTES.toSeconds(1)));
        assertThat(run.out().lines()).as(run + " " + failures).hasSize(count);
    }

    @Override
    public void close() {
        registry.close();
        broker.close();
    }
}
