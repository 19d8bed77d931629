package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Controls time, the network and the order of turns. Actors run on threads, but one at a time: at each call that leaves
 * an actor, the world chooses which one continues. All choices follow from the seed, so the same seed gives the same
 * run.
 */
final class World {

    /** The duration of a call. */
    private static final long CALL_NS = 20_000;

    private static final int LAST_CALLS = Integer.getInteger("sim.calls", 50);

    final SimCluster cluster = new SimCluster();

    private final long seed;
    private final List<SimActor> actors = new ArrayList<>();
    private final List<SimConnection> connections = new ArrayList<>();
    private final Map<String, Fault> faults = new HashMap<>();
    private final Map<String, Integer> draws = new HashMap<>();
    private final MessageDigest trace;
    private final Deque<String> last = new ArrayDeque<>();
    private long nanos = 1_000_000_000L;
    private long clockOffsetMs = 1_700_000_000_000L;
    private long latestOffsetMs = Long.MIN_VALUE;
    private long awayUntil;
    private boolean calm;

    @SuppressWarnings("NullAway.Init") // set when the first actor enters
    private SimActor running;

    /** Applies the faults that depend on the actor's process. */
    BiConsumer<SimActor, Fault> onFault = (actor, fault) -> {};

    World(long seed, List<Fault> faults) {
        this.seed = seed;
        faults.forEach(fault -> this.faults.put(fault.actor() + "/" + fault.call(), fault));
        try {
            this.trace = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new LinkageError("SHA-256", e);
        }
        tellTime();
    }

    // ---- Time -----------------------------------------------------------------------------------------------------

    long nanos() {
        return nanos;
    }

    /** Sets the brokers' clock forward or back. */
    void jump(long ms) {
        latestOffsetMs = Math.max(latestOffsetMs, clockOffsetMs);
        clockOffsetMs += ms;
        tellTime();
    }

    /** Sets the brokers' clock right, without going back before a time that it has shown. */
    void mendClock() {
        clockOffsetMs = Math.max(clockOffsetMs, latestOffsetMs);
        tellTime();
    }

    private void tellTime() {
        cluster.elapsed(nanos / 1_000_000);
        cluster.clock(clockOffsetMs + nanos / 1_000_000);
    }

    /** Ends all faults. */
    void calm() {
        calm = true;
        awayUntil = 0;
    }

    /** Returns whether the cluster is away and sends no responses. */
    boolean isAway() {
        return nanos < awayUntil;
    }

    void away(long ms) {
        awayUntil = Math.max(awayUntil, nanos + ms * 1_000_000);
    }

    // ---- Chance ---------------------------------------------------------------------------------------------------

    /**
     * Returns a number from 0 to {@code bound - 1}. Each name has its own sequence, so one event less under a name does
     * not change the others.
     */
    int draw(String name, int bound) {
        return (int) Math.floorMod(hash(name, draws.merge(name, 1, Integer::sum)), (long) bound);
    }

