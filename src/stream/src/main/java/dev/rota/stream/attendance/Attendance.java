package dev.rota.stream.attendance;

import dev.rota.stream.attendance.Look.Failed;
import dev.rota.stream.common.EverySecond;
import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** Looks every second whether log partitions are attended, on a thread of its own, while silence is measured in any. */
public final class Attendance implements AutoCloseable {

    private final AttendedPartitions partitions;
    private final Look look;
    private final Admin admin;
    private final Ticker ticker;
    private final EverySecond thread;

    /**
     * @param admin closed with this
     * @param ended receives a sentence if the thread ends by an error
     */
    public Attendance(
            String name, AttendedPartitions partitions, Look look, Admin admin, Ticker ticker, Consumer<String> ended) {
        this.partitions = partitions;
        this.look = look;
        this.admin = admin;
        this.ticker = ticker;
        this.thread = new EverySecond(name + "-attendance", this::look, ended);
    }

    public void start() {
        thread.start();
    }

    /** Looks once; the thread does so every second. */
    public void look() throws InterruptedException {
        Map<Integer, AttendedPartition> pending = partitions.pending();
        if (pending.isEmpty()) {
            return;
        }
        Map<Integer, Long> appended = new TreeMap<>();
        pending.forEach((partition, attended) -> appended.put(partition, attended.appended()));
        long began = ticker.nanoTime();
        try {
            Map<Integer, String> behind = look.take(pending.keySet());
            long ended = ticker.nanoTime();
            pending.forEach((partition, attended) -> {
                String why = behind.get(partition);
                if (why == null) {
                    attended.looked(appended.getOrDefault(partition, Long.MIN_VALUE), began, ended);
                } else {
                    attended.failed(why);
                }
            });
        } catch (Failed e) {
            failed(pending.values(), String.valueOf(e.getMessage()));
        } catch (KafkaException e) {
            failed(pending.values(), "the cluster does not answer: " + e.getMessage());
        }
        partitions.looked();
    }

    private static void failed(Collection<AttendedPartition> all, String why) {
        all.forEach(attended -> attended.failed(why));
    }

    @Override
    public void close() {
        thread.close();
        admin.close(Duration.ZERO);
    }
}
