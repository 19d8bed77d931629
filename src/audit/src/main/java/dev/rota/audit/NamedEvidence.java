package dev.rota.audit;

import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.KafkaEvidence;
import dev.rota.audit.files.FileEvidence;
import dev.rota.engine.Domain;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.nio.file.Path;

/** A domain's evidence with its topic names. */
record NamedEvidence(Names names, Evidence evidence) {

    /** Returns the evidence in a cluster's topics. */
    static NamedEvidence ofCluster(Domain domain, Settings settings) {
        Names names = Names.of(domain, settings);
        return new NamedEvidence(names, new KafkaEvidence(settings));
    }

    /** Returns the evidence in exported files. */
    static NamedEvidence ofFiles(Domain domain, Path folder) {
        FileEvidence files = FileEvidence.of(domain, folder);
        return new NamedEvidence(new Names(domain, files.prefix()), files);
    }
}
