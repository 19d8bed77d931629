package dev.rota.workload.chunks;

import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerFlagged;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.engine.Nullable;
import dev.rota.workload.Traffic.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;

/**
 * A worker that pings, and confirms what it is assigned some seconds later. Each minute one worker falls silent, one is
 * flagged and one leaves; one is slow to update, and one is slow to fetch chunks.
 */
final class DemoWorker {

    private static final int SILENT = 5;
    private static final int FLAGGED = 9;
    private static final int LEAVING = 12;
    private static final int OLD = 14;
    private static final int SLOW = 7;

    private static final long PING_EVERY_MS = 2_000;
    private static final long MINUTE_MS = 60_000;

    /** The time from an assignment until its chunks are fetched, which is less than that from epoch to epoch. */
    private static final long FETCH_MS = 1_500;

    private static final long SLOW_FETCH_MS = 7_500;

    /**
     * The time in a minute after which the silent worker is silent, the flagged one flagged, and the leaving one gone.
     */
    private static final long TROUBLE_FROM_MS = 20_000;

    private static final long TROUBLE_TO_MS = 38_000;

    private static final long CAPACITY_BYTES = 40L << 30;

    private final String name;
    private final int number;
    private final long phaseMs;
    private long pinged = -1;
    private boolean flagged;
    private boolean left;

    /** The epoch that the worker fetches, or 0, and the time from which it does, or -1 if that is the next turn. */
    private long fetching;

    private long fetchingSince;
    private @Nullable Long confirmed;

    DemoWorker(int number) {
        this.name = String.format(Locale.ROOT, "worker-%02d", number);
        this.number = number;
        this.phaseMs = number * 100L;
    }

    /** Fetches the chunks of a share if it is this worker's. */
    void assigned(WorkerAssignment share) {
        if (share.getWorker().equals(name) && share.getEpoch() > fetching) {
            fetching = share.getEpoch();
            fetchingSince = -1;
        }
    }

    private void fetch(long timeMs) {
        if (fetchingSince < 0) {
            fetchingSince = timeMs;
        }
        if (fetching > 0 && timeMs - fetchingSince >= (number == SLOW ? SLOW_FETCH_MS : FETCH_MS)) {
            confirmed = fetching;
        }
    }

    List<Fact> at(long timeMs) {
        fetch(timeMs);
        List<Fact> facts = new ArrayList<>();
        long inMinute = timeMs % MINUTE_MS;
        boolean trouble = inMinute >= TROUBLE_FROM_MS && inMinute < TROUBLE_TO_MS;
        boolean away = trouble && (number == SILENT || number == LEAVING);
        if (away && number == LEAVING && !left && pinged >= 0) {
            left = true;
            confirmed = null;
            fetching = 0;
            facts.add(fact(new WorkerGone()));
        }
        long ping = (timeMs + phaseMs) / PING_EVERY_MS;
        if (!away && ping > pinged) {
            facts.add(fact(ping(timeMs)));
            pinged = ping;
            left = false;
        }
        if (number == FLAGGED && flagged != trouble && pinged >= 0) {
            flagged = trouble;
            facts.add(fact(new WorkerFlagged(flagged, flagged ? "answers do not match" : "")));
        }
        return facts;
    }

    private WorkerPing ping(long timeMs) {
        boolean begins = pinged < 0;
        // the old worker is updated every other minute, and for a while runs an unsupported version
        String version = number != OLD ? "2.6.1" : timeMs / MINUTE_MS % 2 == 0 ? "1.9.3" : "2.5.0";
        return new WorkerPing(version, CAPACITY_BYTES, begins ? 0 : CAPACITY_BYTES / 2, confirmed);
    }

    private Fact fact(SpecificRecord event) {
        return new Fact(ChunksTopics.WORKERS, name, new WorkerEvent(DemoNetwork.NAME, name, event));
    }
}
