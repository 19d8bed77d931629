package dev.rota.bench.pool;

import dev.rota.bench.lanes.RunTopics;
import dev.rota.bench.lanes.TopicEnds;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Divides the round trips of batches into parts: from the worker's report to its append to the log, from there to the
 * committed block, and from that block to the report of the turn's next batch. All clocks are of one machine.
 */
public final class RoundTrips {

    private final RunTopics site;
    private final String reports;
    private final String blocks;
    private final TopicEnds from;
    private final AvroCodec<WorkerEvent> events = AvroCodec.of(WorkerEvent.class);

    /** When each committed block arrived, by its hash. */
    private final Map<String, Long> seen = new ConcurrentHashMap<>();

    /** The times, in ms, from reports to the log, from there to committed blocks, and from these to the next reports. */
    public record Parts(double[] toLog, double[] toBlock, double[] toReport) {}

    /** A turn's reports and blocks, each in the order of its batches, by their times in ms. */
    private static final class TurnTimes {
        final List<Long> reported = new ArrayList<>();
        final List<Long> appended = new ArrayList<>();
        final List<Long> visible = new ArrayList<>();
    }

    /** Begins with the reports and blocks that follow. */
    public RoundTrips(RunTopics site) {
        this.site = site;
        this.reports = site.names().topic(ShardsTopics.WORKERS);
        this.blocks = site.names().topic(ShardsTopics.BLOCKS.topic());
        this.from = now();
    }

    private TopicEnds now() {
        return TopicEnds.now(site.settings(), List.of(reports, blocks));
    }

    /** Notes that a committed block has arrived. */
    public void arrived(ShardBlock block) {
        seen.put(block.getHash(), System.currentTimeMillis());
    }

    /** Returns the parts of the round trips so far. */
    public Parts parts() {
        Map<Long, TurnTimes> turns = new HashMap<>();
        from.read(now(), site.settings(), record -> note(record, turns));
        List<Long> toLog = new ArrayList<>();
        List<Long> toBlock = new ArrayList<>();
        List<Long> toReport = new ArrayList<>();
        for (TurnTimes turn : turns.values()) {
            for (int i = 0; i < turn.visible.size(); i++) {
                toLog.add(turn.appended.get(i) - turn.reported.get(i));
                toBlock.add(turn.visible.get(i) - turn.appended.get(i));
                if (i + 1 < turn.reported.size()) {
                    toReport.add(turn.reported.get(i + 1) - turn.visible.get(i));
                }
            }
        }
        return new Parts(array(toLog), array(toBlock), array(toReport));
    }

    private void note(ConsumerRecord<byte[], byte[]> record, Map<Long, TurnTimes> turns) {
        try {
            if (record.topic().equals(reports)) {
                WorkerEvent event = events.decode(record.value(), Framing.BYTES);
                if (event.getEvent() instanceof BatchExecuted report) {
                    times(turns, report.getToken()).reported.add(record.timestamp());
                } else if (event.getEvent() instanceof BatchesExecuted joined) {
                    joined.getReports()
                            .forEach(report ->
                                    times(turns, report.getToken()).reported.add(record.timestamp()));
                }
                return;
            }
            ShardBlock block = ShardsTopics.BLOCKS.codec().decode(record.value(), Framing.BYTES);
            Long arrival = seen.get(block.getHash());
            if (arrival != null) {
                TurnTimes turn = times(turns, block.getToken());
                turn.appended.add(record.timestamp());
                turn.visible.add(arrival);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TurnTimes times(Map<Long, TurnTimes> turns, long token) {
        return turns.computeIfAbsent(token, any -> new TurnTimes());
    }

    private static double[] array(List<Long> ms) {
        return ms.stream().mapToDouble(Long::doubleValue).toArray();
    }
}
