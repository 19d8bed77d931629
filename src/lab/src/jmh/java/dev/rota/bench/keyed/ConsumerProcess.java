package dev.rota.bench.keyed;

import dev.rota.local.ChildProcess;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** A consumer in a process of its own, which can be killed. */
final class ConsumerProcess implements KeyedSystem.Running {

    private static final List<String> JVM_OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC");

    private final ChildProcess process;

    ConsumerProcess(Path folder, KeyedSystem system, Subscription subscription, Path log, int capacity, int waitMs)
            throws IOException {
        Path config = folder.resolve(subscription.member() + ".properties");
        Properties properties = new Properties();
        properties.putAll(subscription.settings().under(""));
        try (Writer writer = Files.newBufferedWriter(config)) {
            properties.store(writer, null);
        }
        process = new ChildProcess(
                JVM_OPTIONS,
                List.of(
                        ConsumerProcess.class.getName(),
                        system.name(),
                        config.toString(),
                        subscription.topic(),
                        subscription.group(),
                        String.valueOf(subscription.pools()),
                        subscription.member(),
                        String.valueOf(subscription.handlers()),
                        String.valueOf(subscription.commitMs()),
                        log.toString(),
                        String.valueOf(capacity),
                        String.valueOf(waitMs)),
                ProcessBuilder.Redirect.appendTo(
                        folder.resolve(subscription.member() + ".err").toFile()));
        process.start();
    }

    void kill() throws InterruptedException {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }

    /** Consumes until the process is killed. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(args[1]))) {
            properties.load(reader);
        }
        Map<String, String> values = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
        Subscription subscription = new Subscription(
                Settings.of(values),
                args[2],
                args[3],
                Integer.parseInt(args[4]),
                args[5],
                Integer.parseInt(args[6]),
                Integer.parseInt(args[7]));
        HandledLog log = new HandledLog(Path.of(args[8]), Integer.parseInt(args[9]));
        RecordWork work = new RecordWork(log, Integer.parseInt(args[10]));
        KeyedSystem.Running running = KeyedSystem.valueOf(args[0]).start(subscription, work);
        try {
            while (true) {
                TimeUnit.SECONDS.sleep(1);
                ConsumerThreads.requireNoFailure();
            }
        } finally {
            running.close();
        }
    }
}
