package dev.rota.stream.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.stream.common.GroupMember;
import dev.rota.trials.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PeersTest {

    private static final GroupMember MEMBER = new GroupMember("rota-jobs", "b-1", "b-1-4711");
    private static final String OWN = "127.0.0.1:1";

    /** What this process has. */
    private static final class OwnSchedulers implements Peers.Schedulers {
        private final Set<String> addresses = new TreeSet<>(Set.of(OWN));
        private final List<GroupMember> members = new CopyOnWriteArrayList<>();
        private Runnable changed = () -> {};
        private volatile boolean fails;
        private final List<GroupMember> ended = new CopyOnWriteArrayList<>();

        @Override
        public Set<String> addresses() {
            return addresses;
        }

        @Override
        public Collection<GroupMember> members() {
            return members;
        }

        @Override
        public void whenMembersChange(Runnable listener) {
            changed = listener;
        }

        @Override
        public void ended(List<GroupMember> gone) {
            ended.addAll(gone);
            if (fails) {
                throw new IllegalStateException("the cluster is away");
            }
        }
    }

    @AutoClose
    private final FakePeer peer = new FakePeer();

    private final OwnSchedulers own = new OwnSchedulers();

    @AutoClose
    private final Peers peers = new Peers(OWN, own, failure -> {});

    PeersTest() throws IOException {
        peer.members = List.of(MEMBER);
    }

    private Socket watched() throws Exception {
        own.addresses.add(peer.address());
        peers.look();
        Socket connection = peer.connection();
        Await.until(
                () -> "watched, but " + peers.states(),
                () -> "watched".equals(peers.states().get(peer.address())));
        return connection;
    }

    private void becomes(String state) throws Exception {
        Await.until(
                () -> state + ", but " + peers.states(),
                () -> String.valueOf(peers.states().get(peer.address())).startsWith(state));
    }

    @Test
    void shouldNoticeAProcessThatEnds() throws Exception {
        peer.end(watched());

        Await.until(() -> "its end, but " + peers.states(), () -> !own.ended.isEmpty());
        assertThat(own.ended).containsExactly(MEMBER);
    }

    @Test
    void shouldWatchTheNextProcessThoughTheTakeoverFailed() throws Exception {
        own.fails = true;
        Socket connection = watched();
        peer.incarnation = "second";
        connection.close();
        Await.until(() -> "its end, but " + peers.states(), () -> !own.ended.isEmpty());

        // the one that asks, and the one that watches
        peer.connection();
        peer.connection();
        becomes("watched");
    }

    @Test
    void shouldKnowMembersThatHaveJoinedLater() throws Exception {
        Socket connection = watched();
        GroupMember later = new GroupMember("rota-jobs-intake", "b", "b-4712");
        peer.tell(connection, new Greeting("first", "", "", List.of(MEMBER, later)).line());

        peer.end(connection);

        Await.until(() -> "its end, but " + peers.states(), () -> !own.ended.isEmpty());
        assertThat(own.ended).containsExactly(MEMBER, later);
    }

    @Test
    void shouldNotSuspectAProcessThatEndsAsPlanned() throws Exception {
        Socket connection = watched();
        peer.tell(connection, Greeting.FAREWELL);

        peer.end(connection);

        becomes("not connected: Connection refused");
        assertThat(own.ended).isEmpty();
    }

    /** Firewalls and proxies reset connections, too. */
    @Test
    void shouldNotSuspectAProcessWhoseConnectionIsReset() throws Exception {
        FakePeer.reset(watched());

        peer.connection();
        becomes("watched");
        assertThat(own.ended).isEmpty();
    }

    @Test
    void shouldFindThatTheProcessLives() throws Exception {
        watched().close();

        // the one that asks, and the one that watches again
        peer.connection().close();
        peer.connection();
        becomes("watched");
        assertThat(own.ended).isEmpty();
    }

    @Test
    void shouldFindThatAnotherProcessHasTakenThePlace() throws Exception {
        Socket connection = watched();
        peer.incarnation = "second";
        connection.close();

        Await.until(() -> "its end, but " + peers.states(), () -> !own.ended.isEmpty());
        assertThat(own.ended).containsExactly(MEMBER);
    }

    /** The kernel accepts connections for a process that is frozen. */
    @Test
    void shouldNotDecideAboutAProcessThatDoesNotAnswer() throws Exception {
        Socket connection = watched();
        peer.silent = true;
        connection.close();

        peer.connection();
        becomes("not connected: Read timed out");
        assertThat(own.ended).isEmpty();
    }

    @Test
    void shouldNotWatchWhatIsBehindAProxy() throws Exception {
        peer.behindProxy = true;
        own.addresses.add(peer.address());
        peers.look();
        Socket connection = peer.connection();

        becomes("not watched, since there is something in between");
        peer.end(connection);
        peers.look();
        assertThat(own.ended).isEmpty();
    }

    @Test
    void shouldWatchWhatIntroducesItself() throws Exception {
        List<String> lines = new ArrayList<>();

        boolean taken = peers.take(peer.address(), loopback(2), loopback(1), told(lines));
        peers.look();

        assertThat(taken).isTrue();
        peer.connection();
        becomes("watched");
    }

    /** Anybody may send a request, and must not make this process connect to anybody else. */
    @Test
    void shouldNotConnectToAnotherHostThanTheOneThatIntroducesItself() throws Exception {
        for (String from : List.of("192.0.2.1:80", "", "127.0.0.1", "127.0.0.1:x", ":80", "[::1]:80")) {
            assertThat(peers.take(from, loopback(2), loopback(1), told(new ArrayList<>())))
                    .isTrue();
        }
        peers.look();

        assertThat(peers.states()).isEmpty();
    }

    @Test
    void shouldTellOthersWhatTheyMustKnow() throws Exception {
        own.members.add(MEMBER);
        List<String> lines = new ArrayList<>();
        peers.take("", loopback(2), loopback(1), told(lines));

        Greeting greeting = Greeting.of(lines.get(0));
        assertThat(greeting.client()).isEqualTo("127.0.0.1:2");
        assertThat(greeting.server()).isEqualTo("127.0.0.1:1");
        assertThat(greeting.members()).containsExactly(MEMBER);

        // a member that has joined later
        GroupMember later = new GroupMember("rota-jobs-intake", "b", "b-4712");
        own.members.add(later);
        peers.look();
        assertThat(Greeting.of(lines.get(lines.size() - 1)).members()).containsExactly(MEMBER, later);

        // and the end
        peers.close();
        assertThat(lines).last().isEqualTo(Greeting.FAREWELL);
        assertThat(peers.take("", loopback(2), loopback(1), told(lines))).isFalse();
    }

    /** What happens right after a join must not wait for the next look. */
    @Test
    void shouldTellAtOnceThatAMemberHasJoined() {
        List<String> lines = new CopyOnWriteArrayList<>();
        peers.start();
        peers.take("", loopback(2), loopback(1), told(lines));
        for (int i = 1; i <= 20; i++) {
            own.members.add(new GroupMember("rota-jobs-intake", "b", "b-" + i));
            own.changed.run();
            int count = i;
            Await.until(
                    "it is told",
                    () -> Greeting.of(lines.get(lines.size() - 1)).members().size() == count);
        }
    }

    @Test
    void shouldCloseTheConnectionOfAFormerProcess() {
        List<String> former = new ArrayList<>();
        List<String> latter = new ArrayList<>();
        peers.take(peer.address(), loopback(2), loopback(1), told(former));
        peers.take(peer.address(), loopback(3), loopback(1), told(latter));

        own.members.add(MEMBER);
        peers.look();

        assertThat(former).hasSize(2).last().isEqualTo("closed");
        assertThat(latter).hasSize(2).last().asString().contains(MEMBER.id());
    }

    private static Peers.Connection told(List<String> lines) {
        return new Peers.Connection() {
            @Override
            public void send(String line) {
                lines.add(line);
            }

            @Override
            public void close() {
                lines.add("closed");
            }
        };
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
