package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Tracks which bot has which job, from one cohort's decisions in order, and checks each decision. */
final class LeaseHistory {

    /** The bot that has a job, and the lease, which the bot's next assignment names. */
    private static final class Place {
        final String bot;
        long lease;

        Place(String bot) {
            this.bot = bot;
        }
    }

    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Map<String, Integer> held = new TreeMap<>();
    private final List<JobStateEvent> events = new ArrayList<>();
    private long latestLease;

    /** Returns the events of all jobs, in their order. */
    List<JobStateEvent> events() {
        return events;
    }

    boolean isOver() {
        return places.isEmpty();
    }

    void take(SpecificRecord decision) {
        if (decision instanceof JobStateEvent event) {
            job(event);
        } else if (decision instanceof LeaseEvent event) {
            lease(event);
        }
    }

    private void job(JobStateEvent event) {
        if (event.getKind() == JobStateKind.REPRIORITISED) {
            return;
        }
        events.add(event);
        @Nullable Place before = places.remove(event.getJob());
        if (event.getBot() == null || event.getKind() == JobStateKind.ASSIGNED) {
            assertThat(before).as("the job is on no bot before %s", event).isNull();
        } else {
            assertThat(before).as("the job is on a bot before %s", event).isNotNull();
            if (before != null) {
                assertThat(event.getBot()).as("the bot of %s", event).isEqualTo(before.bot);
                held.merge(before.bot, -1, Integer::sum);
            }
        }
        if (event.getKind() == JobStateKind.ASSIGNED) {
            String bot = String.valueOf(event.getBot());
            places.put(event.getJob(), new Place(bot));
            assertThat(held.merge(bot, 1, Integer::sum))
                    .as("jobs of the bot of %s", event)
                    .isLessThanOrEqualTo(BuildFarm.CAPACITY);
        }
    }

    private void lease(LeaseEvent event) {
        if (event.getKind() == LeaseEventKind.ASSIGNED) {
            Place place = places.get(event.getJob());
            assertThat(place).as("the client knows of %s", event).isNotNull();
            assertThat(event.getLease()).as("the lease of %s", event).isEqualTo(latestLease + 1);
            latestLease = event.getLease();
            if (place != null) {
                assertThat(event.getBot()).as("the bot of %s", event).isEqualTo(place.bot);
                place.lease = event.getLease();
            }
        } else {
            Place place = places.get(event.getJob());
            assertThat(place == null || place.lease != event.getLease())
                    .as("the job of %s is not there any more", event)
                    .isTrue();
        }
    }
}
