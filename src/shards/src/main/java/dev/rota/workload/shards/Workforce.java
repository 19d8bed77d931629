package dev.rota.workload.shards;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.Batches;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The workers of a pool, with the batches that they have and have not reported. */
final class Workforce {

    /** A worker from when it joins the pool until it leaves it. */
    static final class Member {
        final String incarnation;

        Member(String incarnation) {
            this.incarnation = incarnation;
        }
    }

    /**
     * A batch that a worker has.
     *
     * @param member the worker; null if it is not in the pool any more
     * @param turnSince when the first batch of its turn was sent
     * @param sentAt when it was sent, or the worker last reported a part of it and went on
     * @param seq the sequence number of the decision
     */
    record Sent(Batch batch, @Nullable Member member, long turnSince, long sentAt, long seq) {

        /** Returns what is left of the batch after its first transactions were reported. */
        Sent continued(int reported, long time) {
            Batch left = Batch.newBuilder()
                    .setPool(batch.getPool())
                    .setWorker(batch.getWorker())
                    .setShard(batch.getShard())
                    .setToken(batch.getToken())
                    .setBatch(batch.getBatch())
                    .setQuantumMs(batch.getQuantumMs())
                    .setEnvironment(batch.getEnvironment())
                    .setParentHeight(batch.getParentHeight())
                    .setTransactions(batch.getTransactions()
                            .subList(reported, batch.getTransactions().size()))
                    .setAttempt(batch.getAttempt())
                    .build();
            return new Sent(left, member, turnSince, time, seq);
        }
    }

    private final SortedMap<String, Member> members = new TreeMap<>();
    private final SortedMap<String, Sent> batches = new TreeMap<>();
    /** The last batch of each shard whose report was heard. Its turn may go on. */
    private final SortedMap<String, Sent> reported = new TreeMap<>();
    /** The last WorkerReady of each worker that has not left. */
    private final SortedMap<String, WorkerEvent> announced = new TreeMap<>();
    /** When each worker was heard last. */
    private final SortedMap<String, Long> heard = new TreeMap<>();

    /** The last WorkerReady, and the one of its worker before. */
    private @Nullable WorkerEvent latest;

    private @Nullable WorkerEvent before;

    /** Returns a workforce that goes on from here. */
    Workforce copy() {
        Workforce copy = new Workforce();
        copy.members.putAll(members);
        copy.batches.putAll(batches);
        copy.reported.putAll(reported);
        copy.announced.putAll(announced);
        copy.heard.putAll(heard);
        return copy;
    }

    /** Returns the batches that are not reported, by shard. */
    SortedMap<String, Sent> batches() {
        return batches;
    }

    /** Returns the last announcements of workers, by worker. */
    SortedMap<String, WorkerEvent> announced() {
        return announced;
    }

    @Nullable
    Member member(String worker) {
        return members.get(worker);
    }

    /** Returns when a worker was heard last, or {@code never}. */
    long heardAt(String worker, long never) {
        return heard.getOrDefault(worker, never);
    }

    /** Returns the batch that a report is about, or null if it is about none that its worker has. */
    @Nullable
    Sent sent(WorkerEvent event, BatchExecuted report) {
        Sent sent = batches.get(report.getShard());
        return sent != null
                        && sent.batch().getToken() == report.getToken()
                        && sent.batch().getBatch() == report.getBatch()
                        && sent.batch().getWorker().equals(event.getWorker())
                        && isFrom(event.getWorker(), report.getIncarnation())
                ? sent
                : null;
    }

    /** Returns whether a worker announced itself in an incarnation and has not left. */
    boolean isFrom(String worker, String incarnation) {
        WorkerReady ready = ready(worker);
        return ready != null && (incarnation.isEmpty() || ready.getIncarnation().equals(incarnation));
    }

    /** Returns whether the worker of a batch joins its reports, and reports parts of batches. */
    boolean isJoining(Batch batch) {
        WorkerReady ready = ready(batch.getWorker());
        return ready != null && ready.getProtocol() > 0;
    }

    private @Nullable WorkerReady ready(String worker) {
        WorkerEvent announcement = announced.get(worker);
        return announcement == null ? null : (WorkerReady) announcement.getEvent();
    }

    /** Takes an event, before the decisions on it. */
    void hear(WorkerEvent event, long time) {
        if (event.getEvent() instanceof WorkerReady) {
            latest = event;
            before = announced.put(event.getWorker(), event);
            heard.put(event.getWorker(), time);
        } else if (event.getEvent() instanceof WorkerLeft left) {
            if (isFrom(event.getWorker(), left.getIncarnation())) {
                announced.remove(event.getWorker());
            }
        }
        for (BatchExecuted report : reports(event)) {
            if (isFrom(event.getWorker(), report.getIncarnation())) {
                heard.put(event.getWorker(), time);
            }
            Sent answered = sent(event, report);
            if (answered != null && continues(report, answered.batch())) {
                batches.put(
                        report.getShard(),
                        answered.continued(report.getReceipts().size(), time));
            } else if (answered != null) {
                batches.remove(report.getShard());
                reported.put(report.getShard(), answered);
            }
        }
    }

    private static boolean continues(BatchExecuted report, Batch batch) {
        return report.getContinues()
                && report.getReceipts().size() < batch.getTransactions().size();
    }

    /** Returns the reports of an event, each with the incarnation that counts. */
    static List<BatchExecuted> reports(WorkerEvent event) {
        if (event.getEvent() instanceof BatchesExecuted joined) {
            return joined.getReports().stream()
                    .map(report -> BatchExecuted.newBuilder(report)
                            .setIncarnation(joined.getIncarnation())
                            .build())
                    .toList();
        }
        return event.getEvent() instanceof BatchExecuted report ? List.of(report) : List.of();
    }

    /** Takes a decision. Returns the batches that it sends. */
    List<Sent> take(Decision decision) {
        if (decision.value() instanceof Batch record) {
            List<Sent> sent = new ArrayList<>();
            for (Batch batch : Batches.of(record)) {
                Sent assigned = new Sent(
                        batch,
                        members.get(batch.getWorker()),
                        turnSince(batch, decision),
                        decision.time(),
                        decision.seq());
                batches.put(batch.getShard(), assigned);
                reported.remove(batch.getShard());
                sent.add(assigned);
            }
            return sent;
        } else if (decision.value() instanceof ShardState state && state.getState() != ShardStatus.RUNNING) {
            batches.remove(state.getShard());
            reported.remove(state.getShard());
        } else if (decision.value() instanceof WorkerChange change) {
            changed(change);
        } else if (decision.value() instanceof Rejection rejection) {
            rejected(rejection.getReason());
        }
        return List.of();
    }

    private long turnSince(Batch batch, Decision decision) {
        Sent last = reported.getOrDefault(batch.getShard(), batches.get(batch.getShard()));
        return last != null && last.batch().getToken() == batch.getToken() ? last.turnSince() : decision.time();
    }

    /** Takes an announcement back that came from an incarnation which another has replaced. */
    private void rejected(String reason) {
        if (latest != null && before != null && reason.equals("WORKER_SUPERSEDED")) {
            announced.replace(latest.getWorker(), latest, before);
        }
    }

    private void changed(WorkerChange change) {
        switch (change.getKind()) {
            case READY, DRAINING ->
                members.computeIfAbsent(change.getWorker(), worker -> new Member(change.getIncarnation()));
            case LOST, LEFT, SUPERSEDED -> members.remove(change.getWorker());
            case SICK, RECOVERED -> {
                // it stays
            }
        }
    }
}
