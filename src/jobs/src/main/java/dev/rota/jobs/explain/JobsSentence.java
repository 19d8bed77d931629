package dev.rota.jobs.explain;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.CohortDemand;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.KindDemand;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.OperationEvent;
import dev.rota.jobs.Timeout;
import dev.rota.jobs.farm.HoldTarget;
import org.apache.avro.specific.SpecificRecord;

/** Formats decisions of the jobs scheduler as sentences. */
public final class JobsSentence {

    private JobsSentence() {}

    public static String of(SpecificRecord decision) {
        if (decision instanceof LeaseEvent event) {
            return lease(event);
        }
        if (decision instanceof OperationEvent event) {
            return operation(event);
        }
        if (decision instanceof CohortDemand demand) {
            return demand(demand);
        }
        return decision instanceof JobStateEvent event
                ? job(event)
                : decision.getSchema().getName();
    }

    private static String demand(CohortDemand demand) {
        int queued = demand.getOtherQueued();
        int wanted = demand.getOtherSlotsWanted();
        for (KindDemand kind : demand.getKinds()) {
            queued += kind.getQueued();
            wanted += kind.getSlotsWanted();
        }
        return Phrases.count(queued, "queued job") + " of "
                + Phrases.count(demand.getKinds().size() + demand.getOtherKinds(), "kind") + " "
                + (queued == 1 ? "wants " : "want ") + Phrases.count(wanted, "more slot");
    }

    private static String operation(OperationEvent event) {
        String whom = HoldTarget.of(event.getBot(), event.getInstance()).name();
        return switch (event.getKind()) {
            case HELD -> whom + " is held: nothing new is started there" + why(event.getReason());
            case DRAINING -> whom + " is draining: nothing new is started there" + why(event.getReason());
            case DRAINED -> whom + " has drained: nothing runs there any more" + why(event.getReason());
            case RESUMED -> whom + " is resumed" + why(event.getReason());
            case WITHOUT_QUOTA -> "jobs of " + whom + " wait for a quota" + why(event.getReason());
        };
    }

    private static String lease(LeaseEvent event) {
        String bot = "bot " + event.getBot();
        return switch (event.getKind()) {
            case ASSIGNED ->
                bot + " gets job " + event.getJob() + ", attempt " + event.getAttempt() + ", lease "
                        + event.getLease() + ", by " + event.getStrategy() + " after " + event.getQueuedMs()
                        + " ms in the queue";
            case EVICTED -> bot + " must give up job " + event.getJob() + why(event.getReason());
            case CANCELLED ->
                bot + " must stop job " + event.getJob()
                        + (event.getReason().equals(Timeout.EXECUTION_TIMEOUT.name())
                                ? ", whose time to execute is over"
                                : ", which was cancelled");
            case SESSION_ENDED ->
                "the session " + event.getSession() + " of " + bot + " has ended" + why(event.getReason());
        };
    }

    private static String job(JobStateEvent event) {
        String job = "job " + event.getJob() + " of instance " + event.getInstance();
        return switch (event.getKind()) {
            case QUEUED -> job + " is queued";
            case ASSIGNED -> job + " is assigned to " + bot(event.getBot()) + ", attempt " + event.getAttempt();
            case EVICTED -> job + " was evicted from " + bot(event.getBot()) + why(event.getReason());
            case RETRIED -> job + " is queued again after attempt " + event.getAttempt() + why(event.getReason());
            case COMPLETED ->
                job + " completed on " + bot(event.getBot())
                        + (event.getStatus() == null ? "" : " with status " + event.getStatus());
            case CANCELLED -> job + " was cancelled" + why(event.getReason());
            case REPRIORITISED -> job + " has another priority" + why(event.getReason());
            case WAITING -> job + " waits for other jobs" + why(event.getReason());
            case ABORTED -> job + " was aborted after attempt " + event.getAttempt() + why(event.getReason());
        };
    }

    private static String bot(@Nullable String bot) {
        return bot == null ? "no bot" : "bot " + bot;
    }

    private static String why(String reason) {
        return reason.isEmpty() ? "" : ": " + reason;
    }
}
