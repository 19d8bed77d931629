package dev.rota.bench.pages;

import dev.rota.bench.lanes.FactProducer;
import dev.rota.bench.lanes.Pace;
import dev.rota.bench.lanes.Site;
import dev.rota.bench.lanes.Standstill;
import dev.rota.bench.lanes.Track;
import dev.rota.bench.lanes.WholePath;
import dev.rota.bench.loop.LoopRun.Offered;
import dev.rota.stream.DomainRun;
import dev.rota.workload.OpenTraffic;
import dev.rota.workload.Traffic.Fact;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Traffic of one unit that does not wait for decisions. Its answers come in order, so none of them is decoded. */
public final class OpenLoad implements PagesLoad {

    /** Events without an answer while as much is offered as can be. */
    private static final int WINDOW = 500;

    /** Events that fill the unit are large: the embedded broker need not hold more of them at once. */
    private static final int FILLED_AT_ONCE = 20;

    private static final Duration PATIENCE = Duration.ofMillis(1);

    private final Supplier<OpenTraffic> traffic;
    private final String noun;
    private final int seconds;

    /**
     * @param traffic always begins anew
     * @param seconds how long as much is offered as can be; half as long before that, not counted
     */
    public OpenLoad(Supplier<OpenTraffic> traffic, int seconds) {
        this.traffic = traffic;
        this.noun = traffic.get().noun();
        this.seconds = seconds;
    }

    @Override
    public String noun() {
        return noun;
    }

    @Override
    public double reached(Track track) throws InterruptedException, IOException {
        try (Run run = new Run(track, traffic.get(), true)) {
            double unused = run.saturated(Math.max(1, seconds / 2));
            return run.saturated(seconds);
        }
    }

    @Override
    public Running start(Track track) throws InterruptedException, IOException {
        return new Run(track, traffic.get(), false);
    }

    private final class Run implements Running {
        private final Site site;
        private final WholePath lane;
        private final OpenTraffic traffic;
        private final FactProducer producer;
        private final Consumer<byte[], byte[]> answers;
        /** When those events were due that have no answer yet. */
        private final Deque<Long> unanswered = new ArrayDeque<>();

        private final List<Double> ms = new ArrayList<>();
        private long lastAnswer;

        Run(Track track, OpenTraffic traffic, boolean inBulk) throws InterruptedException, IOException {
            this.site = track.site();
            this.lane = track.wholePath(site);
            this.traffic = traffic;
            lane.start();
            this.producer = new FactProducer(site, inBulk);
            Properties consuming = site.settings().kafka();
            consuming.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
            consuming.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "10000");
            this.answers = new KafkaConsumer<>(consuming, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            for (Iterator<Fact> part : traffic.filling()) {
                fill(part);
            }
            follow();
        }

        private void fill(Iterator<Fact> part) throws InterruptedException {
            while (part.hasNext()) {
                for (int i = 0; i < FILLED_AT_ONCE && part.hasNext(); i++) {
                    producer.say(part.next());
                }
                producer.flush();
            }
            settle();
        }

        private void settle() throws InterruptedException {
            producer.flush();
            lane.requireWell();
            site.awaitCommitted(lane, producer.said());
        }

        /** The answers from now on. */
        private void follow() {
            List<TopicPartition> partitions =
                    site.partitions(answers, traffic.answers().topic());
            answers.assign(partitions);
            answers.seekToEnd(partitions);
            // Only now it is looked where the end is.
            partitions.forEach(answers::position);
        }

        @Override
        public Site site() {
            return site;
        }

        @Override
        public DomainRun scheduler() {
            return lane.scheduler();
        }

        @Override
        public String filled() {
            return traffic.filled();
        }

        /** Answers a second while as many events are offered as the window lets. */
        double saturated(int seconds) {
            ms.clear();
            long start = System.nanoTime();
            lastAnswer = start;
            while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds)) {
                while (unanswered.size() < WINDOW) {
                    say(System.nanoTime());
                }
                hear();
            }
            double perSecond = ms.size() / ((lastAnswer - start) / 1e9);
            await();
            return perSecond;
        }

        @Override
        public Offered offered(long perSecond, int seconds) {
            ms.clear();
            long start = System.nanoTime();
            lastAnswer = start;
            Pace pace = new Pace(perSecond, seconds);
            while (pace.hasMore()) {
                pace.offer(this::say);
                hear();
            }
            await();
            return new Offered(
                    ms.size() / ((lastAnswer - start) / 1e9),
                    ms.stream().mapToDouble(Double::doubleValue).toArray());
        }

        private void say(long due) {
            unanswered.add(due);
            traffic.next().forEach(producer::say);
        }

        private void hear() {
            int heard = answers.poll(PATIENCE).count();
            long now = System.nanoTime();
            for (int i = 0; i < heard; i++) {
                ms.add((now - unanswered.remove()) / 1e6);
                lastAnswer = now;
            }
            lane.requireWell();
            if (!unanswered.isEmpty()) {
                Standstill.check("answers to " + noun, Math.max(lastAnswer, unanswered.element()));
            }
        }

        private void await() {
            while (!unanswered.isEmpty()) {
                hear();
            }
        }

        @Override
        public void close() throws IOException {
            producer.close();
            answers.close();
            lane.close();
            site.close();
        }
    }
}
