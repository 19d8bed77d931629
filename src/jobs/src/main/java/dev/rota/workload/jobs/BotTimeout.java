package dev.rota.workload.jobs;

import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.PolicyEvent;
import org.apache.avro.specific.SpecificRecord;

/** After how much silence a bot is gone. */
final class BotTimeout {

    private long ms = CohortPolicy.newBuilder().build().getBotTimeoutMs();

    void hear(SpecificRecord event) {
        if (event instanceof PolicyEvent policy && policy.getEvent() instanceof CohortPolicy cohort) {
            ms = cohort.getBotTimeoutMs();
        }
    }

    long ms() {
        return ms;
    }

    BotTimeout copy() {
        BotTimeout copy = new BotTimeout();
        copy.ms = ms;
        return copy;
    }
}
