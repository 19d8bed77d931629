package dev.rota.local;

import java.nio.file.Path;

/** A broker that a test can stop and start again on the same port and folder, and whose clock it can set. */
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

    /** Starts it again after {@link #stop()}. */
    public void start() {
        broker = started(broker.port());
    }

    /** Sets its clock ahead of this machine's, as after a change to a leader with such a clock. */
    public void clockAhead(long ms) {
        clock.ahead(ms);
    }

    @Override
    public void close() {
        broker.close();
    }
}
