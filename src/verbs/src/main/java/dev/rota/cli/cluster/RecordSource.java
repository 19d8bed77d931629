package dev.rota.cli.cluster;

import dev.rota.audit.Outputs;
import dev.rota.audit.Replay;
import dev.rota.cli.options.Configured;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.settings.Settings;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select the source of records: a cluster, or exported files. */
public final class RecordSource {

    @Nullable
    @Option(names = "--files", paramLabel = "DIR", description = "Read exported evidence.")
    private Path files;

    @Mixin
    private Configured configured = new Configured();

    private boolean allowed;

    public Settings settings() {
        return configured.clientSettings();
    }

    /** Checks the cluster once, since a verb may open both the log and the outputs. */
    private void require(Settings settings, Role role, Domain domain) {
        if (!allowed) {
            Cluster.require(settings, role, domain);
            allowed = true;
        }
    }

    /** Opens a replay of the log. */
    public Replay replay(Domain domain, Settings settings, Role role) {
        if (files != null) {
            return Replay.ofFiles(domain, files);
        }
        require(settings, role, domain);
        return Replay.ofCluster(domain, settings);
    }

    /** Opens the outputs. */
    public Outputs outputs(Domain domain, Settings settings, Role role) {
        if (files != null) {
            return Outputs.ofFiles(domain, files);
        }
        require(settings, role, domain);
        return Outputs.ofCluster(domain, settings);
    }
}
