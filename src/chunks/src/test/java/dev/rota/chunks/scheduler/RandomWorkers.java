package dev.rota.chunks.scheduler;

import dev.rota.chunks.WorkerDraining;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerFlagged;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerResumed;
import dev.rota.engine.Nullable;
import dev.rota.testing.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Generates random pings, flags and departures of workers. */
final class RandomWorkers {

    /** Ids of all kinds; some are different texts of the same bytes. */
    private static final List<String> IDS = List.of(
            "w1",
            "0x7731",
            "worker-27",
            "ab",
            "0x6162",
            "0X6162",
            "0xAB12cd",
            "0xab12CD",
            "0xabc",
            "0xzz",
            "0x",
            "0x00",
            "0x0000",
            "0x\uFF11\uFF12",
            "12D3KooWNcKoZ2bwDPMbRnNfEcqJQCgWELgCoJLe6FUPkNUV1tQL",
            "12D3KooWFDQyZu5LuTVaQtydro9VZ31Du76tR7Va6p7vyXDQyeh3",
            "12D3Koo",
            "12D3Koo0",
            "12D3Ko",
            "16Uiu2HAmCWJ2LoTtkfYnFVNnXNacnbYCRgJw669ZbUXZvnebMdSR",
            "16Uiu2l",
            "QmX2SWboZD54uTBf7HB1yFtEPRAXqVh3gfJo4PwcbqrLzP",
            "Qm",
            "QmI",
            "Qm\u00FC",
            "\u00FC",
            "\uFF5E",
            "\uD83D\uDE80");

    static final List<String> VERSIONS = List.of(
            "2.6.0",
            "2.6.1",
            "2.5.0",
            "2.10.0",
            "2.6.0-rc1",
            "2.6.0-rc.2",
            "2.6.0-rc.11",
            "2.6.0-1",
            "2.6.0-rc.2.0",
            "2.6.0--",
            "2.6.0+b.5",
            "2.6.0-rc1+007",
            "2.6.0-99999999999999999999999",
            "2.6.99999999999999999999999",
            "18446744073709551616.0.0");

    static final List<String> NO_VERSIONS = List.of(
            "",
            "2",
            "2.6",
            "2.6.0.1",
            "02.6.0",
            "2.6.0-rc.01",
            "2.6.0-",
            "2.6.0+",
            "2.6.0-a..b",
            "v2.6.0",
            " 2.6.0",
            "2.6.\uFF10",
            "2.6.0-\u00FC");

    private final Dice dice;
    private final Profile profile;
    private final NaiveNetwork model;
    private final List<String> ids = new ArrayList<>();

    RandomWorkers(Dice dice, Profile profile, NaiveNetwork model) {
        this.dice = dice;
        this.profile = profile;
        this.model = model;
        int count = dice.oneIn(12) ? dice.below(2) : 2 + dice.below(profile.workers - 1);
        for (int i = 0; i < count; i++) {
            String id = dice.oneIn(3) ? TestNetwork.worker(dice.below(400)) : dice.of(IDS);
            ids.add(id);
            if (dice.oneIn(8)) {
                ids.add("0x" + NaiveWorkerId.hex(id).toUpperCase(Locale.ROOT));
            }
        }
    }

    List<String> ids() {
        return List.copyOf(ids);
    }

    WorkerEvent ping() {
        return ping(id());
    }

    WorkerEvent ping(String worker) {
        return event(worker, new WorkerPing(version(), capacity(), stored(), confirmed()));
    }

    WorkerEvent flag() {
        if (dice.oneIn(profile == Profile.MOVES ? 1 : 4)) {
            return event(id(), dice.oneIn(3) ? new WorkerResumed() : new WorkerDraining(""));
        }
        return event(id(), new WorkerFlagged(!dice.oneIn(3), "slow"));
    }

    WorkerEvent gone() {
        return event(id(), new WorkerGone());
    }

    private String id() {
        return ids.isEmpty() || dice.oneIn(25) ? dice.of(IDS) : dice.of(ids);
    }

    private @Nullable String version() {
        if (dice.oneIn(9)) {
            return null;
        }
        return dice.oneIn(9) ? dice.of(NO_VERSIONS) : dice.of(VERSIONS.subList(0, dice.of(2, 4, VERSIONS.size())));
    }

    private @Nullable Long capacity() {
        if (dice.oneIn(profile == Profile.CHAOS ? 3 : 7)) {
            return null;
        }
        if (profile == Profile.HUGE) {
            return dice.of(Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE / 2, 1L << 44, 1L << 41, 0L);
        }
        return dice.oneIn(20) ? 0L : share(dice, profile, model);
    }

    /** Returns a capacity at which a few workers could share all chunks. */
    static long share(Dice dice, Profile profile, NaiveNetwork model) {
        long all = model.catalog().chunks().stream().mapToLong(NaiveChunk::size).sum();
        int workers = Math.max(1, model.workers().all().size());
        long even = Math.max(1, Math.min(all, 1L << 50) / workers);
        int percent = profile == Profile.TIGHT ? 95 + dice.below(200) : 60 + dice.below(700);
        return dice.oneIn(9) ? dice.below(3_000) : even * percent / 100;
    }

    private @Nullable Long confirmed() {
        if (dice.oneIn(3)) {
            return null;
        }
        long last = model.epochs();
        return dice.oneIn(3) ? Math.max(0, last - dice.below(4)) : dice.oneIn(12) ? dice.of(0L, last + 1) : last;
    }

    private @Nullable Long stored() {
        return dice.oneIn(3) ? null : dice.of(0L, 99L, 100L, 1_000L, Long.MAX_VALUE);
    }

    private static WorkerEvent event(String worker, Object what) {
        return new WorkerEvent(RandomHistory.NETWORK, worker, what);
    }
}
