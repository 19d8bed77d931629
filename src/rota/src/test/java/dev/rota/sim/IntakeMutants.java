package dev.rota.sim;

import java.util.List;
import java.util.stream.Stream;

/** Defects of intake. Each was made during development, or nearly made. */
final class IntakeMutants {

    private IntakeMutants() {}

    /** Defects that the simulation found in Rota. */
    static final List<Mutant> FOUND = List.of(
            new Mutant(
                    "polled records are dropped when intake ends, and their positions are committed",
                    874,
                    "stream/intake/AssignedInputs.java",
                    """
                                polled.forEach(buffer::add);
                                mustBeResumable();
                    """,
                    """
                                mustBeResumable();
                                polled.forEach(buffer::add);
                    """),
            new Mutant("an end that is older than a position", 1_233, "stream/intake/InputPositions.java", """
                            Map<TopicPartition, OffsetAndMetadata> committed = CommittedInputs.of(consumer, existing, missing);
                            Map<TopicPartition, AwaitedInputs.Position> left = positions(existing, committed);
                            // Looked up after the positions: others may have continued while this instance was frozen.
                            await(left, awaited.ask(existing));
                    """, """
                            var early = awaited.ask(existing);
                            Map<TopicPartition, OffsetAndMetadata> committed = CommittedInputs.of(consumer, existing, missing);
                            Map<TopicPartition, AwaitedInputs.Position> left = positions(existing, committed);
                            await(left, early);
                    """),
            new Mutant(
                    "an id that was unknown stays so when a partition comes back",
                    Mutant.BY_ITS_PLAN,
                    "stream/intake/DomainInputs.java",
                    "reader.forget(partitions);",
                    "reader.forget(java.util.Set.of());"),
            new Mutant(
                    "what another mapping has left stays as it was left",
                    996,
                    "stream/intake/AssignedInputs.java",
                    "kept.keepLater(resumed.remapped(), Map.of());",
                    ""),
            new Mutant(
                    "a partition that was given up just before the end is left to nobody",
                    Mutant.BY_ITS_PLAN,
                    "stream/intake/AssignedInputs.java",
                    "consumer.enforceRebalance(\"this member has just started\");",
                    ""),
            new Mutant(
                    "topics are compared only when something is polled",
                    Mutant.BY_ITS_PLAN,
                    "stream/intake/AssignedInputs.java",
                    "if (buffer.hasUnchecked() || ticker.nanoTime() - lastChecked >= CHECK_INTERVAL_NS) {",
                    "if (buffer.hasUnchecked()) {"));

    private static final List<Mutant> KNOWN = List.of(
            new Mutant(
                    "the log writer goes on after a failed send",
                    6,
                    "stream/intake/LogWriter.java",
                    "if (exception == null && acknowledged(partition, metadata, end)) {",
                    "if (exception != null || acknowledged(partition, metadata, end)) {"),
            new Mutant("rounds ignore earlier rounds", 0, "stream/intake/AcknowledgedRounds.java", """
                            for (Round first = closed.peek(); first != null && first.unacknowledged.get() == 0; first = closed.peek()) {
                                committable.putAll(first.positions);
                                closed.remove();
                            }
                    """, """
                            for (Round first : new ArrayDeque<>(closed)) {
                                if (first.unacknowledged.get() == 0) {
                                    committable.putAll(first.positions);
                                    closed.remove(first);
                                }
                            }
                    """),
            new Mutant(
                    "a position is committed when its record is sent",
                    0,
                    "stream/intake/AcknowledgedRounds.java",
                    "first != null && first.unacknowledged.get() == 0;",
                    "first != null;"),
            new Mutant(
                    "records of a replaced topic are kept",
                    175,
                    "stream/intake/InputBuffer.java",
                    "if (!replaced.contains(record.topic())) {",
                    "if (!record.topic().isEmpty()) {"),
            new Mutant(
                    "the topic id of a mark is ignored",
                    35,
                    "stream/intake/InputPositions.java",
                    "boolean recreated = !left.topicId().equals(start.topicId());",
                    "boolean recreated = false;"),
            new Mutant(
                    "a position out of range is replaced in silence",
                    8,
                    "stream/intake/LostRecords.java",
                    "if (!accepted) {",
                    "if (!accepted && lost.isEmpty()) {"),
            new Mutant(
                    "a partition counts as marked though the mark was not committed",
                    530,
                    "stream/intake/InputCommits.java",
                    "committedAndKept(unmarked).forEach(positions::marked);",
                    "committedAndKept(unmarked); unmarked.keySet().forEach(positions::marked);"),
            new Mutant(
                    "a position is clean whatever was appended before",
                    2_312,
                    "stream/intake/InputPositions.java",
                    "return input == null || !input.isClean(next)",
                    "return input == null"),
            new Mutant(
                    "any mapping resumes from any position",
                    317,
                    "stream/intake/PositionLookup.java",
                    "each.left().mapping().equals(mapping));",
                    "each.left().mapping() != null);"),
            new Mutant("a schema is told after its record", 0, "stream/intake/LogWriter.java", """
                            tell(partition, append.schema());
                            send(partition, append.record(), written);
                    """, """
                            send(partition, append.record(), written);
                            tell(partition, append.schema());
                    """));

    static final List<Mutant> ALL =
            Stream.concat(KNOWN.stream(), FOUND.stream()).toList();
}
