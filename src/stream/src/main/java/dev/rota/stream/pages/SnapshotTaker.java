package dev.rota.stream.pages;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Inquiry;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.serde.PlainJson;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the snapshots that page requests wait for, and answers questions about subjects, for the units of one log
 * partition. It runs on the stream thread between two records, so its answers are as of the last record applied.
 */
public final class SnapshotTaker {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotTaker.class);

    /** The most snapshots that are taken at once, since records wait meanwhile. */
    private static final int SNAPSHOTS_AT_ONCE_MAX = 10;

    private final int partition;
    private final Supplier<PartitionMachine> machine;
    private final PageCache pages;
    private final Questions questions;

    public SnapshotTaker(int partition, Supplier<PartitionMachine> machine, PageCache pages, Questions questions) {
        this.partition = partition;
        this.machine = machine;
        this.pages = pages;
        this.questions = questions;
        pages.open(partition);
    }

    /** Answers the questions that wait. */
    public void answer() {
        for (Questions.Waiting asked : questions.take(partition, SNAPSHOTS_AT_ONCE_MAX)) {
            asked.answer().complete(answer(asked));
        }
    }

    private PageAnswer answer(Questions.Waiting asked) {
        try {
            Answered live = machine.get().reports().answer(asked.unit(), Inquiry.Asked.why(asked.subject()));
            if (live == null) {
                return machine.get().unit(asked.unit()) == null
                        ? PageAnswer.unknown(asked.unit())
                        : PageAnswer.notInMemory(asked.unit());
            }
            Answer answer = live.answer();
            return answer == null
                    ? PageAnswer.subjectUnknown(asked.unit(), asked.subject())
                    : PageAnswer.shown(PlainJson.page(new LiveAnswer(live.asOf(), answer.state(), answer.sentence())));
        } catch (IllegalArgumentException e) {
            // There is no such kind, or no such id.
            return PageAnswer.subjectUnknown(asked.unit(), asked.subject());
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("'{}' could not be asked about {}", asked.unit(), asked.subject(), e);
            return PageAnswer.failed(asked.unit());
        }
    }

    /** Takes the snapshots that have been requested since the last call. */
    public void takeNew() {
        if (pages.pollAsked(partition)) {
            take();
        }
    }

    /** Takes the requested snapshots, up to a unit whose state is not in memory: of that unit, it reads one part. */
    public void take() {
        for (String unit : pages.wanted(partition, SNAPSHOTS_AT_ONCE_MAX)) {
            if (!taken(unit)) {
                pages.postpone(unit);
                return;
            }
        }
    }

    /** Takes a snapshot; a failure must not stop the scheduler. */
    private boolean taken(String unit) {
        try {
            PageSnapshot snapshot = machine.get().reports().snapshot(unit);
            if (snapshot != null) {
                pages.put(unit, snapshot);
            } else if (machine.get().unit(unit) == null) {
                pages.refuse(unit, PageAnswer.unknown(unit));
            } else {
                return false;
            }
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("the state of '{}' could not be read for a page", unit, e);
            pages.refuse(unit, PageAnswer.failed(unit));
        }
        return true;
    }

    public void close() {
        questions.close(partition);
        pages.close(partition);
    }
}
