package dev.rota.kafka;

import static org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;

import java.util.Properties;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.utils.Utils;

/** Creates consumers that bound what they decompress. */
public final class Consumers {

    private Consumers() {}

    /** Creates a consumer of bytes. It uses the classic protocol, whose client can be replaced. */
    public static Consumer<byte[], byte[]> of(Properties properties) {
        properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        return new ScreenedConsumer(Utils.propsToMap(properties)) {
            /** Leaves the group, even as a static member: other members would wait for the end of its session. */
            @Override
            public void close() {
                close(CloseOptions.groupMembershipOperation(LEAVE_GROUP));
            }
        };
    }
}
