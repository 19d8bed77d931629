package dev.rota.cli.whatif;

import dev.rota.audit.Audit;
import dev.rota.audit.Replay;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.settings.Settings;
import dev.rota.simulate.BadLine;
import dev.rota.simulate.Simulation;
import dev.rota.whatif.Recording;
import dev.rota.whatif.WhatIf;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/** The records of which the verb can ask. */
final class Recordings {

    private Recordings() {}

    static Recording ofCluster(Domain domain, Settings settings) {
        Cluster.require(settings, Role.AUDIT, domain);
        return Recording.ofEvidence(() -> Audit.ofCluster(domain, settings), () -> Replay.ofCluster(domain, settings));
    }

    static Recording ofFiles(Domain domain, Settings settings, Path folder) {
        return Recording.ofEvidence(
                () -> Audit.ofFiles(domain, folder, settings), () -> Replay.ofFiles(domain, folder));
    }

    /** Returns a record of lines. It has no published decisions, so no objection is possible. */
    static Recording ofLines(Domain domain, Path file) {
        return new Recording() {
            @Override
            public @Nullable String objection(String unit, Parallel parallel, WhatIf.Watch watch) {
                return null;
            }

            @Override
            public void read(String unit, WhatIf whatIf, WhatIf.Watch watch) throws IOException {
                WhatIf.Unanswerable[] why = new WhatIf.Unanswerable[1];
                Simulation simulation = new Simulation(
                        domain,
                        whatIf.machine(),
                        record -> {
                            try {
                                whatIf.record().take(record, null);
                            } catch (WhatIf.Unanswerable e) {
                                why[0] = e;
                                throw e;
                            }
                        },
                        whatIf.history());
                try (BufferedReader lines = Lines.from(file)) {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        simulation.line(line);
                    }
                } catch (BadLine e) {
                    throw why[0] != null ? why[0] : new Unusable(file + ": " + e.getMessage());
                }
            }
        };
    }
}
