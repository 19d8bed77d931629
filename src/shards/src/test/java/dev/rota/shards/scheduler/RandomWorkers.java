package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.StateChange;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.testing.Dice;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Generates random events of workers, with mostly true reports of the dispatched batches. */
final class RandomWorkers {

    /** Ids of workers. The order of some by bytes is not that by chars. */
    private static final List<String> IDS =
            List.of("w2", "w1", "\uD83D\uDE80", "\uFF5E", "w10", "\u00FC", "w1a", "\uE000", "W");

    private static final int SEEN_LATELY = 12;

    private final Dice dice;
    private final Profile profile;
    private final NaivePool model;
    private final List<String> ids;
    private final List<Batch> seen = new ArrayList<>();
    private final List<String> drawn = new ArrayList<>();

    RandomWorkers(Dice dice, Profile profile, NaivePool model) {
        this.dice = dice;
        this.profile = profile;
        this.model = model;
        List<String> all = new ArrayList<>(IDS);
        int from = dice.below(IDS.size());
        Collections.rotate(all, from);
        this.ids = List.copyOf(all.subList(0, 1 + dice.below(profile.workers)));
    }

    List<String> ids() {
        return ids;
    }

    /** Remembers a dispatched batch, which may be reported much later. */
    void see(Batch batch) {
        seen.add(batch);
    }

    WorkerEvent ready() {
        return ready(dice.of(ids));
    }

    WorkerEvent ready(String id) {
        NaiveWorker worker = model.worker(id);
        boolean restarts = dice.oneIn(profile.isTimely() ? 6 : 20);
        String incarnation = worker == null || restarts ? incarnation() : worker.incarnation;
        boolean stays = worker != null && worker.slots > 0 && dice.percent(70);
        int slots = worker != null && stays ? worker.slots : dice.of(0, 1, 1, 1, 2, 2, 3, 8);
        return event(id, new WorkerReady(slots, incarnation, dice.of(0, 1, 1, 2)));
    }

    /** Returns mostly a new incarnation, at times a former one. */
    private String incarnation() {
        if (!drawn.isEmpty() && dice.oneIn(3)) {
            return dice.of(drawn);
        }
        drawn.add(drawn.isEmpty() ? "" : "i" + drawn.size());
        return drawn.get(drawn.size() - 1);
    }

    WorkerEvent left() {
        String id = dice.of(ids);
        return event(id, new WorkerLeft(spoken(id)));
    }

    /** Returns the incarnation in a worker's event, which may be missing or not be the pool's. */
    private String spoken(String id) {
        NaiveWorker worker = model.worker(id);
        return dice.oneIn(3) || worker == null ? "" : dice.oneIn(12) ? dice.of(drawn) : worker.incarnation;
    }

    /** Returns a report, or several in one record. */
    WorkerEvent report() {
        WorkerEvent first = single();
        if (!dice.oneIn(3)) {
            return first;
        }
        List<BatchExecuted> reports = new ArrayList<>();
        reports.add((BatchExecuted) first.getEvent());
        for (NaiveTurn turn : model.turns) {
            boolean isOwn = turn.worker.id.equals(first.getWorker())
                    && turn.token != reports.get(0).getToken();
            if (isOwn ? dice.percent(70) : dice.oneIn(40)) {
                WorkerEvent next = report(turn.worker.id, turn.shard.id, turn.token, turn.batch, turn.transactions);
                reports.add((BatchExecuted) next.getEvent());
            }
        }
        return event(first.getWorker(), new BatchesExecuted(spoken(first.getWorker()), reports));
    }

    /** Returns a report, mostly a true one of a dispatched batch. */
    private WorkerEvent single() {
        if (!model.turns.isEmpty() && !dice.percent(profile.lies().others())) {
            NaiveTurn turn = dice.of(model.turns);
            return report(turn.worker.id, turn.shard.id, turn.token, turn.batch, turn.transactions);
        }
        if (!model.turns.isEmpty() && dice.oneIn(2)) {
            return besides(dice.of(model.turns));
        }
        if (seen.isEmpty()) {
            return report(dice.of(ids), "nowhere", 1, 1, List.of());
        }
        Batch late = dice.of(dice.oneIn(2) ? seen : seen.subList(Math.max(0, seen.size() - SEEN_LATELY), seen.size()));
        String shard = dice.oneIn(12) ? dice.of(seen).getShard() : dice.oneIn(15) ? "nowhere" : late.getShard();
        return report(late.getWorker(), shard, late.getToken(), late.getBatch(), late.getTransactions());
    }

