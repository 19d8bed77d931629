package dev.rota.client.bot;

import dev.rota.engine.Nullable;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.JobsDomain;
import dev.rota.jobs.LeaseEvent;
import dev.rota.kafka.ReliableClients;
import dev.rota.serde.RegistryRefused;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bot in this process, from its start until it is closed or fails. One thread syncs, reads leases, and starts and
 * stops commands.
 */
public final class CommandBot implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CommandBot.class);

    private static final Duration POLL = Duration.ofMillis(100);

    /** Time, after the commands, for the final messages. */
    private static final long ENDS_MS_MAX = 15_000;

    /** Short sessions in a row: then another process uses the bot's name, or they time out between two syncs. */
    private static final int SHORT_SESSIONS_MAX = 3;

    /** A session with fewer syncs is short. */
    private static final int SYNCS_MIN = 10;

    private final BotTerms terms;
    private final LeaseReader leases;
    private final SyncSender voice;
    private final Reaper reaper;
    private final BotLeases hand;
    private final Thread thread;
    private final AtomicReference<String> failure = new AtomicReference<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean leaving;
    private volatile BotFigures figures;

    private String session = UUID.randomUUID().toString();
    private BotStatus status = BotStatus.OK;
    private long nextSyncNs = System.nanoTime();
    private long heardNs;
    private boolean heard;
    private long sessionNs = System.nanoTime();
    private int shortSessions;

    private CommandBot(BotTerms terms, Settings settings, Wire wire, Reaper reaper, PrintStream out) {
        Names names = Names.of(new JobsDomain(), settings);
        this.terms = terms;
        this.reaper = reaper;
        this.leases = new LeaseReader(
                terms, names.topic(JobsDomain.ASSIGNMENTS.topic()), wire, ReliableClients.consumer(settings));
        this.voice = new SyncSender(terms, names.topic(JobsDomain.BOTS), wire, ReliableClients.producer(settings));
        JobOutput output = terms.output() == null
                ? new PrefixedOutput(out, terms.outputBytesMax())
                : new OutputFolder(terms.output(), terms.outputBytesMax());
        this.hand = new BotLeases(terms, reaper, output, leases::wakeup);
        this.figures = hand.figures(-1);
        this.thread = new Thread(this::run, "rota-bot-" + terms.bot());
    }

    /**
     * Starts a bot.
     *
     * @param out where what commands print is passed to, if it goes to no folder
     */
    public static CommandBot start(BotTerms terms, Settings settings, Wire wire, PrintStream out) {
        Reaper reaper;
        try {
            reaper = Reaper.start();
        } catch (IOException e) {
            throw new BotFailed(
                    "expected the programs setsid and sh, which start and end commands, but " + e.getMessage());
        }
        try {
            CommandBot bot = new CommandBot(terms, settings, wire, reaper, out);
            bot.thread.start();
            return bot;
        } catch (RuntimeException e) {
            reaper.close();
            throw e;
        }
    }

    public BotFigures figures() {
        return figures;
    }

    /** Waits until it has ended, up to a timeout; returns whether it has. */
    public boolean await(Duration patience) throws InterruptedException {
        return ended.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Why it ended by itself, in one line; null if it did not. */
    public @Nullable String failure() {
        return failure.get();
    }

    private void run() {
        try (reaper;
                voice;
                leases) {
            while (!leaving) {
                turn();
            }
            leave();
        } catch (UnreadableValue e) {
            fail("expected leases that can be read, but " + e.sentence());
        } catch (RegistryRefused | BotFailed e) {
            fail(String.valueOf(e.getMessage()));
        } catch (KafkaException e) {
            fail("expected to hear of leases, but " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            fail("the bot failed: " + e);
        } finally {
            ended.countDown();
        }
    }

    private void turn() throws UnreadableValue, InterruptedException {
        List<Lease> received = voice.received();
        if (received != null) {
            hand.reported(received);
            heard = true;
            heardNs = System.nanoTime();
        }
        hand.advance();
        if (voice.isFree() && (hand.hasNews() || System.nanoTime() - nextSyncNs >= 0)) {
            voice.sync(session, status, hand.held());
            nextSyncNs = System.nanoTime() + terms.sync().toNanos();
        }
        for (LeaseEvent event : leases.poll(POLL)) {
            if (event.getSession().equals(session)) {
                handle(event);
            }
        }
        figures = hand.figures(heard ? (System.nanoTime() - heardNs) / 1_000_000 : -1);
    }

    private void handle(LeaseEvent event) {
        switch (event.getKind()) {
            case ASSIGNED -> hand.take(event);
            case EVICTED, CANCELLED -> {
                LOG.info("Job {}: {}", event.getJob(), event.getReason());
                hand.takenAway(event.getJob(), event.getLease());
            }
            case SESSION_ENDED -> newSession();
        }
    }

    /** The scheduler has ended the session and given its leases to others: what runs is stopped. */
    private void newSession() {
        boolean isShort =
                System.nanoTime() - sessionNs < SYNCS_MIN * terms.sync().toNanos();
        shortSessions = isShort ? shortSessions + 1 : 0;
        if (shortSessions == SHORT_SESSIONS_MAX) {
            throw new BotFailed("expected to be the only bot named " + terms.bot() + ", but " + SHORT_SESSIONS_MAX
                    + " sessions in a row ended at once: another process uses the name, or the cohort's botTimeoutMs is"
                    + " shorter than three syncs");
        }
        LOG.warn("The session of bot {} is over: its jobs are stopped, and it opens a new one", terms.bot());
        hand.takenAway();
        session = UUID.randomUUID().toString();
        sessionNs = System.nanoTime();
        nextSyncNs = sessionNs;
    }

    /** Takes no new leases, lets commands finish for a while, stops the others, and closes the session. */
    private void leave() throws UnreadableValue, InterruptedException {
        status = BotStatus.BOT_TERMINATING;
        nextSyncNs = System.nanoTime();
        long end = System.nanoTime() + terms.drain().toNanos();
        while (!hand.held().isEmpty() && System.nanoTime() - end < 0) {
            turn();
        }
        hand.takenAway();
        long killed = System.nanoTime() + terms.grace().toNanos() + POLL.toNanos();
        while (!hand.isIdle() && System.nanoTime() - killed < 0) {
            turn();
        }
        voice.closed(session);
    }

    private void fail(String why) {
        failure.compareAndSet(null, why);
    }

    /** Leaves: finishes or stops its commands, closes its session, and ends. */
    @Override
    public void close() {
        leaving = true;
        leases.wakeup();
        try {
            thread.join(terms.drain().plus(terms.grace()).toMillis() + ENDS_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        reaper.close();
    }
}
