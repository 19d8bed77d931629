package dev.rota.stream;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Signals to a process, which stands still from STOP to CONT and knows nothing of it. */
enum Signal {
    STOP,
    CONT;

    void send(Process process) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name(), String.valueOf(process.pid()))
                .inheritIO()
                .start();
        if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new IllegalStateException("expected a process to take " + this + ", but it did not");
        }
    }
}
