package dev.rota.cli.whatif.history;

import dev.rota.workload.history.Work;
import dev.rota.workload.whatif.Past;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A table with a header, whose fields may be quoted. */
final class CsvFormat implements HistoryFormat {

    static final Map<String, String> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("id", "id");
        COLUMNS.put("submitted", "submitted");
        COLUMNS.put("started", "started");
        COLUMNS.put("ended", "ended");
        COLUMNS.put("owner", "owner");
        COLUMNS.put("group", "group");
        COLUMNS.put("priority", "priority");
        COLUMNS.put("slots", "slots");
        COLUMNS.put("requirements", "requirements");
    }

    private final Rows rows;
    private final TimeReader times;
    private final boolean higherFirst;

    /** @param higherFirst whether higher priorities go first */
    CsvFormat(char delimiter, Map<String, String> columns, TimeReader times, boolean higherFirst) {
        this.rows = new Rows(delimiter, true, Rows.named(COLUMNS, columns), List.of("submitted", "started", "ended"));
        this.times = times;
        this.higherFirst = higherFirst;
    }

    @Override
    public boolean isOpen(String row) {
        return rows.isOpen(row);
    }

    @Override
    public void take(String row, Consumer<Work> works) throws Malformed {
        if (!rows.take(row)) {
            return;
        }
        long submitted = times.read(rows.get("submitted"), "submitted");
        if (submitted == Past.NONE) {
            throw new Malformed("expected submitted to be known, but it is '" + rows.get("submitted") + "'");
        }
        String owner = rows.get("owner");
        String group = rows.get("group");
        long priority = rows.number("priority", 0);
        works.accept(new Work(
                rows.get("id"),
                submitted,
                past(submitted),
                group.isEmpty() ? owner.isEmpty() ? "?" : owner : group,
                owner,
                (int) (higherFirst ? -priority : priority),
                Math.max(1, rows.number("slots", 1)),
                pool(rows.get("requirements"))));
    }

    private Past past(long submitted) throws Malformed {
        long started = times.read(rows.get("started"), "started");
        long ended = times.read(rows.get("ended"), "ended");
        long served = started == Past.NONE ? ended : started;
        if (served == Past.NONE) {
            return new Past(Past.OPEN, Past.OPEN, false);
        } else if (served < submitted || (ended != Past.NONE && ended < served)) {
            throw new Malformed("expected submitted, started and ended in this order, but they are '"
                    + rows.get("submitted") + "', '" + rows.get("started") + "', '" + rows.get("ended") + "'");
        }
        boolean left = started == Past.NONE;
        return new Past(served - submitted, left || ended == Past.NONE ? Past.OPEN : ended - served, left);
    }

    /** Returns {@code name=value;name=value} in the order of the names. */
    static String pool(String requirements) throws Malformed {
        if (requirements.isEmpty()) {
            return "";
        }
        List<String> each = Arrays.stream(requirements.split("[;,]"))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .sorted()
                .toList();
        for (String part : each) {
            if (part.indexOf('=') < 1) {
                throw new Malformed("expected requirements such as os=linux;gpu=a100, but they are '"
                        + Rows.shown(requirements) + "'");
            }
        }
        return each.stream().collect(Collectors.joining(";"));
    }

    @Override
    public List<String> remarks() {
        return List.of();
    }
}
