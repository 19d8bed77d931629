package dev.rota.jobs.scheduler;

import dev.rota.jobs.BotStatus;
import dev.rota.jobs.Property;
import java.util.ArrayList;
import java.util.List;

/** A bot of the model in its session. */
public final class NaiveBot {

    public final String id;
    final String session;

    String instance = "*";
    public BotStatus status = BotStatus.OK;
    int capacity;
    int priority;
    List<Property> properties = List.of();

    /** The bot's hints, most recent first. */
    List<String> hints = new ArrayList<>();

    long deadline;

    NaiveBot(String id, String session) {
        this.id = id;
        this.session = session;
    }

    /** Returns whether the bot serves the job's instance and has every property that the job requires. */
    public boolean canRun(NaiveJob job) {
        return (instance.equals("*") || instance.equals(job.instance)) && properties.containsAll(job.requirements);
    }
}
