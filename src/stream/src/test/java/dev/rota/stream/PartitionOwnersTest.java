package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionOwnersTest {

    private static final String LOG = "jobs.log";

    /** An instance with one partition of the log. */
    private record Instance(HostInfo hostInfo, Set<TopicPartition> topicPartitions) implements StreamsMetadata {

        static StreamsMetadata at(HostInfo host, int partition) {
            return new Instance(host, Set.of(new TopicPartition(LOG, partition)));
        }

        @Override
        public Set<String> stateStoreNames() {
            return Set.of();
        }

        @Override
        public Set<TopicPartition> standbyTopicPartitions() {
            return Set.of();
        }

        @Override
        public Set<String> standbyStateStoreNames() {
            return Set.of();
        }

        @Override
        public String host() {
            return hostInfo.host();
        }

        @Override
        public int port() {
            return hostInfo.port();
        }
    }

    /** {@code http.advertised} reaches the group through Kafka's parser, which drops brackets. */
    @ParameterizedTest
    @ValueSource(strings = {"[::1]:8080", "[fe80::1%eth0]:8080", "10.0.0.1:8080", "rota-1.rota.svc:8080"})
    void shouldNameTheAddressThatAnInstanceAdvertises(String advertised) {
        HostInfo host = Objects.requireNonNull(HostInfo.buildFromEndpoint(advertised));
        PartitionOwners owners = new PartitionOwners(LOG, () -> List.of(Instance.at(host, 3)));

        assertThat(owners.address(3)).isEqualTo(advertised);
        assertThat(owners.has(3)).isTrue();
    }

    @Test
    void shouldNameNobodyWhoHasNoAddressOrNotThePartition() {
        PartitionOwners owners = new PartitionOwners(LOG, () -> List.of(Instance.at(HostInfo.unavailable(), 3)));

        assertThat(owners.address(3)).isNull();
        assertThat(owners.has(3)).isTrue();
        assertThat(owners.address(4)).isNull();
        assertThat(owners.has(4)).isFalse();
    }

    /** Streams throws unless it runs, and a caller cannot know when it stops. */
    @Test
    void shouldKnowNobodyUnlessStreamsRuns() {
        for (RuntimeException stopped :
                List.of(new IllegalStateException("not running"), new StreamsNotStartedException("not started"))) {
            PartitionOwners owners = new PartitionOwners(LOG, () -> {
                throw stopped;
            });

            assertThat(owners.address(3)).isNull();
            assertThat(owners.has(3)).isFalse();
        }
    }
}
