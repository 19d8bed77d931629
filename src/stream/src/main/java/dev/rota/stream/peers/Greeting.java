package dev.rota.stream.peers;

import dev.rota.stream.common.GroupMember;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * What an instance tells others about its process.
 *
 * @param incarnation a name of the process that no other process has
 * @param client the address of the other end of the connection, as this instance sees it
 * @param server the address of this end
 * @param members the members of this process in all groups
 */
record Greeting(String incarnation, String client, String server, List<GroupMember> members) {

    /** The line with which an instance announces that its process ends as planned. */
    static final String FAREWELL = "farewell";

    private static final String FIRST = "rota";

    /** Returns an address as both ends write it: an IPv4 address may be mapped to IPv6 at one of them. */
    static String text(InetSocketAddress address) {
        return text(address.getAddress(), address.getPort());
    }

    static String text(InetAddress address, int port) {
        return address.getHostAddress().replaceFirst("%.*", "") + ":" + port;
    }

    /** Returns the greeting as one line. No part of it contains a space: Kafka's names and ours have none. */
    String line() {
        List<String> words = new ArrayList<>(List.of(FIRST, incarnation, client, server));
        for (GroupMember member : members) {
            words.addAll(List.of(member.group(), member.instance(), member.id()));
        }
        return String.join(" ", words);
    }

    /**
     * Parses a line.
     *
     * @throws IllegalArgumentException if it is not a greeting
     */
    static Greeting of(String line) {
        String[] words = line.split(" ", -1);
        if (words.length < 4 || words.length % 3 != 1 || !words[0].equals(FIRST)) {
            throw new IllegalArgumentException("expected a greeting of an instance");
        }
        List<GroupMember> members = new ArrayList<>();
        for (int i = 4; i < words.length; i += 3) {
            members.add(new GroupMember(words[i], words[i + 1], words[i + 2]));
        }
        return new Greeting(words[1], words[2], words[3], members);
    }
}
