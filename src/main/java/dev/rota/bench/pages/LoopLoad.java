package dev.rota.bench.pages;

import dev.rota.bench.lanes.Site;
import dev.rota.bench.lanes.Track;
import dev.rota.bench.loop.LoopRun;
import dev.rota.bench.loop.LoopRun.Offered;
import dev.rota.engine.Nullable;
import dev.rota.stream.DomainRun;
import dev.rota.workload.Loop;
import dev.rota.workload.Workloads;
import java.io.IOException;
import java.util.Objects;

/** Work that is assigned, reported done, and replaced; more of it fits no taker and waits in one unit. */
public final class LoopLoad implements PagesLoad {

    /** Waiting work of the closed loop that tells the whole load. */
    private static final int LOOP_WAITING = 10_000;

    private final Workloads workloads;
    private final int events;
    private final int queued;

    /**
     * @param events assignments of the closed loop
     * @param queued work that fits no taker
     */
    public LoopLoad(Workloads workloads, int events, int queued) {
        this.workloads = workloads;
        this.events = events;
        this.queued = queued;
    }

    @Override
    public String noun() {
        return "assignments";
    }

    @Override
    public double reached(Track track) throws InterruptedException, IOException {
        try (LoopRun run = new LoopRun(track, loop(LOOP_WAITING), true)) {
            double unused = run.fill();
            run.turn(Math.max(1, events / 4));
            return run.measure(events).assignmentsPerSecond();
        }
    }

    @Override
    public Running start(Track track) throws InterruptedException, IOException {
        LoopRun run = new LoopRun(track, loop(0), false);
        return new Filled(run, run.fillUnfitting(queued), queued);
    }

    private Loop loop(int waiting) {
        return Objects.requireNonNull(workloads.loop(waiting));
    }

    private record Filled(LoopRun run, @Nullable String waiting, int queued) implements Running {

        @Override
        public Site site() {
            return run.site();
        }

        @Override
        public DomainRun scheduler() {
            return run.scheduler();
        }

        @Override
        public String filled() {
            return String.format("%,d more jobs queued in the unit", waiting == null ? 0 : queued);
        }

        @Override
        public Offered offered(long perSecond, int seconds) {
            return run.offered(perSecond, seconds);
        }

        @Override
        public void close() throws IOException {
            run.close();
        }
    }
}
