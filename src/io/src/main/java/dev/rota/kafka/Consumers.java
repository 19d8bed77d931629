package dev.rota.kafka;

import static org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.utils.Utils;

/** Creates consumers that bound what they decompress. */
public final class Consumers {

    private Consumers() {}

    /** Creates a consumer of bytes. It uses the classic protocol, whose client can be replaced. */
    public static Consumer<byte[], byte[]> of(Properties properties) {
        return new LeavingConsumer(properties);
    }

    /**
     * Creates a consumer that passes on its membership of its group after each poll.
     *
     * @param membership called by the thread that polls
     */
    public static Consumer<byte[], byte[]> of(
            Properties properties, java.util.function.Consumer<ConsumerGroupMetadata> membership) {
        return new LeavingConsumer(properties) {
            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
                membership.accept(groupMetadata());
                return records;
            }
        };
    }

    private static class LeavingConsumer extends ScreenedConsumer {

        LeavingConsumer(Properties properties) {
            super(classic(properties));
        }

        private static Map<String, Object> classic(Properties properties) {
            properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
            return Utils.propsToMap(properties);
        }

        /** Leaves the group, even as a static member: other members would wait for the end of its session. */
        @Override
        public void close() {
            close(CloseOptions.groupMembershipOperation(LEAVE_GROUP));
        }
    }
}
