package dev.rota.bench.keyed;

import java.util.function.BiFunction;

/** The compared systems. */
enum KeyedSystem {
    ROTA("Rota", AdoptedConsumer::new),
    PARALLEL("parallel-consumer", ParallelConsumers::new),
    SHARE("share group", ShareConsumers::new),
    /** It has one handler for each partition, whatever the number of handlers. */
    GROUP("plain group", GroupConsumers::new);

    /** A running consumer. */
    interface Running extends AutoCloseable {
        @Override
        void close();
    }

    private final String title;
    private final BiFunction<Subscription, RecordWork, Running> consumers;

    KeyedSystem(String title, BiFunction<Subscription, RecordWork, Running> consumers) {
        this.title = title;
        this.consumers = consumers;
    }

    String title() {
        return title;
    }

    /** Starts consuming, and returns at once. */
    Running start(Subscription subscription, RecordWork work) {
        return consumers.apply(subscription, work);
    }
}
