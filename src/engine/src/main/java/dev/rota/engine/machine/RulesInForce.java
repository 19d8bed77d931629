package dev.rota.engine.machine;

import dev.rota.engine.Domain;
import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import java.nio.ByteBuffer;

/** The rules by which a log partition is decided: the ones announced last in its log. */
final class RulesInForce {

    private final Domain domain;
    private final PartitionState partition;

    RulesInForce(Domain domain, PartitionState partition) {
        this.domain = domain;
        this.partition = partition;
    }

    /** Returns the rules number for a record; throws if no rules record precedes it. */
    int at(Position at) {
        int rules = partition.rules();
        if (rules == 0) {
            throw new PartitionMachine.LogBroken(at, "expected a rules record before it, but there is none");
        }
        return rules;
    }

    /** Throws if rules or a format are in force that this build does not support: it must not touch the rows. */
    void requireKnown() {
        requireKnown(partition.rules(), partition.format());
    }

    private void requireKnown(int rules, int format) {
        // The format comes first: a newer one may also change how rules are announced.
        if (format > LogFormat.NEWEST) {
            throw NewerBuildNeeded.format(format);
        }
        if (rules > domain.rules()) {
            throw NewerBuildNeeded.rules(domain, rules);
        }
    }

    /**
     * Applies a rules record; throws if it cannot be in force.
     * @param declared the digest of schemas and rules records up to this one
     */
    void announce(LogRecord.Rules record, ByteBuffer declared) {
        requireKnown(record.number(), record.format());
        if (record.number() < 1) {
            throw new PartitionMachine.LogBroken(
                    record.at(), "expected a rules number of at least 1, but it is " + record.number());
        }
        if (partition.partitions() != 0 && partition.partitions() != record.partitions()) {
            throw new PartitionMachine.LogBroken(
                    record.at(),
                    "the log was created with " + partition.partitions() + " partitions, but this rules record has "
                            + record.partitions() + ": units would move");
        }
        // An intake that also found the partition empty may append the initial rules again after an announcement.
        int inForce = Math.max(record.number(), partition.rules());
        int format = Math.max(record.format(), partition.format());
        partition.rules(inForce, record.partitions(), format, declared);
    }
}