    /** Returns a report that differs from the dispatched batch in one respect. */
    private WorkerEvent besides(NaiveTurn turn) {
        String worker = turn.worker.id;
        String shard = turn.shard.id;
        return switch (dice.below(7)) {
            case 0 -> report(worker, shard, turn.token - 1, turn.batch, turn.transactions);
            case 1 -> report(worker, shard, turn.token + 1, turn.batch, turn.transactions);
            case 2 -> report(worker, shard, turn.token, turn.batch - 1, turn.transactions);
            case 3 -> report(worker, shard, turn.token, turn.batch + 1, turn.transactions);
            case 4 -> report(dice.of(ids), shard, turn.token, turn.batch, turn.transactions);
            case 5 -> report(worker, dice.of(model.shards).id, turn.token, turn.batch, turn.transactions);
            default -> report("nobody", shard, turn.token, turn.batch, turn.transactions);
        };
    }

    private WorkerEvent report(String worker, String shard, long token, int batch, List<Transaction> transactions) {
        boolean sick = profile == Profile.SICK && worker.equals(ids.get(0));
        int retries = sick ? 60 : profile.lies().retries();
        String error = dice.percent(sick ? 50 : profile.lies().errors()) ? dice.of("boom", "out of gas", "") : null;
        boolean continues = continues();
        List<Receipt> receipts =
                error != null && dice.oneIn(2) ? List.of() : receipts(transactions, retries, continues);
        return event(
                worker,
                BatchExecuted.newBuilder()
                        .setShard(shard)
                        .setToken(token)
                        .setBatch(batch)
                        .setElapsedMs(elapsed())
                        .setReceipts(receipts)
                        .setStateDiff(difference())
                        .setError(error)
                        .setIncarnation(spoken(worker))
                        .setContinues(continues)
                        .build());
    }

    private long elapsed() {
        long quantum = model.policy.getQuantumMs();
        return dice.of(
                0L, 0L, 1L, quantum / 2, Math.max(0, quantum - 1), quantum, quantum + 1, 999L, 1_000L, Long.MAX_VALUE);
    }

    private boolean continues() {
        return model.policy.getStateless() ? dice.oneIn(2) : dice.oneIn(40);
    }

    private List<Receipt> receipts(List<Transaction> transactions, int retries, boolean continues) {
        List<Receipt> receipts = new ArrayList<>();
        int count = continues || dice.oneIn(5) ? dice.below(transactions.size() + 1) : transactions.size();
        boolean allInvalid = dice.oneIn(20);
        for (Transaction transaction : transactions.subList(0, count)) {
            receipts.add(receipt(
                    transaction.getId(),
                    allInvalid || dice.percent(profile.lies().invalid())));
        }
        if (!receipts.isEmpty() && dice.percent(retries)) {
            int last = dice.oneIn(12) ? dice.below(receipts.size()) : receipts.size() - 1;
            receipts.set(
                    last,
                    new Receipt(
                            receipts.get(last).getTransaction(),
                            dice.of(ReceiptStatus.RETRY, ReceiptStatus.FAILED, ReceiptStatus.FAILED),
                            dice.of("", "busy"),
                            bytes()));
        }
        if (dice.percent(profile.lies().wrong())) {
            spoil(receipts);
        }
        return receipts;
    }

    private Receipt receipt(String transaction, boolean invalid) {
        ReceiptStatus status = invalid
                ? ReceiptStatus.INVALID
                : dice.of(ReceiptStatus.SUCCEEDED, ReceiptStatus.SUCCEEDED, ReceiptStatus.REVERTED);
        return new Receipt(transaction, status, dice.of("", "nonce"), bytes());
    }

    private void spoil(List<Receipt> receipts) {
        switch (dice.below(5)) {
            case 0 -> receipts.clear();
            case 1 -> Collections.reverse(receipts);
            case 2 -> receipts.add(receipt("another", false));
            case 3 -> receipts.add(0, receipt("another", false));
            default -> {
                if (!receipts.isEmpty()) {
                    receipts.remove(0);
                }
            }
        }
    }

    private List<StateChange> difference() {
        List<StateChange> changes = new ArrayList<>();
        if (model.policy.getStateless() && !dice.oneIn(20)) {
            return changes;
        }
        for (int i = dice.below(3); i > 0; i--) {
            changes.add(new StateChange(text("k" + dice.below(3)), bytes()));
        }
        return changes;
    }

    private @Nullable ByteBuffer bytes() {
        return dice.oneIn(3) ? null : text(dice.of("", "v", "value"));
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    static WorkerEvent event(String worker, Object what) {
        return new WorkerEvent(RandomHistory.POOL, worker, what);
    }
}
