package dev.rota.audit.outputs;

import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.audit.outputs.OutputTopic.Trail;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.log.OutputFormat;
import dev.rota.settings.Names;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares the records of all outputs that one log partition caused with the expected ones. */
public final class OutputTrails {

    private final Names names;
    private final int partition;
    private final OutputFormat format;
    private final Findings findings;
    private final List<OutputTopic> topics = new ArrayList<>();
    private final Map<String, OutputTopic> byName = new HashMap<>();
    private final List<ExpectedOutput> expected = new ArrayList<>();

    @Nullable
    private final String onlyUnit;

    public OutputTrails(
            Names names,
            List<OutputReader> readers,
            int partition,
            int logPartitions,
            @Nullable String onlyUnit,
            Findings findings) {
        this.names = names;
        this.partition = partition;
        this.onlyUnit = onlyUnit;
        this.findings = findings;
        this.format = new OutputFormat(names.domain(), names.log());
        for (Output<?> output : names.domain().outputs()) {
            String topic = names.topic(output.topic());
            OutputTopic all = new OutputTopic(
                    topic, OutputReader.ofTopic(readers, topic), partition, logPartitions, this::undecided);
            topics.add(all);
            byName.put(output.topic(), all);
        }
    }

    /** Clears the expected records of the last log record. */
    public void clear() {
        expected.clear();
    }

    /** Adds an expected record of the current log record. */
    public void expect(Decision decision, ByteBuffer chain, int schemaId) {
        expected.add(new ExpectedOutput(topic(decision.output()), new Comparison(format, decision, chain, schemaId)));
    }

    /** Returns the next rejection with this cause, or null if there is none. */
    @Nullable
    public StoredRecord rejection(long cause) {
        for (Trail trail : topic(names.domain().rejections()).trails()) {
            Caused head = trail.head();
            if (head != null && head.cause() == cause) {
                return head.record();
            }
        }
        return null;
    }

    private OutputTopic topic(Output<?> output) {
        OutputTopic topic = byName.get(output.topic());
        if (topic == null) {
            throw new IllegalStateException("expected an output of the domain, but it is " + output.topic());
        }
        return topic;
    }

    /**
     * Compares the expected records with the actual ones.
     * @return false if a record is missing and nothing shows that the log record was decided
     */
    public boolean compare(long cause, UnitFindings unit) {
        boolean allNamed = true;
        boolean settled = false;
        for (ExpectedOutput one : expected) {
            if (one.topic.find(one, cause)) {
                settled |= one.found != null && one.found.settled();
            } else {
                allNamed = false;
            }
        }
        boolean allThere = allNamed || substitutes(cause);
        if (!allThere && !settled && !isDecided(cause)) {
            return false;
        }
        for (ExpectedOutput one : expected) {
            hold(one, cause, unit);
        }
        if (settled || !allThere) {
            findings.confirm(cause);
        }
        return true;
    }

    /** Pairs missing records with those in their places. Returns whether all exist or were deleted by retention. */
    private boolean substitutes(long cause) {
        boolean allThere = true;
        for (ExpectedOutput one : expected) {
            if (one.found == null) {
                one.outOfOrder = one.topic.findSubstitute(one, cause);
                allThere &= one.found != null || one.deletable;
            }
        }
        return allThere;
    }

    private void hold(ExpectedOutput expected, long cause, UnitFindings unit) {
        Caused found = expected.found;
        if (found == null) {
            if (expected.deletable) {
                unit.notCompared();
            } else {
                unit.diverges(cause, missing(expected, cause));
            }
            return;
        }
        String difference = expected.record.difference(found.record());
        if (difference == null && !expected.outOfOrder) {
            unit.decision(expected.isCheckpoint());
            if (expected.isCheckpoint()) {
                findings.checkpoint(cause, Comparison.buildOf(found.record()));
            }
            return;
        }
        unit.diverges(
                cause,
                new Divergence(
                        found.record().at(),
                        (difference == null ? "it is the right record, but out of order" : difference) + " (caused by "
                                + at(cause) + ")",
                        expected.record.there(found.record()),
                        expected.record.expected()));
    }

    private Divergence missing(ExpectedOutput expected, long cause) {
        Caused elsewhere = expected.topic.findElsewhere(expected, cause);
        if (elsewhere != null) {
            return new Divergence(
                    elsewhere.record().at(),
                    "the record is in another partition than its key's, " + expected.topic.place(expected.record.key())
                            + " (caused by " + at(cause) + ")",
                    expected.record.there(elsewhere.record()),
                    expected.record.expected());
        }
        return new Divergence(
                expected.topic.place(expected.record.key()),
                "the record that log record " + at(cause) + " caused is missing",
                null,
                expected.record.expected());
    }

    /**
     * Returns whether an output record has this cause or a later one. Checks records that have been read already first.
     */
    public boolean isDecided(long cause) {
        for (OutputTopic topic : topics) {
            for (Trail trail : topic.trails()) {
                if (shows(trail.headIfRead(), cause)) {
                    return true;
                }
            }
        }
        for (OutputTopic topic : topics) {
            for (Trail trail : topic.trails()) {
                if (shows(trail.head(), cause)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean shows(@Nullable Caused head, long cause) {
        return head != null && head.settled() && head.cause() >= cause;
    }

    private void undecided(Caused caused) {
        String unit = caused.record().headerText(OutputFormat.UNIT);
        if (onlyUnit == null || onlyUnit.equals(unit)) {
            findings.unit(unit)
                    .diverges(
                            caused.cause(),
                            Divergence.of(
                                    caused.record().at(),
                                    "the scheduler did not decide this: it is one record too many, or out of order"
                                            + " (it names " + at(caused.cause()) + " as its cause)"));
        }
    }

    private String at(long cause) {
        return names.log() + "/" + partition + "/" + cause;
    }

    /** Reads the rest of the outputs: no record there may have a cause that was compared. */
    public void leftOver(long to) {
        for (OutputTopic topic : topics) {
            for (Trail trail : topic.trails()) {
                for (Caused head = trail.head(); head != null; head = trail.head()) {
                    if (head.cause() < to) {
                        undecided(head);
                    }
                    trail.skip();
                }
            }
        }
    }
}
