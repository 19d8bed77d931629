package dev.rota.chunks.explain;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.epoch.EpochDue;
import dev.rota.chunks.epoch.EpochShares;
import dev.rota.chunks.export.EpochHistory;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.scheduler.ChunksAdmission;
import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputRecords;
import dev.rota.engine.OutputRecords.OutputRecord;
import dev.rota.engine.Parallel;
import dev.rota.engine.RefusedException;
import dev.rota.engine.Rejection;
import dev.rota.engine.Tables;
import dev.rota.engine.Trial;
import dev.rota.engine.text.Phrases;
import dev.rota.engine.text.Printable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * Computes what the next epoch would change if it were made now: without the workers of {@link #REMOVE}, with those of
 * {@link #ADD}, with those of {@link #DRAIN} drained, by an assumed policy, and with assumed listings.
 */
public final class PlanInquiry implements Inquiry {

    public static final String NAME = "plan";

    /** Workers that are assumed to have left. */
    public static final String REMOVE = "remove";

    /** Workers that are assumed to have a capacity, as {@code WORKER=BYTES}. */
    public static final String ADD = "add";

    /** Workers that are assumed to be drained; the plan then also contains how long that takes. */
    public static final String DRAIN = "drain";

    /** The number of epochs to predict, each confirmed before the next. */
    public static final String EPOCHS = "epochs";

    /** The maximum number of workers of a plan. */
    static final int WORKERS_MAX = 50;

    private final Asked asked;
    private final Map<String, Long> added;
    private final List<SpecificRecord> listings;
    /** The number of epochs that are asked for, or 0 for the next one alone. */
    private final int epochs;

    private @Nullable Trial trial;
    private final Function<EpochDue, Domain> deciding;

    /** The epoch in force, or 0 if there is none. */
    private long inForce;

    /**
     * Parses the words of an inquiry.
     *
     * @param deciding makes a domain that handles epochs in another way
     * @throws IllegalArgumentException with a sentence if an added worker is malformed
     */
    public PlanInquiry(Asked asked, Function<EpochDue, Domain> deciding) {
        this.asked = asked;
        this.added = capacities(asked.all(ADD));
        this.listings =
                asked.assumed().stream().filter(ListingEvent.class::isInstance).toList();
        this.epochs = epochs(asked.first(EPOCHS));
        this.deciding = deciding;
    }

    /** Returns workers with capacities, in the order given. */
    private static Map<String, Long> capacities(List<String> pairs) {
        Map<String, Long> capacities = new LinkedHashMap<>();
        for (String pair : pairs) {
            int equals = pair.lastIndexOf('=');
            try {
                capacities.put(pair.substring(0, Math.max(0, equals)), Long.parseLong(pair.substring(equals + 1)));
            } catch (NumberFormatException e) {
                throw noPair(pair);
            }
            if (equals < 1) {
                throw noPair(pair);
            }
        }
        return capacities;
    }

    private static int epochs(String number) {
        if (number.isEmpty()) {
            return 0;
        }
        try {
            int epochs = Integer.parseInt(number);
            if (epochs >= 1 && epochs <= EpochPlan.EPOCHS_MAX) {
                return epochs;
            }
        } catch (NumberFormatException e) {
            // the sentence below covers this case
        }
        throw new IllegalArgumentException("expected epochs to be a number in 1.." + EpochPlan.EPOCHS_MAX
                + ", but it is '" + Printable.of(number) + "'");
    }

    private static IllegalArgumentException noPair(String pair) {
        return new IllegalArgumentException("expected an added worker as WORKER=BYTES, but it is '" + pair + "'");
    }

    @Override
    public Domain replaying(Domain domain, String network, OutputRecords outputs) {
        for (SpecificRecord listing : listings) {
            requireOf(network, (ListingEvent) listing);
        }
        EpochHistory history = new EpochHistory(outputs, network);
        @Nullable OutputRecord<Epoch> last = history.inForce();
        inForce = last == null ? 0 : last.value().getEpoch();
        return deciding.apply(EpochDue.from(history.firstToDecide(inForce), inForce, EpochDue.PUBLISH));
    }

    /** Throws if a listing would be refused, or is another network's. */
    private static void requireOf(String network, ListingEvent listing) {
        try {
            ChunksAdmission.listing(listing);
        } catch (RefusedException e) {
            throw new IllegalArgumentException(e.sentence());
        }
        if (!listing.getNetwork().equals(network)) {
            throw new IllegalArgumentException(
                    "expected a listing of network " + network + ", but it is of network " + listing.getNetwork());
        }
    }

    @Override
    public List<SpecificRecord> events() {
        return listings;
    }

    @Override
    public void tried(Trial listed) {
        for (Decision decision : listed.decisions()) {
            if (decision.value() instanceof Rejection rejection) {
                throw new IllegalArgumentException(
                        "expected listings that would be accepted, but one would be rejected, " + rejection.getReason()
                                + ": " + rejection.getMessage());
            }
        }
        trial = listed;
    }

    @Override
    public Answer answer(Tables tables, long now, Parallel parallel) {
        List<String> lines = new ArrayList<>();
        lines.add("network " + tables.unit()
                + (inForce == 0
                        ? ", of which no epoch is in force:"
                        : ", of which epoch " + inForce + " is in force:"));
        if (trial != null) {
            lines.add("assumed: " + Phrases.count(listings.size(), "listing"));
        }
        EpochPlan plan = new EpochPlan(assumed(trial == null ? tables : trial.tables()), now, parallel);
        PlanResult result = plan.next();
        // before a prediction assumes other shares
        Plan next = Plan.of(result);
        List<String> nextLines = result.lines();
        lines.addAll(nextLines);
        if (!asked.all(DRAIN).isEmpty()) {
            lines.addAll(plan.drain(epochs == 0 ? EpochPlan.EPOCHS_MAX : epochs));
        } else if (epochs > 0) {
            lines.addAll(plan.epochs(epochs));
        }
        return new Answer(result.record().getStatus().name(), nextLines.get(0), lines, next);
    }

    private PlannedNetwork assumed(Tables tables) {
        PlannedNetwork network = new PlannedNetwork(tables);
        for (SpecificRecord assumed : asked.assumed()) {
            if (assumed instanceof PlacementPolicy policy) {
                network.policy(policy);
            }
        }
        asked.all(REMOVE).forEach(network::remove);
        added.forEach(network::add);
        asked.all(DRAIN).forEach(network::drain);
        return network;
    }

    /**
     * A preview of the next epoch.
     *
     * @param changed the number of workers whose shares would change
     * @param workers the workers whose shares would change most
     */
    public record Plan(
            boolean published,
            long epoch,
            String reason,
            long replicasAdded,
            long replicasRemoved,
            long bytesAdded,
            int changed,
            List<Change> workers) {

        private static Plan of(PlanResult result) {
            List<Change> changes = changes(result.network(), result.shares());
            return new Plan(
                    result.shares() != null,
                    result.record().getEpoch(),
                    result.record().getReason(),
                    result.record().getReplicasAdded(),
                    result.record().getReplicasRemoved(),
                    result.record().getBytesAdded(),
                    changes.size(),
                    changes.stream().limit(WORKERS_MAX).toList());
        }
    }

    /** The current and the future share of a worker; its capacity is null if it has left. */
    public record Change(
            String worker,
            long before,
            long after,
            long toFetch,
            @Nullable Long capacity) {}

    /** Returns the workers whose shares change, those with the most bytes first. */
    private static List<Change> changes(PlannedNetwork network, @Nullable EpochShares shares) {
        List<Change> changes = new ArrayList<>();
        if (shares == null) {
            return changes;
        }
        Map<WorkerId, List<AssignmentRow>> departed = new TreeMap<>(network.shares());
        for (int i = 0; i < shares.count(); i++) {
            List<AssignmentRow> before = departed.getOrDefault(shares.worker(i).id, List.of());
            departed.remove(shares.worker(i).id);
            WorkerShare share = shares.share(i);
            if (share.added() + share.removed() > 0) {
                changes.add(new Change(
                        shares.worker(i).id.text(),
                        bytes(before),
                        share.bytes(),
                        share.bytesAdded(),
                        shares.worker(i).capacity(network.policy())));
            }
        }
        departed.forEach((worker, rows) -> changes.add(new Change(worker.text(), bytes(rows), 0, 0, null)));
        changes.sort(Comparator.comparingLong(
                        (Change change) -> Math.max(change.toFetch(), Math.abs(change.after() - change.before())))
                .reversed());
        return changes;
    }

    private static long bytes(List<AssignmentRow> rows) {
        return rows.stream().mapToLong(AssignmentRow::getBytes).reduce(0, WorkerShare::saturated);
    }
}
