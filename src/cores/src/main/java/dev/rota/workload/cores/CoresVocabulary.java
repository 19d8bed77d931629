package dev.rota.workload.cores;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.Claim;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.SessionChange;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Vocabulary;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** The words in which the record of a relay chain is changed. Its policy is the configuration of a session. */
final class CoresVocabulary implements Vocabulary {

    @Override
    public String key(SpecificRecord event) {
        return event instanceof Claim claim ? String.valueOf(claim.getPara()) : "";
    }

    /** Returns null: a chain has no parties besides itself. */
    @Override
    public @Nullable String party(SpecificRecord event) {
        return null;
    }

    @Override
    public @Nullable String kind(SpecificRecord event) {
        return null;
    }

    @Override
    public SpecificRecord copyOfParty(SpecificRecord event, String end) {
        return event;
    }

    @Override
    public @Nullable SpecificRecord leaving(SpecificRecord last) {
        return null;
    }

    /** Returns null: a second claim on a para is rejected while there is a first one. */
    @Override
    public @Nullable SpecificRecord copyOfRequest(SpecificRecord event, String end) {
        return null;
    }

    @Override
    public SpecificRecord withPolicy(SpecificRecord event, UnaryOperator<SpecificRecord> change) {
        if (event instanceof BlockEvent block && block.getEvent() instanceof BlockEnded ended) {
            SessionChange session = ended.getSession();
            if (session != null) {
                SessionChange changed = SessionChange.newBuilder(session)
                        .setConfig((CoresConfig) change.apply(session.getConfig()))
                        .build();
                return new BlockEvent(
                        block.getChain(),
                        block.getNumber(),
                        new BlockEnded(ended.getBacked(), changed),
                        block.getForce());
            }
        }
        return event;
    }

    /** Returns null: a configuration comes into force with a session. */
    @Override
    public @Nullable Happening policy(
            String unit, @Nullable SpecificRecord last, UnaryOperator<SpecificRecord> change) {
        // fields that a configuration does not have are reported now
        Objects.requireNonNull(change.apply(CoresConfig.newBuilder().build()));
        return null;
    }

    @Override
    public @Nullable Happening quota(String unit, UnaryOperator<SpecificRecord> change) {
        return null;
    }

    @Override
    public Subject subject(String name) {
        return new Subject("para", name.substring(0, name.indexOf('/')));
    }
}
