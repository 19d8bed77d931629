package dev.rota.whatif.report;

import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.Figures;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.PartyModel.WaitUnit;
import dev.rota.workload.whatif.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Claims about the changed world, a line each, which make a what-if a test of a policy:
 *
 * <pre>{@code
 * p99(wait, instance=release) <= 60s
 * max(wait) < 5m
 * count(evictions, instance=nightly) <= 10
 * utilisation(bots=os=linux x2) >= 40%
 * }</pre>
 *
 * A wait is one of {@code mean}, {@code max} or a percentile such as {@code p99}. One that depends on a subject that was
 * never served does not hold as an upper bound: the subject may wait for ever. Each claim must hold in every run.
 */
public final class Assertions {

    private static final Pattern LINE = Pattern.compile(
            "(?<what>[a-z][a-z0-9.]*)\\((?<of>.*)\\)\\s*(?<relation><=|>=|<|>|=)\\s*(?<value>[0-9.]+)\\s*(?<unit>[a-z%]*)");

    /** What is counted of the waits themselves. */
    private static final List<String> OF_WAITS = List.of("number", "not served");

    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(\\.\\d+)?)");
    private static final Map<String, Double> FACTORS = new TreeMap<>();

    static {
        FACTORS.put("ms", 1.0);
        FACTORS.put("s", 1_000.0);
        FACTORS.put("m", 60_000.0);
        FACTORS.put("min", 60_000.0);
        FACTORS.put("h", 3_600_000.0);
    }

    /** A claim that cannot be read. */
    public static final class BadAssertion extends Exception {

        private static final long serialVersionUID = 1L;

        BadAssertion(String sentence) {
            super(sentence, null, false, false);
        }
    }

    private record Claim(String text, String what, String counted, Group group, String relation, double value) {}

    /** A value of a world, and whether it is only a lower bound. */
    private record Value(double value, boolean atLeast) {}

    private final List<Claim> claims = new ArrayList<>();

    private Assertions() {}

    /**
     * Reads claims. Blank lines, and lines that begin with {@code #}, contain none.
     *
     * @param counts the names of what is counted besides waits
     */
    public static Assertions read(List<String> lines, WaitUnit unit, List<String> counts) throws BadAssertion {
        Assertions assertions = new Assertions();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                try {
                    assertions.claims.add(claim(line, unit, counts));
                } catch (BadAssertion e) {
                    throw new BadAssertion("line " + (i + 1) + ": " + e.getMessage());
                }
            }
        }
        if (assertions.claims.isEmpty()) {
            throw new BadAssertion("expected a claim such as p99(wait) <= 60s, but there is none");
        }
        return assertions;
    }

    private static Claim claim(String line, WaitUnit waitUnit, List<String> counts) throws BadAssertion {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new BadAssertion(
                    "expected a claim such as p99(wait, instance=release) <= 60s, but it is '" + line + "'");
        }
        String what = parts.group("what");
        String[] of = parts.group("of").split(",", 2);
        String first = of[0].strip();
        boolean isWait = what.equals("mean")
                || what.equals("max")
                || PERCENTILE.matcher(what).matches();
        if (isWait && !first.equals("wait")) {
            throw new BadAssertion("expected " + what + "(wait), but it is of '" + first + "'");
        } else if (!isWait && !what.equals("count") && !what.equals("utilisation")) {
            throw new BadAssertion(
                    "expected mean, max, a percentile such as p99, count or utilisation, but it is '" + what + "'");
        }
        if (what.equals("count") && !counts.contains(first) && !OF_WAITS.contains(first)) {
            throw new BadAssertion("expected a count of " + String.join(", ", OF_WAITS) + ", "
                    + String.join(", ", counts) + ", but it is of '" + first + "'");
        }
        String group = what.equals("utilisation") ? parts.group("of").strip() : of.length == 1 ? "" : of[1].strip();
        return new Claim(
                line,
                what,
                first,
                group(group),
                parts.group("relation"),
                value(parts.group("value"), parts.group("unit"), isWait && waitUnit == WaitUnit.MS, what));
    }

    private static Group group(String text) throws BadAssertion {
        int equals = text.indexOf('=');
        if (text.isEmpty()) {
            return Group.ALL;
        } else if (equals < 1) {
            throw new BadAssertion("expected a group such as instance=release, but it is '" + text + "'");
        }
        return new Group(text.substring(0, equals), text.substring(equals + 1));
    }

    private static double value(String number, String unit, boolean isTime, String what) throws BadAssertion {
        double value;
        try {
            value = Double.parseDouble(number);
        } catch (NumberFormatException e) {
            throw new BadAssertion("expected a number, but it is '" + number + "'");
        }
        Double factor = FACTORS.get(unit);
        if (isTime) {
            if (factor == null) {
                throw new BadAssertion(
                        "expected a time with its unit, ms, s, m or h, but it is '" + number + unit + "'");
            }
            return value * factor;
        }
        boolean percent = what.equals("utilisation");
        if (!(percent ? unit.equals("%") : unit.isEmpty() || unit.equals("blocks"))) {
            throw new BadAssertion("expected " + (percent ? "a percentage" : "a number without a unit")
                    + ", but it is '" + number + unit + "'");
        }
        return value;
    }

    /** Returns a sentence for each claim that does not hold in the changed world. */
    public List<String> broken(Comparison comparison) {
        List<String> broken = new ArrayList<>();
        Comparison.Worlds worlds = comparison.worlds();
        if (worlds == null) {
            broken.add("nothing was modelled, so that nothing can be claimed: the change is empty");
            return broken;
        }
        for (Claim claim : claims) {
            for (int run = 0; run < worlds.changes().size(); run++) {
                String why = broken(claim, worlds.changes().get(run).figures(), comparison.waitUnit());
                if (why != null) {
                    broken.add(claim.text() + ": " + why + (run == 0 ? "" : " in run " + (run + 1)));
                    break;
                }
            }
        }
        return broken;
    }

    private static @Nullable String broken(Claim claim, SortedMap<Group, Figures> world, WaitUnit unit) {
        Figures figures = world.get(claim.group());
        if (figures == null) {
            return "there is no " + claim.group();
        }
        Value is = value(claim, figures, world);
        if (is == null) {
            return "there is nothing to measure in " + claim.group();
        }
        boolean isUpper = claim.relation().startsWith("<") || claim.relation().equals("=");
        if (holds(is.value(), claim.relation(), claim.value()) && !(is.atLeast() && isUpper)) {
            return null;
        }
        String text = claim.what().equals("count")
                ? String.valueOf(Math.round(is.value()))
                : claim.what().equals("utilisation")
                        ? Math.round(10 * is.value()) / 10.0 + " %"
                        : Quantity.of(is.value(), unit);
        return "it is " + (is.atLeast() ? "at least " : "") + text;
    }

    private static double count(Claim claim, Figures figures, SortedMap<Group, Figures> world) {
        String counted = claim.counted();
        if (counted.equals("number")) {
            return figures.waits().count();
        } else if (counted.equals("not served")) {
            return figures.waits().open();
        }
        // each is counted in one group
        return claim.group().equals(Group.ALL)
                ? world.values().stream()
                        .mapToLong(each -> each.counts().getOrDefault(counted, 0L))
                        .sum()
                : figures.counts().getOrDefault(counted, 0L);
    }

    private static @Nullable Value value(Claim claim, Figures figures, SortedMap<Group, Figures> world) {
        Waits waits = figures.waits();
        if (claim.what().equals("count")) {
            return new Value(count(claim, figures, world), false);
        } else if (claim.what().equals("utilisation")) {
            return figures.slotTime() == 0 ? null : new Value(100 * figures.utilisation(), false);
        } else if (waits.count() == 0) {
            return null;
        }
        Matcher percentile = PERCENTILE.matcher(claim.what());
        Waits.Stat stat = claim.what().equals("mean")
                ? waits.mean()
                : percentile.matches() ? waits.percentile(Double.parseDouble(percentile.group(1))) : waits.max();
        return new Value(stat.value(), stat.atLeast());
    }

    private static boolean holds(double is, String relation, double value) {
        return switch (relation) {
            case "<=" -> is <= value;
            case ">=" -> is >= value;
            case "<" -> is < value;
            case ">" -> is > value;
            default -> is == value;
        };
    }
}
