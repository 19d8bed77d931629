package dev.rota.sim;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a client has sent and not heard of: requests that are still to arrive, in order, and answers on their way back.
 * A request that arrives twice is dropped by the broker, so a lost answer is a late one.
 */
final class SimConnection {

    /** A request. */
    interface Request {

        /** It arrives; the result brings the answer to the client. */
        Runnable arrive();
    }

    private final String name;
    private final Deque<Request> requests = new ArrayDeque<>();
    private final Deque<Runnable> answers = new ArrayDeque<>();
    private boolean orphaned;

    /** A request was refused, and the client has not heard of it: those behind it are out of sequence. */
    private boolean outOfSequence;

    /** Until then nothing gets through: a packet was lost, and is sent again later. */
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

    /** From now on nothing gets through for so long. */
    void stall(long until) {
        stalledUntil = until;
    }

    /** A request is refused. What was sent after it waits until the client has heard of that. */
    void refused() {
        outOfSequence = true;
    }

    /** The client has heard of it, and goes on if it wants to. */
    void refusalHeard() {
        outOfSequence = false;
    }

    /** The client is gone: of what it sent, so much still arrives, and nobody hears of it. */
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

    /** Brings a request to the cluster, or an answer back; says which. */
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
