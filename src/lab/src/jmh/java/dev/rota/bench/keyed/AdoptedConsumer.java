package dev.rota.bench.keyed;

import dev.rota.client.KeyedConsumer;
import java.util.List;

/** A consumer of each stateless pool to which the topic was adopted; they share the handlers. */
final class AdoptedConsumer implements KeyedSystem.Running {

    private final List<KeyedConsumer> consumers;
    private final ConsumerThreads threads = new ConsumerThreads();

    AdoptedConsumer(Subscription subscription, RecordWork work) {
        int handlers = Math.max(1, subscription.handlers() / subscription.pools());
        consumers = Subscription.pools(subscription.group(), subscription.pools()).stream()
                .map(pool -> KeyedConsumer.open(subscription.settings(), pool, subscription.member(), handlers))
                .toList();
        for (KeyedConsumer consumer : consumers) {
            threads.start(subscription.member(), () -> consumer.run(record -> work.handle(record.payload())));
        }
    }

    @Override
    public void close() {
        consumers.forEach(KeyedConsumer::close);
        threads.close();
    }
}
