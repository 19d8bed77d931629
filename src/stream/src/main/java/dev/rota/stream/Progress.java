package dev.rota.stream;

import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.stream.partition.Standings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches whether a scheduler's committed offsets advance while there is a backlog. A commit that never succeeds would
 * be retried for ever with all threads alive and the state RUNNING; only this check reveals it.
 */
final class Progress {

    private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

    private static final long STALLED_NS = TimeUnit.SECONDS.toNanos(30);

    private record Seen(long committed, long sinceNanos) {}

    private final Names names;
    private final Admin admin;
    private final IntPredicate ours;
    private final Standings standings;
    private final Map<Integer, Seen> seen = new HashMap<>();
    private volatile List<String> stalls = List.of();
    private volatile String silence = "";
    private volatile Map<Integer, Long> lag = Map.of();

    /** Creates a watch over all partitions of the cluster. */
    Progress(Names names, Admin admin) {
        this(names, admin, partition -> true, new Standings());
    }

    /**
     * Creates a watch over the partitions of one instance.
     *
     * @param ours returns whether a partition is assigned to this instance; others report their own
     * @param standings the positions of partitions that ignore deliveries, whose committed offsets advance nevertheless
     */
    Progress(Names names, Admin admin, IntPredicate ours, Standings standings) {
        this.names = names;
        this.admin = admin;
        this.ours = ours;
        this.standings = standings;
    }

    /** Returns why there is no progress; empty if there is, or if there is no backlog. */
    List<String> stalls() {
        return stalls;
    }

    /** Returns that the cluster did not answer the last look, and why, in a sentence; empty if it did. */
    String silence() {
        return silence;
    }

    /** Returns the lag by log partition: records that are not decided and committed yet. */
    Map<Integer, Long> lag() {
        return lag;
    }

    /** Compares the cluster's offsets with those of the last look. */
    void look(long nanos) {
        try {
            Map<Integer, Long> committed = Topics.committed(admin, names.scheduler(), names.log());
            standings.next().forEach((partition, next) -> committed.merge(partition, next, Math::min));
            List<String> stalled = new ArrayList<>();
            Map<Integer, Long> behind = new TreeMap<>();
            standings.topicId(Topics.id(admin, names.log()));
            Topics.ends(admin, names.log()).forEach((partition, end) -> {
                long at = committed.getOrDefault(partition, 0L);
                behind.put(partition, end - at);
                Seen before = seen.get(partition);
                if (!ours.test(partition)) {
                    seen.remove(partition);
                } else if (before == null || before.committed() != at || end <= at) {
                    seen.put(partition, new Seen(at, nanos));
                } else if (nanos - before.sinceNanos() > STALLED_NS) {
                    stalled.add(names.log() + "/" + partition + ": the committed offset stands at " + at + " of " + end
                            + " for " + TimeUnit.NANOSECONDS.toSeconds(nanos - before.sinceNanos()) + " s");
                }
            });
            lag = behind;
            stalls = stalled;
            if (!silence.isEmpty()) {
                silence = "";
                LOG.info("{}: the cluster answers again", names.scheduler());
            }
        } catch (KafkaException e) {
            if (Thread.currentThread().isInterrupted()) {
                // The watch is being closed.
                return;
            }
            boolean answered = silence.isEmpty();
            silence = "the cluster does not answer: " + e.getMessage();
            if (answered) {
                LOG.warn("{}: the cluster does not answer: {}", names.scheduler(), e.getMessage());
            }
        }
    }
}
