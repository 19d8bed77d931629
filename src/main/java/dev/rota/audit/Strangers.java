package dev.rota.audit;

import dev.rota.audit.Evidence.Stretch;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputFormat;
import java.util.List;
import java.util.SortedMap;

/** Records in an output topic that no log record can have caused. The partition audits pass them by. */
final class Strangers {

    private Strangers() {}

    static void among(
            Evidence.Records records, String log, SortedMap<Integer, Stretch> logPartitions, List<Divergence> found) {
        for (StoredRecord record = records.next(); record != null; record = records.next()) {
            String why = objection(record.headerText(OutputFormat.CAUSE), log, logPartitions);
            if (why != null) {
                found.add(Divergence.of(record.at(), "no scheduler wrote this: " + why));
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
            Stretch held = slash < 0 ? null : logPartitions.get(Integer.parseInt(rest.substring(0, slash)));
            long offset = Long.parseLong(rest.substring(slash + 1));
            return held != null && offset < held.end() ? null : "its cause " + cause + " is not in the log";
        } catch (NumberFormatException e) {
            return "its cause '" + cause + "' is no log record";
        }
    }
}
