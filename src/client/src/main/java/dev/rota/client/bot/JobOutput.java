package dev.rota.client.bot;

import dev.rota.jobs.LeaseEvent;
import java.io.InputStream;

/** A destination of the output of commands. */
interface JobOutput {

    /** Reads the output of a command to its end, on a thread of its own. */
    void take(LeaseEvent lease, InputStream printed);
}
