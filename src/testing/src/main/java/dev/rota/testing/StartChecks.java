package dev.rota.testing;

import dev.rota.engine.Domain;
import dev.rota.engine.plugin.InstalledDomains;

/** Checks of a scheduler that Rota runs at its start. What concerns the class path and settings is checked there only. */
public final class StartChecks {

    private StartChecks() {}

    /**
     * Checks names, topics, tables, schemas, reasons, handlers and client roles, beside all schedulers on the class path.
     *
     * @throws dev.rota.engine.plugin.InvalidDomain with the sentence that Rota would print
     */
    public static void pass(Domain domain) {
        InstalledDomains.checkBesideOthers(domain);
    }
}
