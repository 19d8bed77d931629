package dev.rota.engine.machine;

import dev.rota.engine.Domain;
import dev.rota.engine.log.LogFormat;

/** Thrown if the log continues with rules or a format that this build does not support. A newer build can continue. */
public final class NewerBuildNeeded extends PartitionMachine.LogBroken {

    private static final long serialVersionUID = 1L;

    private NewerBuildNeeded(String message) {
        super(message);
    }

    static NewerBuildNeeded rules(Domain domain, int rules) {
        return new NewerBuildNeeded(message(domain, rules));
    }

    /** Returns the exception for a log that continues in a format with kinds of record that this build would skip. */
    static NewerBuildNeeded format(int format) {
        return new NewerBuildNeeded("the log continues in format " + format
                + ", but this build supports the formats 1 to " + LogFormat.NEWEST + ". Run a newer build");
    }

    /** Returns the message about a log that is decided by rules that this build of the domain does not support. */
    public static String message(Domain domain, int rules) {
        return "the log continues with rules " + domain.name() + "/" + rules + ", but this build supports "
                + domain.name() + "/1 to " + domain.name() + "/" + domain.rules() + ". Run a newer build";
    }
}
