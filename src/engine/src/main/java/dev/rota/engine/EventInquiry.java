package dev.rota.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/**
 * The question what a unit would decide on an event that came next. The unit's scheduler decides on it apart from the
 * unit's rows; this class presents the decisions, and explains the event's subject as it would be after them.
 */
public class EventInquiry implements Inquiry {

    /** The name of the question, which assumes one event. */
    public static final String NAME = "would";

    /** The state of an answer about an event that would only cause a rejection. */
    public static final String REJECTED = "REJECTED";

    private static final String ACCEPTED = "ACCEPTED";

    private final DomainView domain;
    private final SpecificRecord event;
    private final @Nullable Inquiry explainer;
    private @Nullable Trial trial;

    /**
     * Creates a question.
     * @param explainer explains the event's subject from tables and decisions; null if the event has no subject
     */
    public EventInquiry(DomainView domain, SpecificRecord event, @Nullable Inquiry explainer) {
        this.domain = domain;
        this.event = event;
        this.explainer = explainer;
    }

    /**
     * Returns the event of a question.
     * @throws IllegalArgumentException with a sentence if the question does not contain exactly one
     */
    public static SpecificRecord of(Asked asked) {
        if (asked.assumed().size() != 1) {
            throw new IllegalArgumentException(
                    "expected one event, but there are " + asked.assumed().size());
        }
        return asked.assumed().get(0);
    }

    /** Returns the answer about an event that its admission refuses: it belongs to no unit. */
    public static Answer refused(RefusedException refused) {
        String sentence =
                "if nothing else comes, the event would be refused, " + refused.reason() + ": " + refused.sentence();
        return new Answer(
                REJECTED,
                sentence,
                List.of(sentence),
                new Outlook(
                        false,
                        false,
                        List.of(new Objection(refused.reason().name(), refused.sentence())),
                        List.of(),
                        null));
    }

    /**
     * The answer in full.
     * @param accepted false if the event would only cause a rejection
     * @param drawn whether random numbers decide; the decisions are then one of several outcomes
     * @param rejections the rejections of the event or of parts of it
     * @param subject what is specific to the event's kind; null if there is nothing
     */
    public record Outlook(
            boolean accepted,
            boolean drawn,
            List<Objection> rejections,
            List<Foreseen> decisions,
            @Nullable Record subject) {}

    /** A rejection of the event or a part of it. */
    public record Objection(String reason, String message) {}

    /** A decision that the event would cause. */
    public record Foreseen(String topic, String key, String sentence) {}

    /** The state in which an accepted event leaves its subject; {@code details} are for programs. */
    public record Effect(
            String state, String sentence, @Nullable Record details) {}

    @Override
    public void decided(Decision decision) {
        if (explainer != null) {
            explainer.decided(decision);
        }
    }

    @Override
    public final List<SpecificRecord> events() {
        return List.of(event);
    }

    @Override
    public final void tried(Trial effect) {
        trial = effect;
    }

    @Override
    public final Answer answer(Tables tables, long now, Parallel parallel) {
        Trial tried = Objects.requireNonNull(trial, "the event is tried before the answer");
        List<Objection> objections = new ArrayList<>();
        List<Foreseen> foreseen = new ArrayList<>();
        for (Decision decision : tried.decisions()) {
            if (decision.value() instanceof Rejection rejection) {
                objections.add(new Objection(rejection.getReason(), rejection.getMessage()));
            } else {
                foreseen.add(
                        new Foreseen(decision.output().topic(), decision.key(), domain.sentence(decision.value())));
            }
        }
        boolean accepted = objections.isEmpty() || tried.isChanging();
        Effect effect = accepted ? effect(tables, tried, now, parallel) : null;
        String sentence = "if nothing else comes, the event would be " + (accepted ? "accepted" : "rejected")
                + objections(accepted, objections)
                + (effect == null ? "" : "; after it, " + effect.sentence());
        return new Answer(
                effect == null ? accepted ? ACCEPTED : REJECTED : effect.state(),
                sentence,
                lines(sentence, tried, foreseen),
                new Outlook(accepted, tried.isDrawn(), objections, foreseen, effect == null ? null : effect.details()));
    }

    private static String objections(boolean accepted, List<Objection> objections) {
        List<String> all = objections.stream()
                .map(each -> each.reason() + ": " + each.message())
                .toList();
        return all.isEmpty() ? "" : (accepted ? ", but a part of it rejected, " : ", ") + String.join("; ", all);
    }

    private static List<String> lines(String sentence, Trial tried, List<Foreseen> foreseen) {
        List<String> lines = new ArrayList<>();
        lines.add(sentence);
        if (!foreseen.isEmpty() && tried.isDrawn()) {
            lines.add("one of the possible outcomes, which random numbers decide:");
        }
        foreseen.forEach(each -> lines.add("  " + each.topic() + " " + each.key() + ": " + each.sentence()));
        return lines;
    }

    /**
     * Explains the event's subject after the event. Returns null if there is nothing to explain.
     * @param before the unit's tables before the event
     */
    @Nullable
    protected Effect effect(Tables before, Trial tried, long now, Parallel parallel) {
        if (explainer == null) {
            return null;
        }
        tried.decisions().forEach(explainer::decided);
        Answer after = explainer.answer(tried.tables(), now, parallel);
        return after == null ? null : new Effect(after.state(), after.sentence(), null);
    }
}
