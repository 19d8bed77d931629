package dev.rota.whatif;

import dev.rota.audit.Replay;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Rejection;
import dev.rota.engine.Times;
import dev.rota.engine.UnitState;
import dev.rota.engine.machine.Chain;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.whatif.change.BadChange;
import dev.rota.whatif.change.Change;
import dev.rota.whatif.change.Stage;
import dev.rota.whatif.report.Changed;
import dev.rota.whatif.report.Column;
import dev.rota.whatif.report.Comparison;
import dev.rota.workload.WorkloadRegistry;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Parties;
import dev.rota.workload.whatif.PartyModel;
import dev.rota.workload.whatif.Tally;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/** Answers one question of what would have happened if. */
public final class WhatIf implements AutoCloseable {

    private static final int CHANGED_SHOWN = 5;
    private static final int REJECTIONS_SHOWN = 3;

    /** Positions of another run are far beyond those of the first, so that all draws differ. */
    private static final long OFFSETS_OF_A_RUN = 1L << 40;

    /** Observes a what-if. */
    public interface Watch {

        Watch NONE = new Watch() {};

        /** Called when {@code done} of {@code all} events of a stage are done. */
        default void progress(String stage, long done, long all) {}

        default boolean isCancelled() {
            return false;
        }
    }

    /** Thrown if the question cannot be answered. The message is for people. */
    public static final class Unanswerable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Unanswerable(String message) {
            super(message, null, false, false);
        }
    }

    private final Domain domain;
    private final PartyModel model;
    private final Question question;
    private final Parallel parallel;
    private final Watch watch;
    private final WorldWriter writer;
    private final Playback playback;
    private final Spool recorded;
    private final Spool changed;
    private @Nullable Change change;
    private @Nullable Stage stage;

    public WhatIf(Domain domain, PartyModel model, Question question, Parallel parallel, Watch watch) {
        this.domain = domain;
        this.model = model;
        this.question = question;
        this.parallel = parallel;
        this.watch = watch;
        this.writer = new WorldWriter(question.write());
        this.recorded = new Spool(domain, question.limits(), "the record has");
        this.changed = new Spool(domain, question.limits(), "the change makes");
        this.playback = new Playback(domain, question.unit(), model, parallel, this::begin, this::take, writer.file());
    }

    /** Returns how the parties of a domain act, or null if there is no model of them. */
    public static @Nullable PartyModel model(Domain domain) {
        return WorkloadRegistry.of(domain).parties();
    }

    /** Returns the sentence about a domain without a model. */
    public static String noModel(Domain domain) {
        String instead = WorkloadRegistry.of(domain).insteadOfWhatIf();
        return "expected a scheduler whose parties Rota can model, but " + domain.name() + " has no such model"
                + (instead.isEmpty() ? "" : ": '" + instead + "' answers for it");
    }

    /** Returns what applies the log records of the unit, in order. */
    public Replay.Application record() {
        return playback;
    }

    /** Returns the machine to which {@link #record} applies them. */
    public PartitionMachine machine() {
        return playback.machine();
    }

    private Playback.Span begin(long first) {
        Long from = question.from();
        long beginning = from == null ? first : from;
        try {
            change = question.read(domain, model.vocabulary(), first);
        } catch (BadChange e) {
            throw new Unanswerable(String.valueOf(e.getMessage()));
        }
        stage = change.stage(event -> keep(event, changed), count -> {
            goOn();
            changed.requireRoom(count);
        });
        if (question.fromEnd()) {
            return new Playback.Span(Times.NEVER, Times.NEVER);
        }
        // an empty change models nothing: all of the record is read as it is
        long branch = from == null || change.isEmpty() ? change.from() : Math.min(from, change.from());
        Long to = question.to();
        long end =
                to == null ? Times.NEVER : question.toAfterFrom() ? Times.after(Math.min(branch, beginning), to) : to;
        return new Playback.Span(branch, end);
    }

    private void take(Happening event) {
        keep(event, recorded);
        if (stage != null) {
            stage.take(event);
        }
    }

    private void keep(Happening event, Spool spool) {
        if (playback.hasBranched()) {
            goOn();
            spool.accept(event);
        }
    }

    /** Throws if the answer is not wanted any more. A change may make many events of one. */
    private void goOn() {
        if (watch.isCancelled()) {
            throw new CancellationException("the what-if was cancelled");
        }
    }

    /** Answers, after the last record. */
    public Comparison answer() {
        if (playback.first() == Long.MIN_VALUE || change == null || stage == null) {
            throw new Unanswerable("expected " + question.unit() + ", but the log has no record of it");
        }
        playback.end();
        stage.end(playback.last());
        String unmet = change.unmet();
        if (unmet != null) {
            throw new Unanswerable(unmet);
        }
        long from = playback.branch().time();
        long to = to(from);
        if (to < from) {
            throw new Unanswerable("expected an end after the beginning, " + from + ", but it is " + to);
        }
        if (!question.fromEnd() && !change.isEmpty() && change.from() > to) {
            throw new Unanswerable("expected a change before the end of the comparison, " + to
                    + ", but the first is at " + change.from());
        }
        if (writer.isWanted() && playback.isVoided()) {
            throw new Unanswerable("expected a record that 'simulate' can decide, but an operator has voided a part of"
                    + " it: leave out --write");
        }
        UnitState state = playback.state();
        Comparison.Worlds worlds = change.isEmpty() ? null : worlds(to);
        writer.keep();
        return new Comparison(
                domain.name(),
                question.unit(),
                playback.records(),
                state == null ? "" : Chain.hex(state.getChain()),
                state == null ? 0 : state.getSeq(),
                from,
                to,
                model.waitUnit(),
                playback.attendance().gaps(from, to),
                worlds,
                model.limits());
    }

    private long to(long from) {
        Long to = question.to();
        if (to == null) {
            return Math.max(from, playback.last());
        }
        return question.toAfterFrom() ? Times.after(from, to) : to;
    }

    private Comparison.Worlds worlds(long to) {
        List<Column> baselines = new ArrayList<>();
        List<Column> changes = new ArrayList<>();
        Tally record = playback.recordTally();
        Column recordColumn = Column.recorded(record);
        Tally baseline;
        Tally other;
        try (DecisionDifferences differences = new DecisionDifferences(question.decisions())) {
            baseline = world("baseline", recorded, to, 0, baselines, differences.baseline(), null);
            other = world("change", changed, to, 0, changes, differences.change(), writer.file());
            differences.write();
        }
        for (int run = 1; run < question.runs(); run++) {
            world("baseline, run " + (run + 1), recorded, to, run, baselines, decision -> {}, null);
            world("change, run " + (run + 1), changed, to, run, changes, decision -> {}, null);
        }
        double error = 0;
        double waits = 0;
        long compared = 0;
        for (int subject = 0; subject < record.subjects(); subject++) {
            if (record.counts(subject) && baseline.counts(subject)) {
                long longer = baseline.wait(subject) - record.wait(subject);
                // a wait that is open in the record may go on in the baseline, whose time may be longer
                error += record.hasEnded(subject) ? Math.abs(longer) : Math.max(0, -longer);
                waits += record.wait(subject);
                compared++;
            }
        }
        return new Comparison.Worlds(
                recordColumn,
                baselines,
                changes,
                compared == 0 ? 0 : error / compared,
                waits == 0 ? error == 0 ? 0 : 100 : 100 * error / waits,
                mostChanged(baseline, other, 1),
                mostChanged(baseline, other, -1));
    }

    /** Decides one world. Returns its tally. */
    private Tally world(
            String name,
            Spool events,
            long to,
            int run,
            List<Column> columns,
            Consumer<Decision> decisions,
            @Nullable WorldFile file) {
        Tally tally = playback.tallyAtBranch().fork();
        Parties parties = playback.learner().parties(tally);
        try (Spool.Reading reading = events.read()) {
            reading.forEachRemaining(event -> {
                goOn();
                parties.foresee(event);
            });
        }
        World.Branch branch = playback.branch();
        Rejections rejections = new Rejections(question.unit());
        World world = new World(
                new World.Shared(domain, question.unit(), parallel, model, playback.attendance()),
                new World.Branch(branch.partition(), branch.offset() + run * OFFSETS_OF_A_RUN, branch.time()),
                playback.rowsAtBranch().copy(),
                parties,
                tally,
                rejections.andThen(decisions),
                file);
        long[] done = new long[1];
        try (Spool.Reading reading = events.read()) {
            world.run(reading, to, watch::isCancelled, () -> watch.progress(name, ++done[0], events.count()));
        }
        columns.add(
                new Column(tally.figures(), tally.series(), parties.sources(), rejections.first(), rejections.count()));
        return tally;
    }

    /** Collects rejections. */
    private static final class Rejections implements Consumer<Decision> {

        private final String unit;
        private final List<String> first = new ArrayList<>();
        private long count;

        Rejections(String unit) {
            this.unit = unit;
        }

        @Override
        public void accept(Decision decision) {
            if (decision.value() instanceof Rejection rejection && unit.equals(rejection.getUnit())) {
                count++;
                if (first.size() < REJECTIONS_SHOWN) {
                    first.add(rejection.getReason() + ": " + rejection.getMessage());
                }
            }
        }

        List<String> first() {
            return List.copyOf(first);
        }

        long count() {
            return count;
        }
    }

    /** Returns the subjects whose waits grew most, or shrank most if the direction is negative. */
    private static List<Changed> mostChanged(Tally baseline, Tally change, int direction) {
        record Difference(int subject, long by) {}
        PriorityQueue<Difference> most = new PriorityQueue<>(
                Comparator.comparingLong(Difference::by).thenComparing(Difference::subject, Comparator.reverseOrder()));
        for (int subject = 0; subject < baseline.subjects(); subject++) {
            if (baseline.counts(subject) && change.counts(subject)) {
                long by = direction * (change.wait(subject) - baseline.wait(subject));
                if (by > 0) {
                    most.add(new Difference(subject, by));
                    if (most.size() > CHANGED_SHOWN) {
                        most.remove();
                    }
                }
            }
        }
        List<Changed> changed = new ArrayList<>();
        while (!most.isEmpty()) {
            int subject = most.remove().subject();
            changed.add(
                    0,
                    new Changed(
                            baseline.label(subject),
                            baseline.name(subject),
                            baseline.wait(subject),
                            baseline.hasEnded(subject),
                            change.wait(subject),
                            change.hasEnded(subject)));
        }
        return changed;
    }

    @Override
    public void close() {
        recorded.close();
        changed.close();
        writer.close();
    }
}
