package dev.rota.audit;

import dev.rota.audit.Evidence.Stretch;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputFormat;
import java.util.SortedMap;
import java.util.function.Consumer;

/** Records in an output topic that no log record can have caused. The partition audits pass them by. */
final class Strangers {

    private Strangers() {}

    static void among(
            Evidence.Records records,
            String log,
            SortedMap<Integer, Stretch> logPartitions,
            Consumer<Divergence> found) {
        while (true) {
            try {
                StoredRecord record = records.next();
                if (record == null) {
                    return;
                }
                String why = objection(record.headerText(OutputFormat.CAUSE), log, logPartitions);
                if (why != null) {
                    found.accept(Divergence.of(record.at(), "no scheduler wrote this: " + why));
                }
            } catch (Evidence.Unreadable e) {
                found.accept(Divergence.unreadable(e));
                if (!e.goesOn()) {
                    return;
                }
            }
        }
    }

    private static @Nullable String objection(String cause, String log, SortedMap<Integer, Stretch> logPartitions) {
        if (cause.isEmpty()) {
            return "it has no " + OutputFormat.CAUSE;
        }
        String rest = cause.startsWith(log + "/") ? cause.substring(log.length() + 1) : "";
        int slash = rest.indexOf('/');
        try {
            int partition = Integer.parseInt(rest.substring(0, Math.max(0, slash)));
            long offset = Long.parseLong(rest.substring(slash + 1));
            // Numbers can be written in ways that no partition's audit would take for its own.
            if (!cause.equals(log + "/" + partition + "/" + offset)) {
                return "its cause '" + cause + "' is no log record";
            }
            Stretch held = logPartitions.get(partition);
            return held != null && offset >= 0 && offset < held.end()
                    ? null
                    : "its cause " + cause + " is not in the log";
        } catch (NumberFormatException e) {
            return "its cause '" + cause + "' is no log record";
        }
    }
}
