package dev.rota.sim;

import java.util.List;

/** Defects of the way from the log to the outputs, and of the state in between. */
final class SchedulerMutants {

    private SchedulerMutants() {}

    private static Mutant of(String name, String file, String from, String to) {
        return new Mutant(name, true, file, from, to);
    }

    static final List<Mutant> ALL = List.of(
            of(
                    "rows are not written before a commit",
                    "stream/store/RowsStore.java",
                    "rows.flush();",
                    "rows.rowsRead();"),
            of(
                    "at least once instead of exactly once",
                    "stream/ClientSettings.java",
                    "StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2",
                    "StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE"),
            of(
                    "a Tick that is lost never expires",
                    "stream/DueTicks.java",
                    "if (sent == null || ourTime - sent >= UNANSWERED_MS_MAX) {",
                    "if (sent == null) {"),
            of(
                    "what was applied is applied again when it is delivered again",
                    "stream/LogPartition.java",
                    "return record.offset() < next ? null : apply(record);",
                    "return apply(record);"),
            of("the rows do not say how far they are", "stream/Steps.java", """
                            noteApplied();
                            sinks.flush();
                    """, """
                            sinks.flush();
                    """),
            of(
                    "an undo decides a record that was voided",
                    "stream/Steps.java",
                    "passedBy.put(record.offset(), by);",
                    "passedBy.remove(record.offset());"),
            of("outputs are sent after the commit", "stream/Steps.java", """
                            noteApplied();
                            sinks.flush();
                    """, """
                            noteApplied();
                    """),
            of(
                    "a repetition is only what lies before the last input",
                    "engine/Sources.java",
                    "source.offset() <= row.getOffset()",
                    "source.offset() < row.getOffset()"),
            of(
                    "inputs of a topic that was created again are repetitions",
                    "engine/Sources.java",
                    ".text(source.topicId())",
                    ".text(source.topic())"),
            of("a group that is ahead of the rows is believed", "stream/LogPartition.java", """
                            } else if (committed > next) {
                    """, """
                            } else if (committed < -1) {
                    """));
}
