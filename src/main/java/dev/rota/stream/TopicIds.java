package dev.rota.stream;

import dev.rota.serde.Answers;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Looks up topic ids. A name can be reused; an id never is. */
final class TopicIds {

    private TopicIds() {}

    /** The ids of the existing topics, by name. */
    static Map<String, String> of(Admin admin, Collection<String> topics) {
        Map<String, String> ids = new HashMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                admin.describeTopics(topics).topicNameValues().entrySet()) {
            try {
                ids.put(topic.getKey(), Answers.get(topic.getValue()).topicId().toString());
            } catch (UnknownTopicOrPartitionException e) {
                // a missing topic is a valid answer
            }
        }
        return ids;
    }
}
