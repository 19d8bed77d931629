package dev.rota.engine.machine;

import dev.rota.engine.Domain;

/** Thrown if the log is decided by rules that this build does not know. Another build can go on. */
public final class RulesUnknown extends PartitionMachine.LogBroken {

    private static final long serialVersionUID = 1L;

    RulesUnknown(Domain domain, int rules) {
        super(message(domain, rules));
    }

    /** The message about a log that is decided by rules which a build of the domain does not know. */
    public static String message(Domain domain, int rules) {
        return "the log continues with rules " + domain.name() + "/" + rules + ", but this build knows " + domain.name()
                + "/1 to " + domain.name() + "/" + domain.rules() + ". Run a newer build";
    }
}
