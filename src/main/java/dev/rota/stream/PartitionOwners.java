package dev.rota.stream;

import dev.rota.engine.Nullable;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.state.HostInfo;

/** Which instance decides which partition of a log, as the group knows it. */
final class PartitionOwners {

    private final String log;
    private final Supplier<Collection<StreamsMetadata>> instances;

    /** @param instances what the group knows of its instances */
    PartitionOwners(String log, Supplier<Collection<StreamsMetadata>> instances) {
        this.log = log;
        this.instances = instances;
    }

    /** The address of the instance that decides a partition, as host:port of a URL; null if the group knows none. */
    @Nullable
    String address(int partition) {
        return owners(partition)
                .map(StreamsMetadata::hostInfo)
                .filter(host -> !host.equals(HostInfo.unavailable()))
                .map(PartitionOwners::address)
                .findFirst()
                .orElse(null);
    }

    /** Whether the group has given a partition to anybody. */
    boolean has(int partition) {
        return owners(partition).findAny().isPresent();
    }

    private Stream<StreamsMetadata> owners(int partition) {
        TopicPartition wanted = new TopicPartition(log, partition);
        return instances().stream()
                .filter(instance -> instance.topicPartitions().contains(wanted));
    }

    /** None unless Streams runs: it throws then, and a look at its state before could be outdated at once. */
    private Collection<StreamsMetadata> instances() {
        try {
            return instances.get();
        } catch (IllegalStateException | StreamsNotStartedException e) {
            return List.of();
        }
    }

    /** Kafka drops the brackets of an IPv6 address, without which it is no host of a URL. */
    private static String address(HostInfo at) {
        String host = at.host().indexOf(':') < 0 ? at.host() : "[" + at.host() + "]";
        return host + ":" + at.port();
    }
}
