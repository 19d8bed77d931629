package dev.rota.stream;

import dev.rota.serde.Answers;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The ids of topics. A name may come again; an id never does. */
public final class TopicIds {

    private TopicIds() {}

    /** Of those that exist, by name. */
    public static Map<String, String> of(Admin admin, Collection<String> topics) {
        Map<String, String> ids = new HashMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                admin.describeTopics(topics).topicNameValues().entrySet()) {
            try {
                ids.put(topic.getKey(), Answers.get(topic.getValue()).topicId().toString());
            } catch (UnknownTopicOrPartitionException e) {
                // it does not exist now, and that is the answer
            }
        }
        return ids;
    }
}
