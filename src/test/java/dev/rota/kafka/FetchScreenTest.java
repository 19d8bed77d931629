package dev.rota.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.ClientRequest;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.RequestCompletionHandler;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.MetadataRequest;
import org.junit.jupiter.api.Test;

class FetchScreenTest {

    private final List<ClientRequest> sent = new ArrayList<>();

    /** The consumer casts the handlers of requests that were never sent, because their broker died. */
    @Test
    void shouldLeaveTheHandlerOfAnUnsentRequest() {
        KafkaClient client = new FetchScreen().around(fake());
        RequestCompletionHandler handler = response -> {};
        AbstractRequest.Builder<?> metadata = new MetadataRequest.Builder(new MetadataRequestData());

        ClientRequest request = client.newClientRequest("1", metadata, 5, true, 1_000, handler);
        client.send(request, 6);

        assertThat(request.callback()).isSameAs(handler);
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).callback()).isNotSameAs(handler);
        assertThat(sent.get(0))
                .usingRecursiveComparison()
                .ignoringFields("callback")
                .isEqualTo(request);
    }

    private KafkaClient fake() {
        return (KafkaClient) Proxy.newProxyInstance(
                KafkaClient.class.getClassLoader(),
                new Class<?>[] {KafkaClient.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "newClientRequest" ->
                        new ClientRequest(
                                (String) arguments[0],
                                (AbstractRequest.Builder<?>) arguments[1],
                                7,
                                "client",
                                (Long) arguments[2],
                                (Boolean) arguments[3],
                                (Integer) arguments[4],
                                (RequestCompletionHandler) arguments[5]);
                    case "send" -> {
                        sent.add((ClientRequest) arguments[0]);
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
