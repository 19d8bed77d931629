package dev.rota.laws.broken.cores.scheduler;

import dev.rota.laws.broken.engine.machine.Machine;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.TopicPartition;

/** A domain that uses everything that is forbidden. */
public final class Impure {

    final TopicPartition partition = new TopicPartition("topic", 0);
    final ConcurrentSkipListMap<String, Path> map = new ConcurrentSkipListMap<>();
    final Machine machine = new Machine();
    final Thread thread = new Thread(() -> {});

    long now() {
        return System.nanoTime();
    }
}
