package dev.rota.cli.whatif.history;

import dev.rota.workload.history.Work;
import dev.rota.workload.whatif.Past;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code sacct --parsable2} prints, with its header. */
final class SacctFormat implements HistoryFormat {

    /** The number of tasks of an array. */
    private static final int ARRAY_TASKS_MAX = 100_000;

    private static final Pattern ARRAY = Pattern.compile("(.*_)\\[([^%\\]]*)(%\\d+)?\\]");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9})(?::(\\d{1,9}))?)?");

    static final Map<String, String> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("id", "JobID JobIDRaw");
        COLUMNS.put("submitted", "Submit");
        COLUMNS.put("eligible", "Eligible");
        COLUMNS.put("started", "Start");
        COLUMNS.put("ended", "End");
        COLUMNS.put("state", "State");
        COLUMNS.put("owner", "User");
        COLUMNS.put("group", "Account Group");
        COLUMNS.put("partition", "Partition");
        COLUMNS.put("priority", "Priority");
        COLUMNS.put("slots", "AllocCPUS NCPUS ReqCPUS");
    }

    private final Rows rows;
    private final TimeReader times;
    private final LeftOut leftOut = new LeftOut();
    private long requeues;
    private long eligible;

    SacctFormat(char delimiter, Map<String, String> columns, TimeReader times) {
        this.rows = new Rows(
                delimiter,
                false,
                Rows.named(COLUMNS, columns),
                List.of("id", "submitted", "started", "ended", "state"));
        this.times = times;
    }

    @Override
    public void take(String row, Consumer<Work> works) throws Malformed {
        if (!rows.take(row)) {
            return;
        }
        String id = rows.get("id");
        if (id.indexOf('.') >= 0) {
            leftOut.add("steps of jobs");
            return;
        } else if (id.isEmpty()) {
            throw new Malformed("expected a JobID, but there is none");
        }
        long submitted = times.read(rows.get("submitted"), "Submit");
        if (submitted == Past.NONE) {
            throw new Malformed("expected Submit to be known, but it is '" + rows.get("submitted") + "'");
        }
        long since = Math.max(submitted, times.read(rows.get("eligible"), "Eligible"));
        eligible += since > submitted ? 1 : 0;
        Past past = past(rows.get("state").toUpperCase(Locale.ROOT), since);
        String partition = rows.get("partition").split(",", 2)[0];
        long priority = rows.number("priority", 0);
        String owner = rows.get("owner");
        String group = rows.get("group");
        for (String each : tasks(id)) {
            works.accept(new Work(
                    each,
                    since,
                    past,
                    group.isEmpty() ? owner.isEmpty() ? "?" : owner : group,
                    owner,
                    (int) -priority,
                    Math.max(1, rows.number("slots", 1)),
                    partition.isEmpty() ? "" : "partition=" + partition.replace(';', ',')));
        }
    }

    private Past past(String state, long since) throws Malformed {
        long started = times.read(rows.get("started"), "Start");
        long ended = times.read(rows.get("ended"), "End");
        requeues +=
                state.startsWith("REQUEUED") || state.startsWith("PREEMPTED") || state.startsWith("NODE_FAIL") ? 1 : 0;
        if (state.startsWith("PENDING") || (started == Past.NONE && ended == Past.NONE)) {
            return new Past(Past.OPEN, Past.OPEN, false);
        }
        boolean never =
                started == Past.NONE || (state.startsWith("CANCELLED") && ended != Past.NONE && started >= ended);
        long served = never ? Math.max(since, ended) : started;
        if (served < since) {
            throw new Malformed("expected Start after Submit and Eligible, but it is " + rows.get("started"));
        } else if (!never && ended != Past.NONE && ended < started) {
            throw new Malformed("expected End after Start, but it is " + rows.get("ended"));
        }
        return new Past(served - since, never || ended == Past.NONE ? Past.OPEN : ended - started, never);
    }

    /** Returns the ids of the tasks of a pending array {@code 123_[1-10%2]}, or the id itself. */
    private static List<String> tasks(String id) throws Malformed {
        Matcher array = ARRAY.matcher(id);
        if (!array.matches()) {
            return List.of(id);
        }
        List<String> tasks = new ArrayList<>();
        for (String part : array.group(2).split(",")) {
            Matcher range = RANGE.matcher(part);
            if (!range.matches()) {
                throw new Malformed("expected an array such as 123_[1-10], but it is '" + Rows.shown(id) + "'");
            }
            long from = Long.parseLong(range.group(1));
            long to = range.group(2) == null ? from : Long.parseLong(range.group(2));
            long step = range.group(3) == null ? 1 : Math.max(1, Long.parseLong(range.group(3)));
            if ((to - from) / step + tasks.size() >= ARRAY_TASKS_MAX) {
                throw new Malformed("expected an array of at most " + ARRAY_TASKS_MAX + " tasks, but it is '"
                        + Rows.shown(id) + "'");
            }
            for (long task = from; task <= to; task += step) {
                tasks.add(array.group(1) + task);
            }
        }
        return tasks;
    }

    @Override
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>(leftOut.remarks());
        if (requeues > 0) {
            remarks.add("runs that ended in a requeue, a preemption or the failure of a node are jobs of their own: "
                    + requeues);
        }
        if (eligible > 0) {
            remarks.add("jobs wait from when they were eligible, if that is later than their submission: " + eligible);
        }
        return remarks;
    }
}
