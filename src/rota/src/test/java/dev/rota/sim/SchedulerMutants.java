package dev.rota.sim;

import java.util.List;
import java.util.stream.Stream;

/** Defects in the path from the log to the outputs, and in the state along it. */
final class SchedulerMutants {

    private SchedulerMutants() {}

    private static Mutant of(String name, int seed, String file, String from, String to) {
        return new Mutant(name, true, seed, file, from, to);
    }

    /** Defects that the simulation found in Rota. */
    static final List<Mutant> FOUND = List.of(
            of(
                    "a position that its group has lost stays lost while nothing is written",
                    1_107,
                    "stream/intake/IdlePositions.java",
                    "committed.clear();",
                    "committed.isEmpty();"),
            of(
                    "a task that begins does not know the brokers' clock",
                    Mutant.BY_ITS_PLAN,
                    "stream/partition/DueTicks.java",
                    "if (state != null && brokerTime < state.getNow()) {",
                    "if (state == null) {"),
            of(
                    "silence counts while a clock is set back",
                    Mutant.BY_ITS_PLAN,
                    "stream/attendance/AttendedPartition.java",
                    "setBack = appended - time;",
                    "setBack = 0;"),
            of(
                    "what an earlier process left open is looked for at the start only",
                    Mutant.BY_ITS_PLAN,
                    "stream/takeover/AbandonedTransactions.java",
                    "endEarlier(open);",
                    "ids.instance();"),
            of(
                    "a build reads by its own rules what another has left",
                    Mutant.BY_ITS_PLAN,
                    "stream/intake/OpenInput.java",
                    "return offset < appendedBefore ? formerReading : reading;",
                    "return reading;"));

    private static final List<Mutant> KNOWN = List.of(
            of(
                    "rules are announced without their schemas",
                    23,
                    "stream/log/RulesAnnouncement.java",
                    "append(ends.keySet(), schemas);",
                    "schemas.clear();"),
            of(
                    "a build decides by the newest rules that it knows",
                    6,
                    "engine/machine/RulesInForce.java",
                    "int rules = partition.rules();",
                    "int rules = partition.rules() == 0 ? 0 : domain.rules();"),
            of(
                    "a takeover that fences nobody",
                    6,
                    "stream/takeover/AbandonedTransactions.java",
                    "end(id);",
                    "ids.isOurs(id);"),
            of(
                    "a look does not wait for intake",
                    912,
                    "stream/attendance/Look.java",
                    """
                            inputsAreRead(limit);
                            Map<Integer, String> behind
                    """.stripTrailing(),
                    """
                            Map<Integer, String> behind
                    """.stripTrailing()),
            of(
                    "a look that failed does not end the interval",
                    127,
                    "stream/attendance/AttendedPartition.java",
                    """
                            why = reason;
                            begun = 0;
                    """,
                    """
                            if (why == null) {
                                return;
                            }
                            why = reason;
                            begun = 0;
                    """),
            of(
                    "silence counts whether anybody looks or not",
                    127,
                    "stream/partition/DueTicks.java",
                    "AttendedTime carried = measured ? attended.attended() : AttendedTime.NONE;",
                    "AttendedTime carried = measured ? AttendedTime.NONE.with(0, ourTime) : AttendedTime.NONE;"),
            of("a task that becomes a standby keeps its rows", 1012, "stream/kstreams/RowsStore.java", """
                        public void clearCache() {
                            discard();
                    """, """
                        public void clearCache() {
                    """),
            of("what is committed is emitted again by a rebuild", 72, "stream/partition/Steps.java", """
                                emitted.clear();
                            }
                            last = record;
                    """, """
                                emitted.size();
                            }
                            last = record;
                    """),
            of(
                    "rows are not written before a commit",
                    2,
                    "stream/kstreams/RowsStore.java",
                    "rows.flush();",
                    "rows.rowsRead();"),
            of(
                    "a store that is closed keeps rows that were not committed",
                    4,
                    "sim/SimRows.java",
                    "staged.clear();\n            disk",
                    "staged.forEach((key, value) -> write(contents().rows(), key, value));\n            disk"),
            of(
                    "at least once instead of exactly once",
                    59,
                    "stream/kstreams/StreamsSettings.java",
                    "StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2",
                    "StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE"),
            of(
                    "a transaction of records leaves out positions that have not moved",
                    59,
                    "stream/kstreams/SchedulerProducer.java",
                    "if (transaction.begun() || transaction.areNew(offsets)) {",
                    "if (transaction.areNew(offsets)) {"),
            of(
                    "a Tick that is lost never expires",
                    231,
                    "stream/partition/DueTicks.java",
                    "if (sent == null || ourTime - sent >= UNANSWERED_MS_MAX) {",
                    "if (sent == null) {"),
            of(
                    "what was applied is applied again when it is delivered again",
                    13,
                    "stream/partition/Following.java",
                    "record.offset() == applier.next()",
                    "record.offset() <= applier.next()"),
            of("the rows do not say how far they are", 0, "stream/partition/Steps.java", """
                            noteApplied();
                            sink.flush();
                    """, """
                            sink.flush();
                    """),
            of(
                    "an undo decides a record that was voided",
                    30,
                    "stream/partition/Steps.java",
                    "skipped.put(record.offset(), voiding);",
                    "skipped.remove(record.offset());"),
            of("outputs are sent after the commit", 0, "stream/partition/Steps.java", """
                            noteApplied();
                            sink.flush();
                    """, """
                            noteApplied();
                    """),
            of(
                    "inputs of a topic that was created again are repetitions",
                    11,
                    "engine/machine/Sources.java",
                    "InputPartition(source.topicId(),",
                    "InputPartition(source.topic(),"));

    /** Defects without harm, which the simulation must not report. */
    static final List<Mutant> HARMLESS = List.of(
            // At every check it would be harmful: an owner that is fenced every few seconds never detects silent
            // parties.
            of(
                    "a takeover that ends the transactions of the living in one second of ten, too",
                    0,
                    "stream/takeover/AbandonedTransactions.java",
                    "!members.contains(ids.memberOf(id)) && nanos.getAsLong() - asked < ANSWER_NANOS_MAX",
                    "asked / 1_000_000_000L % 10 == 0"),
            // Harmless since nothing is delivered for a while, and the partition then reads the log.
            of(
                    "a group that is ahead of the rows is believed",
                    0,
                    "stream/partition/Deliveries.java",
                    "any && resumed != next",
                    "any && resumed < next"));

    static final List<Mutant> ALL =
            Stream.concat(KNOWN.stream(), FOUND.stream()).toList();
}
