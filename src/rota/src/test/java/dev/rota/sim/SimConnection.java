package dev.rota.sim;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A client's connection: requests that have yet to arrive, in order, and responses on their way back. A broker drops a
 * request that arrives twice, so a lost response is equivalent to a late one.
 */
final class SimConnection {

    interface Request {

        /** Arrives at the broker. Running the result delivers the response to the client. */
        Runnable arrive();
    }

    private final String name;
    private final Deque<Request> requests = new ArrayDeque<>();
    private final Deque<Runnable> answers = new ArrayDeque<>();
    private boolean orphaned;

    /**
     * True from a refused request until the client has the response. Requests behind it are out of sequence meanwhile.
     */
    private boolean outOfSequence;

    /** The connection delivers nothing before this time: a packet was lost and is retransmitted. */
    private long stalledUntil;

    SimConnection(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    void send(Request request) {
        requests.add(request);
    }

    boolean hasWork(long now) {
        return now >= stalledUntil && ((!requests.isEmpty() && !outOfSequence) || !answers.isEmpty());
    }

    /** Holds everything back until a time. */
    void stall(long until) {
        stalledUntil = until;
    }

    /** Marks a request as refused. Requests behind it wait until the client has the response. */
    void refused() {
        outOfSequence = true;
    }

    /** Marks the refusal as received by the client, which may continue. */
    void refusalHeard() {
        outOfSequence = false;
    }

    /**
     * Abandons the connection, since the client is gone. The first {@code arriving} of its requests still arrive, and
     * their responses are dropped.
     */
    void orphan(int arriving) {
        orphaned = true;
        answers.clear();
        if (outOfSequence) {
            requests.clear();
        }
        while (requests.size() > arriving) {
            requests.removeLast();
        }
    }

    boolean isOver() {
        return orphaned && requests.isEmpty();
    }

    long stalledUntil() {
        return stalledUntil;
    }

    int underWay() {
        return requests.size();
    }

    /** Delivers a request to the cluster or a response to the client. Returns what was done, for the trace. */
    String work(World world) {
        if (world.draw(name + " stalls", 40) == 0) {
            stalledUntil = world.nanos() + (1 + world.draw(name + " for", 600)) * 1_000_000L;
            return "stalls";
        }
        boolean answer =
                requests.isEmpty() || outOfSequence || (!answers.isEmpty() && world.draw(name + " answers", 2) == 0);
        if (answer) {
            answers.remove().run();
            return "answer";
        }
        Runnable back = requests.remove().arrive();
        if (!orphaned) {
            answers.add(back);
        }
        return "request";
    }
}
