package dev.rota.pages;

import dev.rota.audit.Replay;
import dev.rota.engine.Domain;
import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.engine.Tables;
import dev.rota.pages.view.TaskView;
import dev.rota.serde.PlainJson;
import dev.rota.settings.Settings;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Tasks that answer questions about the past by a replay of the log. */
final class ReplayTasks {

    /** The number of rows of each table that a page shows. */
    private static final int ROWS_MAX = 200;

    /** The rows of a unit before a log record. */
    record StateBefore(List<TaskView.Section> tables, long now) {}

    private ReplayTasks() {}

    static Tasks.Work<StateBefore> stateBefore(Domain domain, String unit, long offset, Settings settings) {
        return progress -> {
            try (Replay replay = Replay.ofCluster(domain, settings)) {
                Replay.Replayed replayed = replay.unit(unit, offset, watch(progress));
                return replayed == null
                        ? new StateBefore(List.of(), 0)
                        : new StateBefore(tables(domain, replayed.tables()), replayed.now());
            }
        };
    }

    static Replay.Watch watch(Tasks.Progress progress) {
        return new Replay.Watch() {
            @Override
            public void progress(long done, long all) {
                progress.report(done, all);
            }
        };
    }

    private static List<TaskView.Section> tables(Domain domain, Tables tables) {
        List<TaskView.Section> sections = new ArrayList<>();
        for (TableType<?> type : domain.tables()) {
            sections.add(rows(type, tables));
        }
        return sections;
    }

    private static <R extends SpecificRecord> TaskView.Section rows(TableType<R> type, Tables tables) {
        List<List<String>> rows = new ArrayList<>();
        boolean more = false;
        try (Table.Cursor<R> cursor = tables.table(type).scan(Key.of().end())) {
            for (Table.Entry<R> entry = cursor.next(); entry != null && !more; entry = cursor.next()) {
                more = rows.size() == ROWS_MAX;
                if (!more) {
                    rows.add(List.of(
                            Show.ascii(HexFormat.of().parseHex(entry.key().toString())),
                            Show.text(PlainJson.write(entry.row()))));
                }
            }
        }
        String count = more ? "the first " + ROWS_MAX + " rows" : rows.size() == 1 ? "1 row" : rows.size() + " rows";
        return new TaskView.Section(type.name() + ", " + count, List.of("Key", "Row"), rows);
    }
}
