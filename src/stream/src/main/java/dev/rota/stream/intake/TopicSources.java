package dev.rota.stream.intake;

import dev.rota.kafka.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * The sources of an intake.
 *
 * @param all the domain's inputs, and other sources if there are any
 */
record TopicSources(List<TopicSource> all) implements AutoCloseable {

    /** Returns the source of a topic; the domain's inputs if no other has it. */
    TopicSource of(String topic) {
        for (TopicSource source : all) {
            if (source.has(topic)) {
                return source;
            }
        }
        return all.get(0);
    }

    TopicSource of(TopicPartition partition) {
        return of(partition.topic());
    }

    /** Returns the topics to read at present. */
    Set<String> topics() {
        Set<String> topics = new LinkedHashSet<>();
        all.forEach(source -> topics.addAll(source.topics()));
        return topics;
    }

    /** Returns the ids of the topics to read, as far as they exist. */
    Map<String, String> ids(Admin admin) {
        Map<String, String> ids = new HashMap<>();
        List<String> forbidden = new ArrayList<>();
        Topics.existing(admin, topics(), (topic, denied) -> {
                    if (!of(topic).isForeign()) {
                        throw denied;
                    }
                    forbidden.add(topic);
                })
                .forEach((topic, description) ->
                        ids.put(topic, description.topicId().toString()));
        forbid(forbidden);
        return ids;
    }

    void forbid(Collection<String> topics) {
        all.forEach(source -> source.forbid(topics));
    }

    int fetchBytes() {
        return all.stream().mapToInt(TopicSource::fetchBytes).min().orElseThrow();
    }

    /** Lets each source look; returns whether the topics to read have changed. */
    boolean look(Collection<TopicPartition> assigned) throws InterruptedException {
        boolean changed = false;
        for (TopicSource source : all) {
            changed |= source.look(assigned);
        }
        return changed;
    }

    @Override
    public void close() {
        all.forEach(TopicSource::close);
    }
}
