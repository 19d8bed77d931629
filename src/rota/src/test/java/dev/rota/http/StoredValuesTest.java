package dev.rota.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.TestEntries;
import dev.rota.pages.index.Values;
import dev.rota.pages.source.StoredValues;
import dev.rota.pages.source.TopicReader;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Full;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages read values that are no longer cached again. */
@Tag("broker")
@Full
class StoredValuesTest {

    @Test
    void shouldReadAgainWhatIsWantedAndNothingElse() throws Exception {
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(new JobsDomain());
                TopicReader reader = new TopicReader(tenant.settings())) {
            // given
            tenant.startReady();
            for (int job = 0; job < 40; job++) {
                tenant.produce(
                        JobsTopics.SUBMISSIONS,
                        "job-" + job,
                        new JobEvent(
                                "job-" + job,
                                "unknown",
                                JobSubmitted.newBuilder().setInstance("main").build()));
            }
            tenant.awaitTaken(JobsTopics.SUBMISSIONS);
            tenant.awaitDecided();
            List<ConsumerRecord<byte[], byte[]>> events;
            try (TopicTail tail = tenant.tail(JobsTopics.EVENTS.topic())) {
                events = tail.atLeast(40);
            }
            Values values = new Values(1_000_000);
            List<Entry> wanted = new ArrayList<>();
            for (int i = events.size() - 1; i >= 0; i -= 3) {
                wanted.add(entry(events.get(i)));
            }

            // when
            new StoredValues(reader, values).fetch(wanted);

            // then
            int kept = 0;
            for (ConsumerRecord<byte[], byte[]> event : events) {
                byte[] value = values.of(entry(event));
                if (value != null) {
                    assertThat(value).isEqualTo(event.value());
                    kept++;
                }
            }
            assertThat(kept).isEqualTo(wanted.size());
            assertThat(wanted).allMatch(entry -> values.of(entry) != null);
        }
    }

    private static Entry entry(ConsumerRecord<byte[], byte[]> event) {
        return TestEntries.at(event.topic(), event.partition(), event.offset());
    }
}
