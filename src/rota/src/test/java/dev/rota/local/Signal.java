package dev.rota.local;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Signals to a process. STOP suspends it without its notice, CONT resumes it, and KILL ends it at once. */
public enum Signal {
    STOP,
    CONT,
    KILL;

    private static final long SECONDS_MAX = 10;

    public void send(long pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name(), String.valueOf(pid))
                .inheritIO()
                .start();
        if (!kill.waitFor(SECONDS_MAX, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new IllegalStateException("expected process " + pid + " to take " + this + ", but it did not");
        }
    }
}
