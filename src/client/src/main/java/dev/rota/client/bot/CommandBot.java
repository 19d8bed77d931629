package dev.rota.client.bot;

import dev.rota.client.process.CommandsFailed;
import dev.rota.client.process.Reaper;
import dev.rota.engine.Nullable;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseEvent;
import dev.rota.kafka.ReliableClients;
import dev.rota.serde.RegistryRefused;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
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

    /** The time, after the commands, for the final messages. */
    private static final long ENDS_MS_MAX = 15_000;

    /**
     * The number of consecutive short sessions after which the bot fails: another process uses its name, or sessions
     * time out between two syncs.
     */
    private static final int SHORT_SESSIONS_MAX = 3;

    /** The number of syncs below which a session is short. */
    private static final int SYNCS_MIN = 10;

    private final BotTerms terms;
    private final LeaseReader reader;
    private final SyncSender sender;
    private final Reaper reaper;
    private final BotLeases leases;
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
        this.terms = terms;
        this.reaper = reaper;
        this.reader = new LeaseReader(
                terms, settings.topic(JobsTopics.ASSIGNMENTS.topic()), wire, ReliableClients.consumer(settings));
        this.sender = new SyncSender(terms, settings.topic(JobsTopics.BOTS), wire, ReliableClients.producer(settings));
        JobOutput output = terms.output() == null
                ? new PrefixedOutput(out, terms.outputBytesMax())
                : new OutputFolder(terms.output(), terms.outputBytesMax());
        this.leases = new BotLeases(terms, reaper, output, reader::wakeup);
        this.figures = leases.figures(-1);
        this.thread = new Thread(this::run, "rota-bot-" + terms.bot());
    }

    /**
     * Starts a bot.
     *
     * @param out the stream to which the output of commands is passed, if it is not kept in a folder
     */
    public static CommandBot start(BotTerms terms, Settings settings, Wire wire, PrintStream out) {
        Reaper reaper = Reaper.start();
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

    /** Returns in one line why it ended by itself, or null if it did not. */
    public @Nullable String failure() {
        return failure.get();
    }

    private void run() {
        try (reaper;
                sender;
                reader) {
            while (!leaving) {
                turn();
            }
            leave();
        } catch (UnreadableValue e) {
            fail("expected leases that can be read, but " + e.sentence());
        } catch (RegistryRefused | CommandsFailed e) {
            fail(String.valueOf(e.getMessage()));
        } catch (KafkaException e) {
            fail("expected to read the leases of the bot, but " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            fail("the bot failed: " + e);
        } finally {
            ended.countDown();
        }
    }

    private void turn() throws UnreadableValue, InterruptedException {
        List<Lease> received = sender.received();
        if (received != null) {
            leases.reported(received);
            heard = true;
            heardNs = System.nanoTime();
        }
        leases.advance();
        if (sender.isFree() && (leases.hasNews() || System.nanoTime() - nextSyncNs >= 0)) {
            sender.sync(session, status, leases.held());
            nextSyncNs = System.nanoTime() + terms.sync().toNanos();
        }
        for (LeaseEvent event : reader.poll(POLL)) {
            if (event.getSession().equals(session)) {
                handle(event);
            }
        }
        figures = leases.figures(heard ? (System.nanoTime() - heardNs) / 1_000_000 : -1);
    }

    private void handle(LeaseEvent event) {
        switch (event.getKind()) {
            case ASSIGNED -> leases.take(event);
            case EVICTED, CANCELLED -> {
                LOG.info("Job {}: {}", event.getJob(), event.getReason());
                leases.takenAway(event.getJob(), event.getLease());
            }
            case SESSION_ENDED -> newSession();
        }
    }

    /**
     * Stops all commands and opens a new session: the scheduler has ended the session and given its leases to others.
     */
    private void newSession() {
        boolean isShort =
                System.nanoTime() - sessionNs < SYNCS_MIN * terms.sync().toNanos();
        shortSessions = isShort ? shortSessions + 1 : 0;
        if (shortSessions == SHORT_SESSIONS_MAX) {
            throw new BotFailed("expected to be the only bot named " + terms.bot() + ", but " + SHORT_SESSIONS_MAX
                    + " sessions in a row ended at once: another process uses the name, or the cohort's botTimeoutMs is"
                    + " shorter than three syncs");
        }
        LOG.warn("The session of bot {} has ended: its jobs are stopped, and it opens a new session", terms.bot());
        leases.takenAway();
        session = UUID.randomUUID().toString();
        sessionNs = System.nanoTime();
        nextSyncNs = sessionNs;
    }

    /** Takes no new leases, lets commands finish for a while, stops the others, and closes the session. */
    private void leave() throws UnreadableValue, InterruptedException {
        status = BotStatus.BOT_TERMINATING;
        nextSyncNs = System.nanoTime();
        long end = System.nanoTime() + terms.drain().toNanos();
        while (!leases.held().isEmpty() && System.nanoTime() - end < 0) {
            turn();
        }
        leases.takenAway();
        long killed = System.nanoTime() + terms.grace().toNanos() + POLL.toNanos();
        while (!leases.isIdle() && System.nanoTime() - killed < 0) {
            turn();
        }
        sender.closed(session);
    }

    private void fail(String why) {
        failure.compareAndSet(null, why);
    }

    /** Leaves the cohort: finishes or stops its commands, closes its session, and ends. */
    @Override
    public void close() {
        leaving = true;
        reader.wakeup();
        try {
            thread.join(terms.drain().plus(terms.grace()).toMillis() + ENDS_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        reaper.close();
    }
}
