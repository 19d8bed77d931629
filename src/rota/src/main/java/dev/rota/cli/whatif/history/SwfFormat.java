package dev.rota.cli.whatif.history;

import dev.rota.cli.options.Unusable;
import dev.rota.workload.history.Work;
import dev.rota.workload.whatif.Past;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Standard Workload Format of the Parallel Workloads Archive: 18 numbers a line, -1 for what is not known. */
final class SwfFormat implements HistoryFormat {

    private static final int FIELDS = 18;
    private static final long SECOND_MS = 1_000;
    private static final double UNKNOWN = -1;

    private static final int SUBMITTED = 1;
    private static final int WAIT = 2;
    private static final int RUN = 3;
    private static final int ALLOCATED = 4;
    private static final int REQUESTED = 7;
    private static final int STATUS = 10;

    private static final int CANCELLED = 5;

    /** The fields that may be the group or the owner of a job, in their order from {@link #NAMED_FROM} on. */
    private static final List<String> NAMED = List.of("user", "group", "executable", "queue", "partition");

    private static final int NAMED_FROM = 11;

    /** The directives that a report repeats. */
    private static final List<String> DECLARED = List.of("Computer", "MaxNodes", "MaxProcs");

    private static final int DECLARED_MAX = 10;

    private static final Pattern DIRECTIVE = Pattern.compile(";\\s*(\\w+)\\s*:\\s*(\\S.*?)\\s*");
    private static final Pattern BLANK = Pattern.compile("\\s+");

    private final LeftOut leftOut = new LeftOut();
    private final List<String> declared = new ArrayList<>();
    private final String group;
    private final String owner;
    private long beginMs;

    /** @param columns the fields that are the group and the owner of a job, by role */
    SwfFormat(Map<String, String> columns) {
        group = field(columns, "group");
        owner = field(columns, "owner");
        columns.keySet().forEach(role -> {
            if (!role.equals("group") && !role.equals("owner")) {
                throw new Unusable("expected --column group=... or owner=... of swf, but it is of '" + role + "'");
            }
        });
    }

    private static String field(Map<String, String> columns, String role) {
        String name = columns.getOrDefault(role, role.equals("owner") ? "user" : role);
        if (!NAMED.contains(name)) {
            throw new Unusable("expected --column " + role + "= one of user, group, executable, queue and partition,"
                    + " but it is '" + name + "'");
        }
        return name;
    }

    @Override
    public void take(String row, Consumer<Work> works) throws Malformed {
        if (row.startsWith(";")) {
            declare(row);
        } else if (!row.isBlank()) {
            work(BLANK.split(row.strip()), works);
        }
    }

    private void declare(String row) throws Malformed {
        Matcher directive = DIRECTIVE.matcher(row);
        if (!directive.matches()) {
            return;
        }
        String name = directive.group(1);
        String value = directive.group(2);
        if (name.equals("UnixStartTime")) {
            // UNKNOWN in some traces, and a date after the number in others
            String number = BLANK.split(value, 2)[0];
            beginMs = number.matches("\\d+") ? ms(number, name) : 0;
        } else if (DECLARED.contains(name) && declared.size() < DECLARED_MAX) {
            declared.add("the file declares " + name + ": " + Rows.shown(value));
        }
    }

    private void work(String[] fields, Consumer<Work> works) throws Malformed {
        if (fields.length < FIELDS) {
            throw new Malformed("expected " + FIELDS + " fields, but there are " + fields.length);
        }
        int status = (int) number(fields[STATUS], "a status");
        if (status >= 2 && status <= 4) {
            leftOut.add("lines of partial executions, of which another line has the whole");
            return;
        }
        long submitted = beginMs + ms(fields[SUBMITTED], "a submission");
        long wait = isKnown(fields[WAIT], "a wait") ? ms(fields[WAIT], "a wait") : Past.NONE;
        long run = isKnown(fields[RUN], "a run time") ? ms(fields[RUN], "a run time") : Past.NONE;
        boolean left = status == CANCELLED && run <= 0;
        if (left && wait == Past.NONE) {
            leftOut.add("jobs that were cancelled at an unknown time");
            return;
        }
        long slots = Math.max(whole(fields[ALLOCATED], "processors"), whole(fields[REQUESTED], "processors"));
        long partition = whole(named(fields, "partition"), "a partition");
        works.accept(new Work(
                fields[0],
                submitted,
                new Past(wait, left ? Past.OPEN : run, left),
                name(fields, group),
                name(fields, owner),
                0,
                Math.max(1, slots),
                partition < 0 ? "" : "partition=" + partition));
    }

    /** Returns the field that names the group or owner of a job: its user, if that is not known. */
    private static String name(String[] fields, String of) throws Malformed {
        long number = whole(named(fields, of), of);
        return number < 0 && !of.equals("user") ? name(fields, "user") : of + (number < 0 ? "?" : number);
    }

    private static String named(String[] fields, String name) {
        return fields[NAMED_FROM + NAMED.indexOf(name)];
    }

    private static boolean isKnown(String field, String what) throws Malformed {
        return number(field, what) != UNKNOWN;
    }

    /** Returns a number without its fraction, or -1 if it is not known. */
    private static long whole(String field, String what) throws Malformed {
        return isKnown(field, what) ? ms(field, what) / SECOND_MS : -1;
    }

    private static long ms(String field, String what) throws Malformed {
        double value = number(field, what);
        if (!(value >= 0 && value <= TimeReader.SECONDS_MAX)) {
            throw new Malformed("expected " + what + " of at least 0, or -1 if it is not known, but it is " + field);
        }
        return Math.round(value * SECOND_MS);
    }

    private static double number(String field, String what) throws Malformed {
        try {
            return Double.parseDouble(field);
        } catch (NumberFormatException e) {
            throw new Malformed("expected " + what + " to be a number, but it is '" + field + "'");
        }
    }

    @Override
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>(declared);
        remarks.addAll(leftOut.remarks());
        return remarks;
    }
}
