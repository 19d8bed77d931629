package dev.rota.workload.jobs;

import dev.rota.engine.Decision;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Timeout;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Learner;
import dev.rota.workload.whatif.PartyModel;
import dev.rota.workload.whatif.Tally;
import dev.rota.workload.whatif.Vocabulary;
import java.util.List;

/** Models the bots of a cohort. */
final class JobsModel implements PartyModel {

    @Override
    public Learner learner(String unit, Tally recorded) {
        recorded.silence(CohortPolicy.newBuilder().build().getBotTimeoutMs());
        return new JobsLearner(recorded);
    }

    @Override
    public Vocabulary vocabulary() {
        return new JobsVocabulary();
    }

    @Override
    public void count(Happening event, Tally tally) {
        if (event.value() instanceof PolicyEvent policy && policy.getEvent() instanceof CohortPolicy cohort) {
            tally.silence(cohort.getBotTimeoutMs());
        } else if (event.value() instanceof BotEvent bot) {
            Group kind = new Group("bots", BotKind.of(bot));
            if (bot.getEvent() instanceof BotSync sync) {
                int slots = sync.getStatus() == BotStatus.OK ? sync.getCapacity() : 0;
                tally.slots(bot.getBot(), kind, slots, event.time());
            } else if (bot.getEvent() instanceof BotClosed) {
                tally.slots(bot.getBot(), kind, 0, event.time());
            }
        }
    }

    @Override
    public void count(Decision decision, Tally tally) {
        if (decision.value() instanceof JobStateEvent event) {
            count(event, decision.time(), tally);
        } else if (decision.value() instanceof LeaseEvent lease && lease.getKind() == LeaseEventKind.ASSIGNED) {
            tally.uses(lease.getBot(), lease.getJob(), decision.time());
        }
    }

    private static void count(JobStateEvent event, long time, Tally tally) {
        Group instance = new Group("instance", event.getInstance());
        String job = event.getJob();
        switch (event.getKind()) {
            case QUEUED -> tally.waits(instance, job, time);
            case ASSIGNED -> tally.served(job, time);
            case EVICTED -> tally.add(instance, "evictions");
            case RETRIED -> tally.add(instance, "retries");
            case COMPLETED, CANCELLED, ABORTED -> tally.leaves(job, time);
            case REPRIORITISED, WAITING -> {
                // it waits or runs on, or does not compete yet
            }
        }
        if (event.getTimeout() != null) {
            tally.add(
                    instance, event.getTimeout() == Timeout.QUEUE_TIMEOUT ? "queue time-outs" : "execution time-outs");
        }
        if (event.getKind() == JobStateKind.ABORTED) {
            tally.add(instance, "aborted");
        }
        if (event.getBot() != null && event.getKind() != JobStateKind.ASSIGNED) {
            tally.frees(job, time);
        }
    }

    @Override
    public List<String> counts() {
        return List.of("aborted", "evictions", "execution time-outs", "queue time-outs", "retries");
    }

    @Override
    public List<String> limits() {
        return List.of(
                "a bot runs each job as long as it ran in the record, or as long as others of its kind did",
                "submitters do not react: a job is submitted when it was recorded, whatever became of others",
                "a job that was aborted is not submitted again",
                "a job that was submitted several times waits for the same jobs each time");
    }
}
