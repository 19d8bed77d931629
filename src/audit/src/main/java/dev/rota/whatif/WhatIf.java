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
import dev.rota.simulate.HistoryLine;
import dev.rota.simulate.HistorySink;
import dev.rota.whatif.change.BadChange;
import dev.rota.whatif.change.Change;
import dev.rota.whatif.change.Stage;
import dev.rota.whatif.report.Changed;
import dev.rota.whatif.report.Column;
import dev.rota.whatif.report.Comparison;
import dev.rota.whatif.report.Comparison.Worlds;
import dev.rota.whatif.report.ModelError;
import dev.rota.workload.WorkloadRegistry;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Parties;
import dev.rota.workload.whatif.PartyModel;
import dev.rota.workload.whatif.Past;
import dev.rota.workload.whatif.Tally;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

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
    private final List<Alternative> alternatives = new ArrayList<>();

    /** A change, with the events that it makes of those of the record. */
    private record Alternative(Change change, Stage stage, Spool changed) {}

    public WhatIf(Domain domain, PartyModel model, Question question, Parallel parallel, Watch watch) {
        this.domain = domain;
        this.model = model;
        this.question = question;
        this.parallel = parallel;
        this.watch = watch;
        this.writer = new WorldWriter(question.write());
        this.recorded = new Spool(domain, question.limits(), "the record has");
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

    /** Returns what takes a history, whose events {@link #record} does not get. */
    public HistorySink history() {
        return new HistorySink() {
            @Override
            public void begin(List<String> remarks) {
                if (question.from() != null || question.fromEnd()) {
                    throw new Unanswerable("expected a comparison from the beginning, since of a history nothing else"
                            + " is known, but there is another: leave it out");
                }
                playback.history(remarks);
            }

            @Override
            public void event(String unit, String topic, SpecificRecord value, long time, HistoryLine past) {
                if (unit.equals(question.unit())) {
                    playback.past(
                            new Happening(time, topic, value, false), new Past(past.waited(), past.ran(), past.left()));
                }
            }
        };
    }

    private void read(List<String> lines, long first) {
        try {
            Change change = question.read(domain, model.vocabulary(), lines, first);
            Spool changed = new Spool(domain, question.limits(), "the change makes");
            alternatives.add(new Alternative(
                    change,
                    change.stage(event -> keep(event, changed), count -> {
                        goOn();
                        changed.requireRoom(count);
                    }),
                    changed));
        } catch (BadChange e) {
            throw new Unanswerable(String.valueOf(e.getMessage()));
        }
    }

    private Playback.Span begin(long first) {
        Long from = question.from();
        long beginning = from == null ? first : from;
        question.changes().forEach(lines -> read(lines, first));
        if (question.fromEnd()) {
            return new Playback.Span(Times.NEVER, Times.NEVER);
        }
        // an empty change models nothing: all of the record is read as it is
        long changed = firstChange();
        long branch = playback.history() != null
                ? first
                : from == null || changed == Times.NEVER ? changed : Math.min(from, changed);
        Long to = question.to();
        long end =
                to == null ? Times.NEVER : question.toAfterFrom() ? Times.after(Math.min(branch, beginning), to) : to;
        return new Playback.Span(branch, end);
    }

    private void take(Happening event) {
        keep(event, recorded);
        alternatives.forEach(each -> each.stage().take(event));
    }

    /** Returns the time of the first changed event of all changes, or {@link Times#NEVER}. */
    private long firstChange() {
        return alternatives.stream()
                .mapToLong(each -> each.change().from())
                .min()
                .orElse(Times.NEVER);
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

    /** Answers, after the last record, of which there is one change only. */
    public Comparison answer() {
        return answers().get(0);
    }

    /** Answers for each change, after the last record. */
    public List<Comparison> answers() {
        if (playback.first() == Long.MIN_VALUE) {
            throw new Unanswerable("expected " + question.unit() + ", but the log has no record of it");
        }
        playback.end();
        alternatives.forEach(each -> each.stage().end(playback.last()));
        alternatives.stream()
                .map(each -> each.change().unmet())
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(why -> {
                    throw new Unanswerable(why);
                });
        long from = playback.branch().time();
        long to = to(from);
        if (to < from) {
            throw new Unanswerable("expected an end after the beginning, " + from + ", but it is " + to);
        }
        long changed = firstChange();
        if (!question.fromEnd() && changed != Times.NEVER && changed > to) {
            throw new Unanswerable(
                    "expected a change before the end of the comparison, " + to + ", but the first is at " + changed);
        }
        if (writer.isWanted() && playback.isVoided()) {
            throw new Unanswerable("expected a record that 'simulate' can decide, but an operator has voided a part of"
                    + " it: leave out --write");
        }
        List<Worlds> worlds = changed == Times.NEVER && playback.history() == null ? List.of() : worlds(to);
        writer.keep();
        return IntStream.range(0, alternatives.size())
                .mapToObj(at -> comparison(from, to, worlds.isEmpty() ? null : worlds.get(at)))
                .toList();
    }

    private Comparison comparison(long from, long to, @Nullable Worlds worlds) {
        UnitState state = playback.state();
        return new Comparison(
                domain.name(),
                question.unit(),
                playback.records(),
                state == null ? "" : Chain.hex(state.getChain()),
                state == null ? 0 : state.getSeq(),
                from,
                to,
                model.waitUnit(),
                playback.history(),
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

    /** Decides the baseline, and the world of each change. */
    private List<Worlds> worlds(long to) {
        Tally record = playback.recordTally();
        Column recordColumn = Column.recorded(record);
        List<Column> baselines = new ArrayList<>();
        List<List<Column>> changes = new ArrayList<>();
        List<Tally> others = new ArrayList<>();
        Tally baseline;
        try (DecisionDifferences differences = new DecisionDifferences(question.decisions())) {
            baseline = world("baseline", recorded, to, 0, baselines, differences.baseline(), null);
            for (Alternative each : alternatives) {
                List<Column> columns = new ArrayList<>();
                changes.add(columns);
                if (each.change().isEmpty()) {
                    columns.add(baselines.get(0));
                    others.add(baseline);
                } else {
                    others.add(world(
                            name(changes.size(), 0),
                            each.changed(),
                            to,
                            0,
                            columns,
                            differences.change(),
                            writer.file()));
                }
            }
            differences.write();
        }
        for (int run = 1; run < question.runs(); run++) {
            world("baseline, run " + (run + 1), recorded, to, run, baselines, decision -> {}, null);
            for (int at = 0; at < alternatives.size(); at++) {
                Spool changed = alternatives.get(at).changed();
                world(name(at + 1, run), changed, to, run, changes.get(at), decision -> {}, null);
            }
        }
        List<Moved> moved = moved(baseline, others, to);
        ModelError error = ModelError.of(record, baseline);
        return IntStream.range(0, alternatives.size())
                .mapToObj(at -> new Worlds(
                        recordColumn,
                        List.copyOf(baselines),
                        changes.get(at),
                        error,
                        moved.get(at).slower(),
                        moved.get(at).faster()))
                .toList();
    }

    /** The subjects whose waits a change moved most. */
    private record Moved(List<Changed> slower, List<Changed> faster) {}

    private List<Moved> moved(Tally baseline, List<Tally> changes, long to) {
        List<Moved> moved = new ArrayList<>();
        List<NavigableSet<Reasons.Moment>> moments = new ArrayList<>();
        NavigableSet<Reasons.Moment> all = new TreeSet<>();
        for (Tally change : changes) {
            NavigableSet<Reasons.Moment> own = new TreeSet<>();
            for (int direction : question.reasons() ? new int[] {1, -1} : new int[0]) {
                mostChanged(baseline, change, direction).forEach(subject -> own.add(moment(subject, baseline, change)));
            }
            moments.add(own);
            all.addAll(own);
        }
        Reasons before = reasons("baseline", recorded, to, all);
        for (int at = 0; at < changes.size(); at++) {
            Tally change = changes.get(at);
            Reasons after = reasons(name(at + 1, 0), alternatives.get(at).changed(), to, moments.get(at));
            IntFunction<List<Changed>> of = direction -> mostChanged(baseline, change, direction).stream()
                    .map(subject -> changed(subject, baseline, change, before, after))
                    .toList();
            moved.add(new Moved(of.apply(1), of.apply(-1)));
        }
        return moved;
    }

    /** Returns when a subject is explained: when it has been served in the world in which it waits less. */
    private static Reasons.Moment moment(int subject, Tally baseline, Tally change) {
        return new Reasons.Moment(subject, Math.min(baseline.wait(subject), change.wait(subject)));
    }

    private Changed changed(int subject, Tally baseline, Tally change, Reasons before, Reasons after) {
        Reasons.Moment moment = moment(subject, baseline, change);
        return new Changed(
                baseline.label(subject),
                baseline.name(subject),
                baseline.wait(subject),
                baseline.hasEnded(subject),
                change.wait(subject),
                change.hasEnded(subject),
                question.reasons() ? new Changed.Why(before.sentence(moment), after.sentence(moment)) : null);
    }

    private String name(int change, int run) {
        return "change" + (alternatives.size() == 1 ? "" : " " + change) + (run == 0 ? "" : ", run " + (run + 1));
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
        Rejections rejections = new Rejections(question.unit());
        Parties parties = decide(name, events, to, run, tally, rejections.andThen(decisions), file, null);
        columns.add(
                new Column(tally.figures(), tally.series(), parties.sources(), rejections.first(), rejections.count()));
        return tally;
    }

    /** Decides one world. Returns its parties. */
    private Parties decide(
            String name,
            Spool events,
            long to,
            int run,
            Tally tally,
            Consumer<Decision> decisions,
            @Nullable WorldFile file,
            @Nullable Reasons reasons) {
        Parties parties = playback.learner().parties(tally);
        try (Spool.Reading reading = events.read()) {
            reading.forEachRemaining(event -> {
                goOn();
                parties.foresee(event);
            });
        }
        World.Branch branch = playback.branch();
        World world = new World(
                new World.Shared(domain, question.unit(), parallel, model, playback.attendance()),
                new World.Branch(branch.partition(), branch.offset() + run * OFFSETS_OF_A_RUN, branch.time()),
                playback.rowsAtBranch().copy(),
                parties,
                tally,
                decisions,
                file,
                reasons);
        long[] done = new long[1];
        try (Spool.Reading reading = events.read()) {
            world.run(reading, to, watch::isCancelled, () -> watch.progress(name, ++done[0], events.count()));
        }
        return parties;
    }

    /** Decides one world again, up to the moments at which the scheduler is asked about subjects. */
    private Reasons reasons(String name, Spool events, long to, NavigableSet<Reasons.Moment> moments) {
        Tally tally = playback.tallyAtBranch().fork();
        Reasons reasons = new Reasons(domain, model.vocabulary(), question.unit(), tally, moments);
        if (!moments.isEmpty()) {
            var unused = decide(name + ", reasons", events, to, 0, tally, decision -> {}, null, reasons);
        }
        return reasons;
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
    private static List<Integer> mostChanged(Tally baseline, Tally change, int direction) {
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
        List<Integer> changed = new ArrayList<>();
        while (!most.isEmpty()) {
            changed.add(0, most.remove().subject());
        }
        return changed;
    }

    @Override
    public void close() {
        recorded.close();
        alternatives.forEach(each -> each.changed().close());
        writer.close();
    }
}
