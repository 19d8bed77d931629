package dev.rota.bench.keyed;

/** The compared systems. */
public enum KeyedSystem {
    ROTA("Rota"),
    PARALLEL("parallel-consumer"),
    SHARE("share group"),
    /** It has one handler for each partition, whatever the number of handlers. */
    GROUP("plain group");

    /** A running consumer. */
    interface Running extends AutoCloseable {
        @Override
        void close();
    }

    private final String title;

    KeyedSystem(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Starts consuming, and returns at once. */
    Running start(Subscription subscription, RecordWork work) {
        return switch (this) {
            case ROTA -> new AdoptedConsumer(subscription, work);
            case PARALLEL -> new ParallelConsumers(subscription, work);
            case SHARE -> new ShareConsumers(subscription, work);
            case GROUP -> new GroupConsumers(subscription, work);
        };
    }
}
