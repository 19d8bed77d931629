package dev.rota.chunks.scheduler;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.DatasetRemoved;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.engine.Nullable;
import dev.rota.testing.Dice;
import dev.rota.testing.Moment;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Generates random events of a network, chosen by the model's state so that most of them are valid. */
public final class RandomHistory {

    public static final String NETWORK = "mainnet";

    private final Dice dice;
    private final Profile profile;
    private final NaiveNetwork model = new NaiveNetwork(NETWORK);
    private final RandomListings listings;
    private final RandomWorkers workers;
    private final RandomPolicies policies;
    private final RandomTimes times;
    private final List<Moment> moments = new ArrayList<>();

    private RandomHistory(long seed, Profile profile) {
        this.dice = new Dice(seed * 31 + profile.length);
        this.profile = profile;
        this.listings = new RandomListings(dice, profile, model);
        this.workers = new RandomWorkers(dice, profile, model);
        this.policies = new RandomPolicies(dice, profile, model);
        this.times = new RandomTimes(dice, profile, model);
    }

    public static List<Moment> of(long seed, Profile profile) {
        RandomHistory history = new RandomHistory(seed, profile);
        history.open();
        while (history.moments.size() < profile.length) {
            if (history.dice.oneIn(18)) {
                history.pingAll();
            }
            history.add(history.event());
        }
        return history.moments;
    }

    /** Sets up a network as its operator would. */
    private void open() {
        if (profile == Profile.CHAOS || (profile == Profile.WORKERS && dice.oneIn(2))) {
            return;
        }
        for (int i = 0; i < 3; i++) {
            add(listings.listed());
        }
        pingAll();
        add(policies.valid());
        add(new EpochRequest(NETWORK, false));
    }

    private void pingAll() {
        workers.ids().forEach(worker -> add(workers.ping(worker)));
    }

    private void add(@Nullable SpecificRecord event) {
        Moment moment = new Moment(times.next(), event);
        moments.add(moment);
        model.take(moment);
    }

    private @Nullable SpecificRecord event() {
        return switch (dice.weighted(profile.weights())) {
            case 0 -> listings.listed();
            case 1 -> listings.removed();
            case 2 -> workers.ping();
            case 3 -> workers.flag();
            case 4 -> workers.gone();
            case 5 -> policies.policy();
            case 6 -> new EpochRequest(NETWORK, dice.oneIn(8));
            case 7 -> null;
            default -> nonsense();
        };
    }

    /** Returns an event that intake refuses. */
    private SpecificRecord nonsense() {
        return switch (dice.below(7)) {
            case 0 -> new EpochRequest("", false);
            case 1 -> new ListingEvent(NETWORK, "", new DatasetRemoved());
            case 2 -> new ListingEvent("", "s3://a", new DatasetRemoved());
            case 3 -> new WorkerEvent(NETWORK, "", new WorkerGone());
            case 4 -> new WorkerEvent(NETWORK, "w1", new WorkerPing(null, -1L, null, null));
            case 5 -> new WorkerEvent(NETWORK, "w1", new WorkerPing(null, null, Long.MIN_VALUE, null));
            default ->
                PlacementPolicy.newBuilder(policies.valid())
                        .setDatasets(List.of(new DatasetPolicy("", List.of())))
                        .build();
        };
    }
}
