package dev.rota.trials;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.Notification;
import javax.management.ObjectName;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Appends to {@code target/times.csv} what each test class costs: wall time, processor time of its JVM and of the
 * processes that it started and that have ended, and the number of brokers, schedulers and Java processes that it starts.
 * Brokers and schedulers are counted by the MBeans that Kafka registers for them. {@link ClassTimesTable} prints the most expensive classes.
 */
public final class ClassTimes implements BeforeAllCallback, AfterAllCallback {

    static final Path FILE = Path.of("target", "times.csv");

    /** The statistics of this process on Linux, with times in ticks, of which a second always has a hundred. */
    private static final Path STATISTICS = Path.of("/proc/self/stat");

    private static final long NANOS_PER_TICK = 10_000_000;

    /** Each class of a JVM has an extension of its own, and all count together. */
    private static final AtomicBoolean LISTENS = new AtomicBoolean();

    private static final AtomicInteger BROKERS = new AtomicInteger();
    private static final AtomicInteger SCHEDULERS = new AtomicInteger();
    private static final AtomicInteger PROCESSES = new AtomicInteger();

    /** The Streams clients that have been counted: each registers several MBeans. */
    private static final Set<String> CLIENTS = ConcurrentHashMap.newKeySet();

    private static final OperatingSystemMXBean MACHINE =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** The time spent and the processes started so far in this JVM. */
    private record Reading(long nanos, long processorNanos, int brokers, int schedulers, int processes) {

        static Reading now() {
            return new Reading(
                    System.nanoTime(),
                    MACHINE.getProcessCpuTime() + ofEndedProcesses(),
                    BROKERS.get(),
                    SCHEDULERS.get(),
                    PROCESSES.get());
        }

        String line(String name, Reading since) {
            return "%s,%d,%d,%d,%d,%d%n"
                    .formatted(
                            name,
                            (nanos - since.nanos) / 1_000_000,
                            (processorNanos - since.processorNanos) / 1_000_000,
                            brokers - since.brokers,
                            schedulers - since.schedulers,
                            processes - since.processes);
        }
    }

    private final ConcurrentMap<Class<?>, Reading> begun = new ConcurrentHashMap<>();

    public ClassTimes() throws JMException {
        if (!LISTENS.compareAndSet(false, true)) {
            return;
        }
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        server.addNotificationListener(
                MBeanServerDelegate.DELEGATE_NAME, (notification, handback) -> count(notification), null, null);
    }

    /** Returns the processor time of the processes that this JVM started and that have ended; 0 where it is unknown. */
    private static long ofEndedProcesses() {
        try {
            String line = Files.readString(STATISTICS, UTF_8);
            // The fields follow the name of the command, which is in parentheses: state, 10 others, utime, stime,
            // cutime, cstime.
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * NANOS_PER_TICK;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Counts a Java process that a test starts. */
    public static void processStarts() {
        PROCESSES.incrementAndGet();
    }

    private static void count(Notification notification) {
        if (notification instanceof MBeanServerNotification change
                && change.getType().equals(MBeanServerNotification.REGISTRATION_NOTIFICATION)) {
            ObjectName name = change.getMBeanName();
            if (name.getDomain().equals("kafka.server")
                    && "KafkaServer".equals(name.getKeyProperty("type"))
                    && "BrokerState".equals(name.getKeyProperty("name"))) {
                BROKERS.incrementAndGet();
            }
            if (name.getDomain().equals("kafka.streams")
                    && CLIENTS.add(String.valueOf(name.getKeyProperty("client-id")))) {
                SCHEDULERS.incrementAndGet();
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        begun.put(context.getRequiredTestClass(), Reading.now());
    }

    /** Nested classes are part of their outermost class, which ends last. */
    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        Class<?> type = context.getRequiredTestClass();
        Reading since = begun.remove(type);
        if (since != null && type.getEnclosingClass() == null) {
            // In a fresh clone no other step has made the folder yet.
            Files.createDirectories(FILE.toAbsolutePath().getParent());
            Files.writeString(
                    FILE,
                    Reading.now().line(type.getName(), since),
                    UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }
}
