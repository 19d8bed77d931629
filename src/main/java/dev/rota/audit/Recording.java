package dev.rota.audit;

import dev.rota.engine.Domain;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.nio.file.Path;

/** What is kept of a domain, and what its topics are called there. */
record Recording(Names names, Evidence evidence) {

    /** Of a cluster's topics. */
    static Recording ofCluster(Domain domain, Settings settings) {
        Names names = Names.of(domain, settings);
        return new Recording(names, new KafkaEvidence(settings));
    }

    /** Of an export's files: no cluster, no registry. */
    static Recording ofFiles(Domain domain, Path folder) {
        FileEvidence files = FileEvidence.of(domain, folder);
        return new Recording(new Names(domain, files.prefix()), files);
    }
}
