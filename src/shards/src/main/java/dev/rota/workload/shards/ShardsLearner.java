package dev.rota.workload.shards;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.Receipt;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.workload.shards.Executions.Result;
import dev.rota.workload.shards.Workforce.Member;
import dev.rota.workload.shards.Workforce.Sent;
import dev.rota.workload.whatif.Durations;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Learner;
import dev.rota.workload.whatif.Parties;
import dev.rota.workload.whatif.Past;
import dev.rota.workload.whatif.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Learns from a pool's record which workers there were, and how long transactions took. */
final class ShardsLearner implements Learner {

    /** A report whose decisions are not known yet. */
    private record Reported(Sent sent, int[] transactions, BatchExecuted report, long time) {}

    /** A batch that was not reported up to a time. */
    private record Unreported(Sent sent, int[] transactions, long time) {}

    private final Tally tally;
    private final Executions executions = new Executions();
    private final BatchFailures failures = new BatchFailures();
    private final Workforce workforce = new Workforce();
    private final PoolTerms terms = new PoolTerms();
    private final WorkerPresence presence = new WorkerPresence();
    private final List<Unreported> unreported = new ArrayList<>();
    /** For how long the first batches of turns and their reports were on their way. */
    private final Durations underway = new Durations();
    /** The numbers of executions of transactions that were tried again. */
    private final Map<Integer, Integer> executed = new TreeMap<>();

    private Workforce workforceAtBranch = workforce;
    private PoolTerms termsAtBranch = terms;
    private Map<Integer, Integer> executedAtBranch = executed;
    private final List<Reported> reported = new ArrayList<>();
    private long end;

    ShardsLearner(Tally tally) {
        this.tally = tally;
    }

    @Override
    public void event(Happening event) {
        settle();
        terms.hear(event.value());
        if (event.value() instanceof WorkerEvent worker) {
            for (BatchExecuted report : Workforce.reports(worker)) {
                Sent sent = workforce.sent(worker, report);
                if (sent != null) {
                    reported.add(new Reported(sent, numbers(sent), report, event.time()));
                }
            }
            workforce.hear(worker, event.time());
            presence.foresee(worker, event.time());
        }
    }

    private int[] numbers(Sent sent) {
        return sent.batch().getTransactions().stream()
                .mapToInt(each -> number(sent.batch().getShard(), each.getId()))
                .toArray();
    }

    private int number(String shard, String transaction) {
        return tally.subject(ShardsModel.name(shard, transaction));
    }

    @Override
    public void decided(Decision decision) {
        if (decision.value() instanceof Rejection) {
            reported.clear();
        } else if (decision.value() instanceof ShardState state && isCutOff(state.getCause())) {
            cutOff(workforce.batches().get(state.getShard()), decision.time());
        } else if (decision.value() instanceof DeadLetter letter
                && letter.getReason() == DeadLetterReason.BATCH_FAILED) {
            failures.dead(number(letter.getShard(), letter.getTransaction()));
        }
        var unused = workforce.take(decision);
    }

    private static boolean isCutOff(ShardCause cause) {
        return switch (cause) {
            case WORKER_LOST, WORKER_LEFT, BATCH_TIMEOUT -> true;
            default -> false;
        };
    }

    private void cutOff(@Nullable Sent sent, long time) {
        if (sent != null) {
            unreported.add(new Unreported(sent, numbers(sent), time));
        }
    }

    /**
     * Learns from a batch that was not reported. Of a worker that fell silent it is known only that it executed the
     * batch until it was heard last.
     */
    private void cutOff(Unreported unreported) {
        Member member = unreported.sent().member();
        long until = member == null
                ? unreported.sent().sentAt()
                : presence.until(unreported.sent().batch().getWorker(), member.incarnation);
        long ms = Math.max(
                0, Math.min(unreported.time(), until) - unreported.sent().sentAt());
        for (int transaction : unreported.transactions()) {
            executions.cutOff(transaction, ms / unreported.transactions().length);
        }
    }

    /** Learns from the last reports, which were accepted. */
    private void settle() {
        reported.forEach(this::settle);
        reported.clear();
    }

    private void settle(Reported reported) {
        Sent sent = reported.sent();
        long ms = reported.time() - sent.sentAt();
        if (sent.batch().getBatch() == 1) {
            underway.add(Math.max(
                    0, reported.time() - sent.turnSince() - reported.report().getElapsedMs()));
        }
        String error = reported.report().getError();
        if (error == null) {
            executed(reported, ms);
        } else {
            failures.add(reported.transactions(), ms, error);
        }
    }

    /** Spreads the time of a batch evenly over the transactions that it reported. */
    private void executed(Reported reported, long ms) {
        List<Receipt> receipts = reported.report().getReceipts();
        int count = receipts.size();
        for (int i = 0; i < count; i++) {
            Result result =
                    new Result(receipts.get(i).getStatus(), receipts.get(i).getReason());
            long share = ms * (i + 1) / count - ms * i / count;
            executions.add(reported.sent().batch().getShard(), reported.transactions()[i], share, result);
            if (result.isRetry()) {
                executed.merge(reported.transactions()[i], 1, Integer::sum);
            }
        }
    }

    @Override
    public void past(Happening work, Past past, long until) {
        Transaction transaction = (Transaction) work.value();
        String name = ShardsModel.name(transaction.getShard(), transaction.getId());
        Past counted = past.at(until - work.time());
        if (past.hasRun()) {
            executions.add(transaction.getShard(), tally.subject(name), past.ran(), Result.SUCCEEDED);
            if (counted.hasEnded()) {
                tally.used(ShardsModel.WORKERS, Math.min(past.ran(), until - work.time() - counted.waited()));
            }
        }
        tally.past(name, work.time(), counted);
    }

    @Override
    public void branch() {
        settle();
        failures.branch();
        workforceAtBranch = workforce.copy();
        termsAtBranch = terms.copy();
        executedAtBranch = new TreeMap<>(executed);
    }

    @Override
    public void end(long time) {
        settle();
        end = time;
        workforce.batches().values().forEach(sent -> cutOff(sent, time));
        unreported.forEach(this::cutOff);
        failures.end();
    }

    @Override
    public Parties parties(Tally tally) {
        return new ShardsParties(
                new BatchPlans(tally, executions, failures, executedAtBranch),
                workforceAtBranch.copy(),
                termsAtBranch.copy(),
                new ShardsParties.Recorded(end, Math.max(0, underway.median()), terms.isStateless()));
    }
}
