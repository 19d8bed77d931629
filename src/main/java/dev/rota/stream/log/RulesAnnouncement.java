package dev.rota.stream.log;

import dev.rota.engine.LogFormat;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import org.apache.kafka.clients.admin.Admin;

/** Appends a rules record to every partition of a log. */
public final class RulesAnnouncement {

    private RulesAnnouncement() {}

    public static void append(Names names, Settings settings, Admin admin, int rules) {
        int partitions = Topics.ends(admin, names.log()).size();
        for (int partition = 0; partition < partitions; partition++) {
            LogAppend.append(names, settings, partition, LogFormat.rules(rules, partitions));
        }
    }
}
