package dev.rota.pages.domain.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.JobStateEvent;
import dev.rota.pages.domain.Decided;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Derives the stays of jobs from their state changes. */
final class JobStays {

    /** The current stay of a job, and the decision that began it. */
    private record Open(@Nullable String bot, Decided begin) {}

    private final Map<String, Open> open = new LinkedHashMap<>();
    private final List<JobStay> stays = new ArrayList<>();

    private JobStays() {}

    /**
     * Returns the stays in state changes, in the order in which they began.
     *
     * @param newestFirst records of {@code jobs.events}, newest first
     */
    static List<JobStay> of(List<Decided> newestFirst) {
        JobStays stays = new JobStays();
        for (int i = newestFirst.size() - 1; i >= 0; i--) {
            stays.add(newestFirst.get(i));
        }
        stays.open.forEach((job, begun) -> stays.stays.add(new JobStay(job, begun.bot(), begun.begin(), null)));
        stays.stays.sort((a, b) ->
                Long.compare(a.begin().entry().seq(), b.begin().entry().seq()));
        return stays.stays;
    }

    private void add(Decided event) {
        if (event.entry().kind().equals("REPRIORITISED")) {
            return;
        }
        String job = event.as(JobStateEvent.class).getJob();
        Open before = open.remove(job);
        if (before != null) {
            stays.add(new JobStay(job, before.bot(), before.begin(), event));
        }
        switch (event.entry().kind()) {
            case "QUEUED", "EVICTED", "RETRIED", "WAITING" -> open.put(job, new Open(null, event));
            case "ASSIGNED" ->
                open.put(job, new Open(event.as(JobStateEvent.class).getBot(), event));
            default -> {
                // the stay has ended
            }
        }
    }
}
