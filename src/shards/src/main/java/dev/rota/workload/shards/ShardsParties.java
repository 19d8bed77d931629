package dev.rota.workload.shards;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import dev.rota.workload.shards.BatchPlans.Plan;
import dev.rota.workload.shards.Workforce.Member;
import dev.rota.workload.shards.Workforce.Sent;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Parties;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SortedMap;

/**
 * The workers of a pool in one world. A worker comes, changes and goes as recorded, and reports each batch when it has
 * executed it.
 */
final class ShardsParties implements Parties {

    /**
     * What is known of the record.
     *
     * @param underwayMs for how long a first batch and its report are on their way, which is not part of the turn
     * @param stateless whether the pool was stateless
     */
    record Recorded(long end, long underwayMs, boolean stateless) {}

    /** The report of a batch. */
    private record Due(long time, Sent sent, Plan plan) {}

    private final BatchPlans plans;
    private final Workforce workforce;
    private final PoolTerms terms;
    private final Recorded record;
    private final WorkerPresence presence = new WorkerPresence();
    private final PriorityQueue<Due> reports = new PriorityQueue<>(Comparator.comparingLong(Due::time)
            .thenComparingLong(each -> each.sent().seq()));
    private boolean begun;

    ShardsParties(BatchPlans plans, Workforce workforce, PoolTerms terms, Recorded record) {
        this.plans = plans;
        this.workforce = workforce;
        this.terms = terms;
        this.record = record;
        workforce.announced().forEach((worker, event) -> presence.foresee(event, workforce.heardAt(worker, 0)));
    }

    @Override
    public void foresee(Happening event) {
        terms.hear(event.value());
        if (event.value() instanceof WorkerEvent worker) {
            presence.foresee(worker, event.time());
        }
    }

    private void begin() {
        begun = true;
        presence.end(record.end(), terms.workerTimeoutMs());
        workforce.batches().values().forEach(this::works);
    }

    /** Sets when a batch, or the next part of it, is reported, unless its worker is gone before. */
    private void works(Sent sent) {
        Plan plan = plans.of(sent.batch(), leftMs(sent), record.stateless() && workforce.isJoining(sent.batch()));
        Member member = sent.member();
        if (plan == null || member == null) {
            return;
        }
        long time = Times.after(sent.sentAt(), plan.ms());
        if (time <= presence.until(sent.batch().getWorker(), member.incarnation)) {
            reports.add(new Due(time, sent, plan));
        }
    }

    /** Returns for how long a worker goes on with a batch: of a stateless pool, until its turn is over. */
    private long leftMs(Sent sent) {
        long quantumMs = sent.batch().getQuantumMs();
        long elapsedMs = Math.max(0, sent.sentAt() - sent.turnSince() - record.underwayMs());
        return record.stateless() && quantumMs > 0 ? quantumMs - elapsedMs : Long.MAX_VALUE;
    }

    @Override
    public @Nullable Happening recorded(Happening event) {
        if (event.value() instanceof WorkerEvent worker) {
            List<BatchExecuted> reports = Workforce.reports(worker);
            WorkerEvent substitute = reports.isEmpty()
                    ? worker
                    : heartbeat(worker.getWorker(), reports.get(0).getIncarnation(), event.time());
            if (substitute == null) {
                return null;
            }
            workforce.hear(substitute, event.time());
            return event.with(substitute);
        } else if (event.value() instanceof PoolControl control
                && control.getEvent() instanceof PoolPolicy policy
                && record.stateless()) {
            // a policy that a change brings before the first recorded one must not decide otherwise
            PoolPolicy same = PoolPolicy.newBuilder(policy).setStateless(true).build();
            return event.with(new PoolControl(control.getPool(), same));
        }
        return event;
    }

    /**
     * Returns a heartbeat in place of a recorded report, by which a worker was heard that has nothing to report in this
     * world; null if it has been heard recently.
     */
    private @Nullable WorkerEvent heartbeat(String worker, String incarnation, long time) {
        boolean isSilent = time - workforce.heardAt(worker, time) > terms.workerTimeoutMs() / 2;
        return isSilent && workforce.isFrom(worker, incarnation)
                ? workforce.announced().get(worker)
                : null;
    }

    @Override
    public long next() {
        if (!begun) {
            begin();
        }
        while (!reports.isEmpty() && isLost(reports.element().sent())) {
            reports.remove();
        }
        return Math.min(reports.isEmpty() ? Times.NEVER : reports.element().time(), presence.next());
    }

    /** Returns whether a worker has left the pool since it was sent a batch. A turn that is lost is reported all the same. */
    private boolean isLost(Sent sent) {
        Member member = workforce.member(sent.batch().getWorker());
        return member == null || !member.equals(sent.member());
    }

    @Override
    public Happening act(long time) {
        Due due = reports.peek();
        WorkerEvent event;
        if (due != null && due.time() <= presence.next()) {
            reports.remove();
            Sent current = workforce.batches().get(due.sent().batch().getShard());
            if (current != null && current.seq() == due.sent().seq()) {
                plans.reported(due.plan());
            }
            event = report(due, time);
            workforce.hear(event, time);
            if (due.plan().continues()
                    && current != null
                    && current.seq() == due.sent().seq()) {
                works(Objects.requireNonNull(
                        workforce.batches().get(current.batch().getShard()), "it goes on"));
            }
        } else {
            String worker = presence.heartbeat();
            WorkerEvent announced =
                    worker == null ? null : workforce.announced().get(worker);
            if (announced == null) {
                throw new IllegalStateException("expected worker " + worker + ", but it has left");
            }
            event = announced;
            workforce.hear(event, time);
        }
        return new Happening(time, ShardsTopics.WORKERS, event, false);
    }

    private WorkerEvent report(Due due, long time) {
        Sent sent = due.sent();
        Member member = sent.member();
        return new WorkerEvent(
                sent.batch().getPool(),
                sent.batch().getWorker(),
                BatchExecuted.newBuilder()
                        .setShard(sent.batch().getShard())
                        .setToken(sent.batch().getToken())
                        .setBatch(sent.batch().getBatch())
                        .setElapsedMs(Math.max(0, time - sent.turnSince() - record.underwayMs()))
                        .setReceipts(due.plan().receipts())
                        .setError(due.plan().error())
                        .setIncarnation(member == null ? "" : member.incarnation)
                        .setContinues(due.plan().continues())
                        .build());
    }

    @Override
    public void decided(Decision decision) {
        workforce.take(decision).forEach(this::works);
    }

    @Override
    public SortedMap<String, Long> sources() {
        return plans.sources();
    }
}
