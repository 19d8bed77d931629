package dev.rota.stream;

import dev.rota.engine.Nullable;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.state.HostInfo;

/** Finds the instance that decides a partition of a log, as listed by the group. */
final class PartitionOwners {

    private final String log;
    private final Supplier<Collection<StreamsMetadata>> instances;

    /** @param instances returns the group's metadata of its instances */
    PartitionOwners(String log, Supplier<Collection<StreamsMetadata>> instances) {
        this.log = log;
        this.instances = instances;
    }

    /**
     * Returns the address of the instance that decides a partition, as host:port of a URL; null if the group lists
     * none.
     */
    @Nullable
    String address(int partition) {
        return owners(partition)
                .map(StreamsMetadata::hostInfo)
                .filter(host -> !host.equals(HostInfo.unavailable()))
                .map(PartitionOwners::address)
                .findFirst()
                .orElse(null);
    }

    /** Returns the addresses of all instances that advertise one. */
    Set<String> addresses() {
        return instances().stream()
                .map(StreamsMetadata::hostInfo)
                .filter(host -> !host.equals(HostInfo.unavailable()))
                .map(PartitionOwners::address)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns whether the group has assigned a partition to an instance. */
    boolean has(int partition) {
        return owners(partition).findAny().isPresent();
    }

    private Stream<StreamsMetadata> owners(int partition) {
        TopicPartition wanted = new TopicPartition(log, partition);
        return instances().stream()
                .filter(instance -> instance.topicPartitions().contains(wanted));
    }

    /**
     * Returns no instances unless Streams runs: it throws then, and a state that was queried before could be outdated.
     */
    private Collection<StreamsMetadata> instances() {
        try {
            return instances.get();
        } catch (IllegalStateException | StreamsNotStartedException e) {
            return List.of();
        }
    }

    /** Returns the address with the brackets of an IPv6 address, which Kafka drops and a URL needs. */
    private static String address(HostInfo at) {
        String host = at.host().indexOf(':') < 0 ? at.host() : "[" + at.host() + "]";
        return host + ":" + at.port();
    }
}
