package dev.rota.stream.takeover;

import dev.rota.settings.Names;
import dev.rota.stream.common.EverySecond;
import dev.rota.stream.common.GroupMember;
import dev.rota.stream.takeover.HeldBack.Held;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every second for transactions that their producers will not end, and ends those of instances that have left the
 * group.
 */
public final class Takeover implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);

    private final TransactionalIds ids;
    private final Admin admin;
    private final Set<String> groups;
    private final EndedProcess endedProcess;
    private final AbandonedTransactions abandoned;
    private final HeldBack heldBack;
    private final MultiGauge seconds;
    private final Counter takeovers;
    private final EverySecond thread;
    private volatile List<Held> held = List.of();

    /**
     * @param own the producers of this process
     * @param admin closed with this
     * @param ended receives a sentence if the thread ends by an error
     */
    public Takeover(
            Names names,
            TransactionalIds ids,
            OwnProducers own,
            Admin admin,
            MeterRegistry metrics,
            LongSupplier nanos,
            Consumer<String> ended) {
        this.ids = ids;
        this.admin = admin;
        this.seconds = MultiGauge.builder("rota.held.back.seconds")
                .description(
                        "How long an open transaction has held back an input, an output or the scheduler's offsets")
                .tag("domain", names.domain().name())
                .register(metrics);
        this.groups = Set.of(names.scheduler(), names.intake());
        this.endedProcess = new EndedProcess(ids, admin);
        this.takeovers = Counter.builder("rota.takeovers")
                .description("Processes that ended without a farewell and whose members this instance removed")
                .tag("domain", names.domain().name())
                .register(metrics);
        this.abandoned = new AbandonedTransactions(ids, own, admin, nanos);
        this.heldBack = new HeldBack(names, ids, admin, nanos);
        this.thread = new EverySecond(names.scheduler() + "-takeover", this::look, ended);
    }

    /** Ends transactions that an earlier process of this instance has left open, then looks every second. */
    public void start() {
        endOwn();
        thread.start();
    }

    /**
     * Ends transactions that an earlier process of this instance has left open. Called before the stream threads start.
     */
    public void endOwn() {
        try {
            abandoned.endOwn();
        } catch (KafkaException e) {
            // The next looks end them, or the producers that get these ids do.
            LOG.warn("the transactions of an earlier process could not be looked up: {}", e.getMessage());
        }
    }

    /** Looks once; the thread does so every second. */
    public void look() {
        try {
            Collection<TransactionListing> ongoing = OngoingTransactions.of(admin);
            abandoned.look(ongoing);
            held = heldBack.look(ongoing);
            seconds.register(held.stream().map(Takeover::row).toList(), true);
        } catch (KafkaException e) {
            // Health reports a cluster that does not answer; the next look follows in a second.
            LOG.debug("no look at the transactions: {}", e.getMessage());
        }
    }

    /** Removes the members of a process that has ended from the domain's groups, and ends its transactions. */
    public void ended(Collection<GroupMember> members) {
        if (endedProcess.remove(members, groups)) {
            takeovers.increment();
        }
    }

    private static Row<?> row(Held held) {
        return Row.of(
                Tags.of("partition", held.partition().toString(), "transaction", held.transaction()), held.seconds());
    }

    /** Returns the outputs and offsets that transactions of this instance hold back. */
    public List<String> heldByUs() {
        return held(true);
    }

    /** Returns the inputs, outputs and offsets that transactions of other instances and programs hold back. */
    public List<String> heldByOthers() {
        return held(false);
    }

    private List<String> held(boolean own) {
        return held.stream()
                .filter(each -> ids.isOwn(each.transaction()) == own)
                .map(Held::sentence)
                .toList();
    }

    @Override
    public void close() {
        thread.close();
        admin.close(Duration.ZERO);
    }
}
