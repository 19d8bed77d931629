package dev.rota.whatif;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Parallel;
import dev.rota.engine.Times;
import dev.rota.engine.UnitState;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.workload.whatif.Tally;
import dev.rota.workload.whatif.Vocabulary;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Lets the scheduler explain subjects of a world: each when it has waited for a given time. In two worlds that is one
 * moment, at which a subject is served in one of them and waits in the other.
 */
final class Reasons implements Tally.Watch {

    /**
     * What is asked.
     *
     * @param after how long the subject has waited by then
     */
    record Moment(int subject, long after) implements Comparable<Moment> {

        private static final Comparator<Moment> ORDER =
                Comparator.comparingInt(Moment::subject).thenComparingLong(Moment::after);

        @Override
        public int compareTo(Moment other) {
            return ORDER.compare(this, other);
        }
    }

    private record Question(long time, Moment moment, Inquiry inquiry) {}

    private final Domain domain;
    private final Vocabulary vocabulary;
    private final String unit;
    private final Tally tally;
    private final NavigableSet<Moment> moments;
    private final PriorityQueue<Question> open =
            new PriorityQueue<>(Comparator.comparingLong(Question::time).thenComparing(Question::moment));
    private final Map<Moment, String> sentences = new TreeMap<>();

    Reasons(Domain domain, Vocabulary vocabulary, String unit, Tally tally, NavigableSet<Moment> moments) {
        this.domain = domain;
        this.vocabulary = vocabulary;
        this.unit = unit;
        this.tally = tally;
        this.moments = moments;
        tally.watch(this);
    }

    @Override
    public void waits(int subject, long time) {
        for (Moment moment : moments.subSet(new Moment(subject, 0), true, new Moment(subject, Long.MAX_VALUE), true)) {
            Inquiry.Asked asked = Inquiry.Asked.why(vocabulary.subject(tally.name(subject)));
            open.add(new Question(Times.after(time, moment.after()), moment, domain.inquiry(asked)));
        }
    }

    void decided(Decision decision) {
        open.forEach(each -> each.inquiry().decided(decision));
    }

    /** Answers what is to be explained before a time. */
    void answer(PartitionMachine machine, long before) {
        while (!open.isEmpty() && open.element().time() < before) {
            Question question = open.remove();
            UnitState state = machine.unit(unit);
            Answer answer = state == null
                    ? null
                    : question.inquiry().answer(machine.reports().tables(unit), state.getNow(), Parallel.SEQUENTIAL);
            sentences.put(question.moment(), answer == null ? "" : answer.sentence());
        }
    }

    boolean isDone() {
        return sentences.size() == moments.size();
    }

    /** Returns what the scheduler answered; empty if it knew nothing of the subject then. */
    String sentence(Moment moment) {
        return sentences.getOrDefault(moment, "");
    }
}
