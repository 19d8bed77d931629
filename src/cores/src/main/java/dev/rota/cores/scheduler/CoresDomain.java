package dev.rota.cores.scheduler;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.Claim;
import dev.rota.cores.CoresTopics;
import dev.rota.cores.explain.CoreExplainer;
import dev.rota.cores.explain.CoresEventInquiry;
import dev.rota.cores.explain.CoresSentence;
import dev.rota.cores.explain.ParaExplainer;
import dev.rota.cores.explain.ValidatorExplainer;
import dev.rota.cores.view.ChainSnapshot;
import dev.rota.cores.view.ChainState;
import dev.rota.engine.Domain;
import dev.rota.engine.EventInquiry;
import dev.rota.engine.Input;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Subject;
import dev.rota.engine.TableType;
import dev.rota.engine.UnitGauge;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * The scheduler of availability cores: it decides which para may use which core of a relay chain, and which validators
 * back it.
 */
public final class CoresDomain implements Domain {

    public static final Input<BlockEvent> BLOCKS =
            new Input<>(CoresTopics.BLOCKS, BlockEvent.class, CoresAdmission::block);

    public static final Input<Claim> CLAIMS = new Input<>(CoresTopics.CLAIMS, Claim.class, CoresAdmission::claim);

    @Override
    public String name() {
        return "cores";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(BLOCKS, CLAIMS);
    }

    @Override
    public List<Output<?>> decisions() {
        return CoresTopics.DECISIONS;
    }

    @Override
    public List<CoresReason> reasons() {
        return List.of(CoresReason.values());
    }

    @Override
    public List<TableType<?>> tables() {
        return CoresTables.ALL;
    }

    @Override
    public SortedMap<String, String> pages() {
        TreeMap<String, String> pages = new TreeMap<>();
        pages.put(ChainState.NAME, "application/json");
        return pages;
    }

    @Override
    public List<UnitGauge> gauges() {
        return ChainGauges.ALL;
    }

    @Override
    public List<String> subjects() {
        return List.of("para", "core", "validator");
    }

    /**
     * Returns the inquiry about a para by its number, a validator by its name, or a core as {@code CORE}, or {@code
     * CORE@BLOCK} for one block.
     */
    @Override
    public Inquiry inquiry(Inquiry.Asked asked) {
        if (asked.name().equals(EventInquiry.NAME)) {
            return new CoresEventInquiry(this, EventInquiry.of(asked));
        }
        Subject subject = asked.subject();
        return switch (subject.kind()) {
            case "para" -> new ParaExplainer(subject.number());
            case "core" -> CoreExplainer.of(subject);
            case "validator" -> new ValidatorExplainer(subject.id());
            default -> throw subject.unknownTo(this);
        };
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new CoresScheduler(this::inquiry, ChainSnapshot::of);
    }

    @Override
    public String sentence(SpecificRecord decision) {
        return CoresSentence.of(decision);
    }
}
