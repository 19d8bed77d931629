package dev.rota.cli.whatif.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.workload.history.Work;
import dev.rota.workload.whatif.Past;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The records of a queue whose records are handled in order of each key: an object of JSON a line, or a table with a
 * header.
 */
final class QueueFormat implements HistoryFormat {

    static final Map<String, String> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("key", "key");
        COLUMNS.put("offered", "offered");
        COLUMNS.put("handled", "handled");
        COLUMNS.put("duration", "duration");
        COLUMNS.put("id", "id");
    }

    private final Rows rows;
    private final Map<String, List<String>> names;
    private final TimeReader times;

    QueueFormat(char delimiter, Map<String, String> columns, TimeReader times) {
        this.names = Rows.named(COLUMNS, columns);
        this.rows = new Rows(delimiter, true, names, List.of("key", "offered", "handled", "duration"));
        this.times = times;
    }

    @Override
    public boolean isOpen(String row) {
        return !row.startsWith("{") && rows.isOpen(row);
    }

    @Override
    public void take(String row, Consumer<Work> works) throws Malformed {
        if (row.startsWith("{")) {
            JsonNode node = json(row);
            work(
                    role -> node.path(names.getOrDefault(role, List.of(role)).get(0))
                            .asText(""),
                    works);
        } else if (rows.take(row)) {
            work(rows::get, works);
        }
    }

    private static JsonNode json(String row) throws Malformed {
        try {
            return PlainJson.parse(row);
        } catch (NotPlainJson e) {
            throw new Malformed(e.sentence());
        }
    }

    private interface Fields {
        String get(String role);
    }

    private void work(Fields fields, Consumer<Work> works) throws Malformed {
        long offered = times.read(fields.get("offered"), "offered");
        long handled = times.read(fields.get("handled"), "handled");
        long duration = times.duration(fields.get("duration"), "duration");
        if (offered == Past.NONE || fields.get("key").isEmpty()) {
            throw new Malformed("expected a key and when the record was offered, but they are '"
                    + Rows.shown(fields.get("key")) + "' and '" + Rows.shown(fields.get("offered")) + "'");
        }
        Past past = new Past(Past.OPEN, Past.OPEN, false);
        if (handled != Past.NONE) {
            long ran = Math.max(0, duration);
            if (handled - ran < offered) {
                throw new Malformed("expected handled, the end of handling, to be at least offered + duration, but "
                        + handled + " is less than " + offered + " + " + ran + " ms");
            }
            past = new Past(handled - ran - offered, ran, false);
        }
        works.accept(new Work(fields.get("id"), offered, past, fields.get("key"), "", 0, 1, ""));
    }

    @Override
    public List<String> remarks() {
        return List.of();
    }
}