    private long hash(String name, int count) {
        long z = seed * 0x9E3779B97F4A7C15L + name.hashCode() * 0xBF58476D1CE4E5B9L + count * 0x94D049BB133111EBL;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    // ---- Turns ----------------------------------------------------------------------------------------------------

    /** Returns the actor that has the baton. */
    SimActor running() {
        return running;
    }

    /** Makes the calling thread an actor that has the baton. */
    SimActor enter(String name) {
        SimActor actor = new SimActor(name, null);
        actors.add(actor);
        running = actor;
        return actor;
    }

    /** Starts an actor's thread, which waits for its turn. */
    SimActor start(String name, Runnable body) {
        return start(new SimActor(name, null), body);
    }

    /** Starts another thread in an actor's process. */
    SimActor start(String name, SimActor host, Runnable body) {
        return start(new SimActor(name, host), body);
    }

    private SimActor start(SimActor actor, Runnable body) {
        actor.until = nanos;
        actors.add(actor);
        Thread thread = new Thread(
                () -> {
                    actor.baton.acquireUninterruptibly();
                    try {
                        body.run();
                    } catch (Killed e) {
                        actor.killed = true;
                    } catch (RuntimeException | Error e) {
                        actor.failure = e;
                    } finally {
                        actor.ended = true;
                        pass(actor);
                    }
                },
                "sim-" + actor.name);
        thread.setDaemon(true);
        thread.start();
        return actor;
    }

    /** Restarts an actor's process after its death. */
    void revive(SimActor actor) {
        actor.killed = false;
        actor.frozen = false;
    }

    /** Must be called before each call that leaves an actor. Others may take turns, and a fault may happen. */
    void call(SimActor actor, String what) {
        if (actor.killed) {
            throw new Killed(actor.name);
        }
        actor.calls++;
        nanos += CALL_NS;
        tellTime();
        note(actor.name + " " + what);
        Fault fault = calm ? null : faults.get(actor.name + "/" + actor.calls);
        if (fault != null) {
            note(fault.toString());
            happen(actor, fault);
        }
        if (draw(actor.name + " yields", 3) == 0) {
            pause(actor, 0);
        }
        if (actor.killed) {
            throw new Killed(actor.name);
        }
    }

    private void happen(SimActor actor, Fault fault) {
        switch (fault.kind()) {
            case KILL -> actor.killed = true;
            case FREEZE -> {
                actor.frozen = true;
                pause(actor, fault.ms() * 1_000_000);
                actor.frozen = false;
            }
            case AWAY -> away(fault.ms());
            case REFUSE, STOP, COMMIT_UNANSWERED, KILL_COMMITTING, LOSE_COMMITTING, FENCE_LATE ->
                onFault.accept(actor, fault);
        }
    }

    /** Lets an amount of simulated time pass for an actor. */
    void pause(SimActor actor, long forNanos) {
        await(actor, SimActor.NEVER, forNanos);
    }

    /** Lets others take turns until a condition holds or the time has passed. Returns whether the condition holds. */
    boolean await(SimActor actor, BooleanSupplier condition, long forNanos) {
        actor.until = nanos + forNanos;
        actor.condition = condition;
        SimActor next = next();
        if (next != actor) {
            next.baton.release();
            actor.baton.acquireUninterruptibly();
        }
        actor.condition = SimActor.NEVER;
        if (actor.killed) {
            throw new Killed(actor.name);
        }
        return condition.getAsBoolean();
    }

    /** Removes an actor that has ended, and passes its turn on. */
    private void pass(SimActor actor) {
        actors.remove(actor);
        next().baton.release();
    }

    /** Delivers what the network holds, until it is an actor's turn. */
    private SimActor next() {
        while (true) {
            String chosen = null;
            long least = Long.MAX_VALUE;
            @Nullable SimActor actor = null;
            @Nullable SimConnection connection = null;
            for (SimActor each : actors) {
                if (each.mayRun(nanos)) {
                    long rank = hash(each.name, draws.getOrDefault(each.name, 0));
                    if (chosen == null || rank < least) {
                        chosen = each.name;
                        least = rank;
                        actor = each;
                    }
                }
            }
            for (SimConnection each : connections) {
                if (each.hasWork(nanos) && !isAway()) {
                    long rank = hash(each.name(), draws.getOrDefault(each.name(), 0));
                    if (chosen == null || rank < least) {
                        chosen = each.name();
                        least = rank;
                        connection = each;
                        actor = null;
                    }
                }
            }
            if (chosen == null) {
                long until = Math.min(
                        actors.stream().mapToLong(SimActor::wakesAt).min().orElseThrow(),
                        connections.stream()
                                .mapToLong(SimConnection::stalledUntil)
                                .filter(end -> end > nanos)
                                .min()
                                .orElse(Long.MAX_VALUE));
                nanos = Math.max(nanos, isAway() ? Math.min(until, awayUntil) : until);
                tellTime();
                continue;
            }
            draws.merge(chosen, 1, Integer::sum);
            if (actor != null) {
                running = actor;
                return actor;
            }
            if (connection == null) {
                throw new IllegalStateException(chosen);
            }
            nanos += CALL_NS;
            tellTime();
            note(connection.name() + " " + connection.work(this));
            connections.removeIf(SimConnection::isOver);
        }
    }

    SimConnection connect(String name) {
        SimConnection connection = new SimConnection(name + "/" + connections.size());
        connections.add(connection);
        return connection;
    }

    // ---- Trace ----------------------------------------------------------------------------------------------------

    void note(String event) {
        trace.update((nanos + " " + event + "\n").getBytes(StandardCharsets.UTF_8));
        last.add(nanos / 1_000 + " us: " + event);
        if (last.size() > LAST_CALLS) {
            last.remove();
        }
    }

    /** Returns a hash that identifies the run: equal runs have equal hashes. */
    String traceHash() {
        return HexFormat.of().formatHex(trace.digest());
    }

    /** Returns the last calls, for a report of a failure. */
    List<String> lastCalls() {
        return List.copyOf(last);
    }
}
