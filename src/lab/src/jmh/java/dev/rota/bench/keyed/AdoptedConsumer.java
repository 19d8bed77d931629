package dev.rota.bench.keyed;

import dev.rota.client.KeyedConsumer;

/** A consumer of the stateless pool to which the topic was adopted. */
final class AdoptedConsumer implements KeyedSystem.Running {

    private final KeyedConsumer consumer;
    private final ConsumerThreads threads = new ConsumerThreads();

    AdoptedConsumer(Subscription subscription, RecordWork work) {
        consumer = KeyedConsumer.open(
                subscription.settings(), subscription.group(), subscription.member(), subscription.handlers());
        threads.start(subscription.member(), () -> consumer.run(record -> work.handle(record.payload())));
    }

    @Override
    public void close() {
        consumer.close();
        threads.close();
    }
}
