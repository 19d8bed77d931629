package dev.rota.kafka;

import dev.rota.kafka.ScanTurns.Part;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.ClientRequest;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.RequestCompletionHandler;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;

/**
 * Replaces the records of fetch responses by ones that bound what a consumer decompresses. A consumer allocates a
 * record's whole body before its size can be checked, and a record of 900 MB may be 30 kB compressed.
 *
 * <p><b>When.</b> Responses arrive under the lock that heartbeats need, so nothing is decompressed there. It is while
 * the consumer collects the records of a poll, one by one and each once. Until then they are compressed in memory.
 *
 * <p><b>How much.</b> A poll ends when it has decompressed {@link ScanTurns#POLL_BYTES_MAX}. Stubs count as the records
 * that they replace, and headers as values. What remains of the response is fetched again. So a record that is not too
 * large itself is always returned, whatever else its batch contains. If a batch is cut, the broker returns all of it
 * again. Its {@link BatchScan} is suspended and continues where it stopped, so a batch of any size costs one pass, in
 * as many polls as it takes. If the scan was lost, such as by a restart, the records before the position are passed
 * over first, which does not count: each poll makes progress.
 *
 * <p><b>Whose turn.</b> The partition with which a poll has ended is the last one in later responses. Large batches of
 * one partition thus delay the others, but do not starve them.
 */
final class FetchScreen {

    private final ScanTurns turns = new ScanTurns();

    /** The offset in the last request for each partition. A request repeats only those that have changed. */
    private final Map<Part, Long> offsets = new HashMap<>();

    /** Begins a poll. */
    void beginPoll() {
        turns.begin();
    }

    /**
     * Wraps a client so that its fetch responses are screened. Only a request that is sent gets another callback: in
     * those that it drops earlier, the consumer expects its own.
     */
    KafkaClient around(KafkaClient client) {
        return (KafkaClient) Proxy.newProxyInstance(
                KafkaClient.class.getClassLoader(), new Class<?>[] {KafkaClient.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("send") && arguments[0] instanceof ClientRequest request) {
                        arguments[0] = screened(request);
                    } else if (method.getName().equals("close") && arguments == null) {
                        turns.close();
                    }
                    return ScreenedBatches.invoke(client, method, arguments);
                });
    }

    private ClientRequest screened(ClientRequest request) {
        if (!(request.requestBuilder() instanceof FetchRequest.Builder fetch)) {
            return request;
        }
        fetch.fetchData().forEach((partition, data) -> {
            offsets.put(new Part(partition.topic(), partition.partition()), data.fetchOffset);
            offsets.put(new Part(data.topicId.toString(), partition.partition()), data.fetchOffset);
        });
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
        if (!(response.responseBody() instanceof FetchResponse fetched)) {
            return;
        }
        List<FetchableTopicResponse> inTurn = new ArrayList<>();
        for (FetchableTopicResponse topic : fetched.data().responses()) {
            for (PartitionData partition : topic.partitions()) {
                screen(part(topic, partition), partition);
                inTurn.add(new FetchableTopicResponse()
                        .setTopic(topic.topic())
                        .setTopicId(topic.topicId())
                        .setPartitions(List.of(partition)));
            }
        }
        List<Part> served = turns.served();
        inTurn.sort(Comparator.comparingInt(
                topic -> served.indexOf(part(topic, topic.partitions().get(0)))));
        fetched.data().setResponses(inTurn);
    }

    private static Part part(FetchableTopicResponse topic, PartitionData partition) {
        boolean isNamed = topic.topicId().equals(Uuid.ZERO_UUID);
        return new Part(isNamed ? topic.topic() : topic.topicId().toString(), partition.partitionIndex());
    }

    private void screen(Part part, PartitionData partition) {
        if (partition.records() instanceof Records records && records.sizeInBytes() > 0) {
            long from = Objects.requireNonNull(offsets.get(part));
            Iterable<RecordBatch> screened =
                    () -> new ScreenedBatches(records.batches().iterator(), part, from, turns);
            partition.setRecords((Records) Proxy.newProxyInstance(
                    Records.class.getClassLoader(),
                    new Class<?>[] {Records.class},
                    (proxy, method, arguments) -> method.getName().equals("batches")
                            ? screened
                            : ScreenedBatches.invoke(records, method, arguments)));
        }
    }
}
