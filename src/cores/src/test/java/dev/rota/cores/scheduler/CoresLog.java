package dev.rota.cores.scheduler;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.SessionChange;
import dev.rota.cores.ValidatorGroups;
import dev.rota.engine.Answer;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Rejection;
import dev.rota.engine.Subject;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Decides the log of one relay chain, with short methods for events and short texts for the last event's decisions. */
final class CoresLog {

    private static final String CHAIN = "chain";

    private final TestLog log = TestLog.warm(new CoresDomain());
    private final List<Decision> history = new ArrayList<>();
    private List<SpecificRecord> decided = List.of();

    /** Creates a log whose session begins with block 1. */
    static CoresLog begun(SessionChange session) {
        CoresLog log = new CoresLog();
        log.end(0, session);
        return log;
    }

    CoresLog claim(int para) {
        return take("cores.claims", new Claim(CHAIN, para, "collator-" + para, null));
    }

    CoresLog claim(int para, String id) {
        return take("cores.claims", new Claim(CHAIN, para, "collator-" + para, id));
    }

    CoresLog start(long number, Integer... concluded) {
        return block(number, new BlockStarted(Arrays.asList(concluded), null));
    }

    CoresLog start(long number, List<Integer> concluded, List<Integer> timedOut) {
        return block(number, new BlockStarted(concluded, timedOut));
    }

    CoresLog startByForce(long number) {
        return take("cores.blocks", new BlockEvent(CHAIN, number, new BlockStarted(List.of(), null), true));
    }

    CoresLog end(long number, Integer... backed) {
        return block(number, new BlockEnded(Arrays.asList(backed), null));
    }

    CoresLog end(long number, @Nullable SessionChange session, Integer... backed) {
        return block(number, new BlockEnded(Arrays.asList(backed), session));
    }

    private CoresLog block(long number, SpecificRecord event) {
        return take("cores.blocks", new BlockEvent(CHAIN, number, event, null));
    }

    private CoresLog take(String topic, SpecificRecord event) {
        List<Decision> all = log.feed(topic, event);
        history.addAll(all);
        decided = all.stream()
                .map(Decision::value)
                .filter(value -> !(value instanceof Checkpoint))
                .toList();
        return this;
    }

    /**
     * Returns the state and sentence of an explanation from the rows and all decisions. Empty if the chain has no such
     * subject.
     */
    String explain(String kind, Object id) {
        Inquiry explainer = new CoresDomain().inquiry(Inquiry.Asked.why(new Subject(kind, id.toString())));
        history.forEach(explainer::decided);
        return text(explainer);
    }

    /** Returns the state and sentence of an explanation from the rows alone. */
    String explainLive(String kind, Object id) {
        return text(new CoresDomain().inquiry(Inquiry.Asked.why(new Subject(kind, id.toString()))));
    }

    private String text(Inquiry explainer) {
        Answer explained = explainer.answer(log.tables(CHAIN), log.now(CHAIN), Parallel.SEQUENTIAL);
        return explained == null ? "" : explained.state() + " " + explained.sentence();
    }

    /** Returns all decisions of the last event. */
    List<SpecificRecord> decided() {
        return decided;
    }

    /** Returns the reasons of the rejections. */
    List<String> rejected() {
        return only(Rejection.class).stream().map(Rejection::getReason).toList();
    }

    /** Returns the rejections as "REASON message". */
    List<String> rejections() {
        return only(Rejection.class).stream()
                .map(one -> one.getReason() + " " + one.getMessage())
                .toList();
    }

    /** Returns the claim events as "KIND para retries core", with the reason if there is one. */
    List<String> claims() {
        return only(ClaimEvent.class).stream()
                .map(event -> (event.getKind() + " " + event.getPara() + " " + event.getRetries() + " "
                                + (event.getCore() == null ? "-" : event.getCore()) + " " + event.getReason())
                        .strip())
                .toList();
    }

    /** Returns the claim events as "KIND id". */
    List<String> claimIds() {
        return only(ClaimEvent.class).stream()
                .map(event -> event.getKind() + " " + event.getId())
                .toList();
    }

    CoreSchedule schedule() {
        return only(CoreSchedule.class).get(0);
    }

    /** Returns the assignments as "core:para". */
    List<String> assigned() {
        return schedule().getAssignments().stream()
                .map(one -> one.getCore() + ":" + one.getPara())
                .toList();
    }

    /** Returns the freed cores as "core:REASON". */
    List<String> freed() {
        return schedule().getFreed().stream()
                .map(one -> one.getCore() + ":" + one.getReason())
                .toList();
    }

    CoreForecast forecast() {
        return only(CoreForecast.class).get(0);
    }

    CoreOutlook outlook(int core) {
        return forecast().getCores().get(core);
    }

    ValidatorGroups groups() {
        return only(ValidatorGroups.class).get(0);
    }

    <T extends SpecificRecord> List<T> only(Class<T> type) {
        return decided.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
