package dev.rota.workload.jobs;

import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import java.util.stream.Collectors;

/** The kind of a bot: what it can run, for whom, and how many at once. */
final class BotKind {

    private BotKind() {}

    /** Returns the kind of a bot as a text for people; without its capacity if the event has none. */
    static String of(BotEvent event) {
        if (!(event.getEvent() instanceof BotSync sync)) {
            return event.getInstance();
        }
        String properties = sync.getProperties().stream()
                .map(each -> each.getName() + "=" + each.getValue())
                .sorted()
                .collect(Collectors.joining(","));
        String instance = event.getInstance().equals("*") ? "" : " for " + event.getInstance();
        return (properties.isEmpty() ? "plain" : properties) + instance + " x" + sync.getCapacity();
    }
}
