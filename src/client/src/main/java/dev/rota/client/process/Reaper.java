package dev.rota.client.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Ends process groups. It is a shell that is started before any command, so it needs no new process to kill a fork
 * bomb. When this process is killed, the shell's input ends, and it kills the commands that are still running. A
 * process that has just been started leads no group yet: the signal then reaches it alone, and it has started no other.
 */
public final class Reaper implements AutoCloseable {

    private static final String SCRIPT = """
            trap '' INT TERM HUP
            groups=
            while read -r verb group; do
              case $verb in
                started) groups="$groups $group" ;;
                ended)
                  kill -s KILL -- "-$group" 2>/dev/null
                  rest=
                  for one in $groups; do
                    [ "$one" = "$group" ] || rest="$rest $one"
                  done
                  groups=$rest ;;
                *) kill -s "$verb" -- "-$group" 2>/dev/null || kill -s "$verb" "$group" 2>/dev/null ;;
              esac
            done
            for one in $groups; do
              kill -s KILL -- "-$one" 2>/dev/null || kill -s KILL "$one" 2>/dev/null
            done
            """;

    private static final long ENDS_MS_MAX = 5_000;

    private final Process shell;
    private final OutputStream orders;

    private Reaper(Process shell) {
        this.shell = shell;
        this.orders = shell.getOutputStream();
    }

    /** Starts the reaper; throws {@link CommandsFailed} if this machine has no {@code setsid} or no {@code sh}. */
    public static Reaper start() {
        ProcessBuilder builder = new ProcessBuilder(inGroupOfItsOwn(List.of("sh", "-c", SCRIPT)));
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            return new Reaper(builder.start());
        } catch (IOException e) {
            throw new CommandsFailed(
                    "expected the programs setsid and sh, which start and end commands, but " + e.getMessage());
        }
    }

    /** Returns a command line that runs a command as the leader of a new session, so that Ctrl-C does not reach it. */
    static List<String> inGroupOfItsOwn(List<String> command) {
        return Stream.concat(Stream.of("setsid"), command.stream()).toList();
    }

    void started(long group) {
        order("started", group);
    }

    /** Kills the background processes of a command that has ended. */
    void ended(long group) {
        order("ended", group);
    }

    void term(long group) {
        order("TERM", group);
    }

    void kill(long group) {
        order("KILL", group);
    }

    private synchronized void order(String verb, long group) {
        try {
            orders.write((verb + " " + group + "\n").getBytes(UTF_8));
            orders.flush();
        } catch (IOException e) {
            throw new CommandsFailed("the shell that ends commands is gone: " + e.getMessage());
        }
    }

    /** Kills all groups that have not ended. */
    @Override
    public void close() {
        try {
            orders.close();
            shell.waitFor(ENDS_MS_MAX, TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // it has ended before
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
