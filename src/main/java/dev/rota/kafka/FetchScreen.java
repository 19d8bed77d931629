package dev.rota.kafka;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.ClientRequest;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.RequestCompletionHandler;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.requests.FetchResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Screens fetched batches before the consumer decompresses them. A consumer allocates a record's whole body before its
 * size can be checked, and a record of 900 MB may be 30 kB compressed.
 */
final class FetchScreen {

    private static final Logger LOG = LoggerFactory.getLogger(FetchScreen.class);

    /** The limit on one response, uncompressed. Batches beyond it are fetched again with the next request. */
    private static final long RESPONSE_BYTES_MAX = 64L << 20;

    private final BatchScreen screen = new BatchScreen();

    /**
     * Wraps a client so that its fetch responses are screened. Only a request that is sent gets another callback: in
     * those that it drops earlier, the consumer expects its own.
     */
    KafkaClient around(KafkaClient client) {
        return (KafkaClient) Proxy.newProxyInstance(
                KafkaClient.class.getClassLoader(), new Class<?>[] {KafkaClient.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("send") && arguments[0] instanceof ClientRequest request) {
                        arguments[0] = screened(request);
                    }
                    try {
                        return method.invoke(client, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private ClientRequest screened(ClientRequest request) {
        RequestCompletionHandler handler = request.callback();
        short version = request.requestBuilder().latestAllowedVersion();
        return new ClientRequest(
                request.destination(),
                request.requestBuilder(),
                request.correlationId(),
                request.makeHeader(version).clientId(),
                request.createdTimeMs(),
                request.expectResponse(),
                request.requestTimeoutMs(),
                response -> {
                    screen(response);
                    handler.onComplete(response);
                });
    }

    private void screen(ClientResponse response) {
        if (response.responseBody() instanceof FetchResponse fetched) {
            long left = RESPONSE_BYTES_MAX;
            for (FetchableTopicResponse topic : fetched.data().responses()) {
                for (PartitionData partition : topic.partitions()) {
                    if (partition.records() instanceof MemoryRecords records && records.sizeInBytes() > 0) {
                        left = screen(partition, records, left);
                    }
                }
            }
        }
    }

    /** Screens the records of one partition. Returns what is left of the response's budget. */
    private long screen(PartitionData partition, MemoryRecords records, long bytes) {
        long left = bytes;
        boolean changed = false;
        List<MemoryRecords> kept = new ArrayList<>();
        int at = 0;
        for (MutableRecordBatch batch : records.batches()) {
            if (left <= 0) {
                changed = true;
                break;
            }
            BatchScreen.Screened screened = screened(batch);
            left -= screened.bytes();
            int size = batch.sizeInBytes();
            changed |= screened.instead() != null;
            kept.add(
                    screened.instead() != null
                            ? screened.instead()
                            : MemoryRecords.readableRecords(slice(records.buffer(), at, size)));
            at += size;
        }
        if (changed) {
            partition.setRecords(joined(kept));
        }
        return left;
    }

    private BatchScreen.Screened screened(MutableRecordBatch batch) {
        try {
            return screen.screen(batch);
        } catch (IOException | RuntimeException e) {
            // The batch is corrupt: the consumer will report it too, with the partition's name.
            LOG.warn("cannot scan the batch at offset {}: {}", batch.baseOffset(), e.getMessage());
            return new BatchScreen.Screened(batch.sizeInBytes(), null);
        }
    }

    private static ByteBuffer slice(ByteBuffer buffer, int at, int size) {
        return buffer.duplicate().position(buffer.position() + at).limit(buffer.position() + at + size);
    }

    private static MemoryRecords joined(List<MemoryRecords> batches) {
        ByteBuffer all = ByteBuffer.allocate(
                batches.stream().mapToInt(MemoryRecords::sizeInBytes).sum());
        batches.forEach(batch -> all.put(batch.buffer().duplicate()));
        all.flip();
        return MemoryRecords.readableRecords(all);
    }
}
