package dev.rota.client.bot;

import dev.rota.jobs.LeaseEvent;
import java.io.InputStream;

/** Where what commands print goes. */
interface JobOutput {

    /** Takes all that a command prints, to its end. Called by a thread of its own. */
    void take(LeaseEvent lease, InputStream printed);
}
