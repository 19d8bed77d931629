package dev.rota.local;

import java.nio.file.Path;

/** A broker that a test can stop and start again on the same port and folder. Its clock can be set. */
public final class UnreliableBroker implements AutoCloseable {

    private final Path folder;
    private final AdjustableClock clock = new AdjustableClock();
    private LocalBroker broker;

    public UnreliableBroker(Path folder) {
        this.folder = folder;
        this.broker = started(FreePort.next());
    }

    private LocalBroker started(int port) {
        return LocalBroker.start(DataFolder.at(folder), port, clock);
    }

    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    public void stop() {
        broker.close();
    }

    /** Starts the broker again after {@link #stop()}. */
    public void start() {
        broker = started(broker.port());
    }

    /** Sets the broker's clock ahead of the system clock, as after a move to a leader with such a clock. */
    public void clockAhead(long ms) {
        clock.ahead(ms);
    }

    @Override
    public void close() {
        broker.close();
    }
}
