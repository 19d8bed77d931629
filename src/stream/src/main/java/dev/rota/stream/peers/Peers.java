package dev.rota.stream.peers;

import dev.rota.stream.common.EverySecond;
import dev.rota.stream.common.GroupMember;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The other instances of the schedulers in this process. Each is watched through a {@link PeerConnection}; connections
 * of others to this process are told what it is, and when it ends as planned.
 */
public final class Peers implements AutoCloseable {

    /** The path of the HTTP interface at which an instance answers others. */
    public static final String PATH = "/peer";

    /** The number of instances that are watched, and of connections that are told, at most. */
    private static final int COUNT_MAX = 100;

    /** What this process has and does about its groups. */
    public interface Schedulers {

        /** Returns the addresses that the groups list. */
        Set<String> addresses();

        /** Returns the members of this process in all groups. */
        Collection<GroupMember> members();

        /** Sets what is called, by any thread and without waiting, after the members have changed. */
        void whenMembersChange(Runnable listener);

        /** Takes the partitions of another process that has ended without a farewell. */
        void ended(List<GroupMember> members);
    }

    /** A connection of another instance to this one; called by any thread. */
    public interface Connection {

        /** Sends a line, unless the other end is gone. */
        void send(String line);

        void close();
    }

    /**
     * Another instance that is connected.
     *
     * @param from the address that it advertises; empty if it is not at that address
     */
    private record Listener(String from, String client, String server, Connection connection) {}

    private final String incarnation = UUID.randomUUID().toString();
    private final String own;
    private final Schedulers schedulers;
    private final Map<String, PeerConnection> watched = new ConcurrentHashMap<>();
    private final Set<String> introduced = ConcurrentHashMap.newKeySet();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final EverySecond looks;
    private List<GroupMember> told = List.of();
    private boolean leaving;

    /**
     * @param own the host:port that this instance advertises
     * @param failed receives a sentence if the thread ends by an error
     */
    public Peers(String own, Schedulers schedulers, Consumer<String> failed) {
        this.own = own;
        this.schedulers = schedulers;
        this.looks = new EverySecond("rota-peers", this::look, failed);
    }

    public void start() {
        schedulers.whenMembersChange(looks::soon);
        looks.start();
    }

    /** Watches instances that were not known before, and tells others of members that have joined. */
    synchronized void look() {
        if (leaving) {
            return;
        }
        Set<String> addresses = schedulers.addresses();
        addresses.forEach(this::watch);
        introduced.forEach(this::watch);
        watched.forEach((address, connection) -> {
            if (connection.isLost() && !addresses.contains(address)) {
                connection.close();
                watched.remove(address);
                introduced.remove(address);
            }
        });
        List<GroupMember> members = List.copyOf(schedulers.members());
        if (!members.equals(told)) {
            told = members;
            listeners.forEach(listener -> greet(listener, members));
        }
    }

    private void watch(String address) {
        if (!address.equals(own) && !watched.containsKey(address) && watched.size() < COUNT_MAX) {
            PeerConnection connection = new PeerConnection(address, own, schedulers::ended);
            watched.put(address, connection);
            connection.start();
        }
    }

    /**
     * Takes a connection of another instance. Returns whether there is room for it.
     *
     * @param from the host:port that the other instance advertises. It is watched, too, if the connection comes from
     *     that host: a group does not list instances that decide no partition.
     */
    public boolean take(String from, InetSocketAddress client, InetSocketAddress server, Connection connection) {
        String there = isAt(from, client.getAddress()) ? from : "";
        synchronized (this) {
            if (!there.isEmpty()) {
                // Nothing is read from a connection, so that of a former process is not known to have ended.
                listeners.stream()
                        .filter(each -> each.from().equals(there))
                        .forEach(each -> each.connection().close());
                listeners.removeIf(each -> each.from().equals(there));
            }
            if (leaving || listeners.size() >= COUNT_MAX) {
                return false;
            }
            Listener listener = new Listener(there, Greeting.text(client), Greeting.text(server), connection);
            greet(listener, schedulers.members());
            listeners.add(listener);
            if (!there.isEmpty() && introduced.size() < COUNT_MAX) {
                introduced.add(there);
            }
            return true;
        }
    }

    private void greet(Listener listener, Collection<GroupMember> members) {
        Greeting greeting = new Greeting(incarnation, listener.client(), listener.server(), List.copyOf(members));
        listener.connection().send(greeting.line());
    }

    private static boolean isAt(String hostPort, InetAddress client) {
        int colon = hostPort.lastIndexOf(':');
        try {
            return colon > 0
                    && hostPort.substring(colon + 1).matches("[0-9]{1,5}")
                    && Arrays.asList(InetAddress.getAllByName(hostPort.substring(0, colon)))
                            .contains(client);
        } catch (IOException e) {
            return false;
        }
    }

    /** Drops a connection of another instance that has ended. */
    public void drop(Connection connection) {
        listeners.removeIf(listener -> listener.connection() == connection);
    }

    /** Returns whether each known instance is watched, or why not, by its address. */
    public Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        watched.forEach((address, connection) -> states.put(address, connection.state()));
        return states;
    }

    /** Tells others that this process ends as planned, and watches them no longer. */
    @Override
    public void close() {
        looks.close();
        synchronized (this) {
            leaving = true;
            listeners.forEach(listener -> listener.connection().send(Greeting.FAREWELL));
        }
        new ArrayList<>(watched.values()).forEach(PeerConnection::close);
    }
}
