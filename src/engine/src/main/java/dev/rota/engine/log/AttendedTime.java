package dev.rota.engine.log;

import dev.rota.engine.Limits;
import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.List;

/**
 * The intervals of log time in which silence counts: everything sent by an interval's end was decided, and every
 * decision could be read. An attended Tick carries them, so that a replay judges silence as the live scheduler did.
 *
 *
 * <p>Intervals ascend and do not touch. Only the latest {@link Limits#ATTENDED_INTERVALS_MAX} are kept; time covered by
 * older ones no longer counts, which can only lengthen a timeout.
 */
public record AttendedTime(List<Interval> intervals) {

    /** No time at all: no timeout can expire. */
    public static final AttendedTime NONE = new AttendedTime(List.of());

    /** The time from {@code from}, exclusive, to {@code to}, inclusive, in ms since the epoch. */
    public record Interval(long from, long to) {

        public Interval {
            if (from >= to) {
                throw new IllegalArgumentException("expected an interval, but " + to + " is not after " + from);
            }
        }
    }

    public AttendedTime {
        if (intervals.size() > Limits.ATTENDED_INTERVALS_MAX) {
            throw new IllegalArgumentException("expected at most " + Limits.ATTENDED_INTERVALS_MAX
                    + " attended intervals, but there are " + intervals.size());
        }
        for (int i = 1; i < intervals.size(); i++) {
            if (intervals.get(i).from() <= intervals.get(i - 1).to()) {
                throw new IllegalArgumentException("expected attended intervals in ascending order, but "
                        + intervals.get(i) + " follows " + intervals.get(i - 1));
            }
        }
        intervals = List.copyOf(intervals);
    }

    /** Returns all time up to {@code time}, for simulations and tests. */
    public static AttendedTime always(long time) {
        return new AttendedTime(List.of(new Interval(Long.MIN_VALUE, time)));
    }

    /** Returns the end of the last interval, or {@link Long#MIN_VALUE} if there is none. */
    public long to() {
        return intervals.isEmpty()
                ? Long.MIN_VALUE
                : intervals.get(intervals.size() - 1).to();
    }

    /** Returns these intervals up to {@code time}. */
    public AttendedTime upTo(long time) {
        if (to() <= time) {
            return this;
        }
        List<Interval> before = new ArrayList<>();
        for (Interval interval : intervals) {
            if (interval.from() < time) {
                before.add(new Interval(interval.from(), Math.min(interval.to(), time)));
            }
        }
        return new AttendedTime(before);
    }

    /** Returns these intervals and one more at the end, merged with the intervals that it touches. */
    public AttendedTime with(long from, long to) {
        List<Interval> all = new ArrayList<>(intervals);
        long begin = from;
        long end = to;
        while (!all.isEmpty() && all.get(all.size() - 1).to() >= begin) {
            Interval last = all.remove(all.size() - 1);
            begin = Math.min(begin, last.from());
            end = Math.max(end, last.to());
        }
        all.add(new Interval(begin, end));
        return new AttendedTime(all.subList(Math.max(0, all.size() - Limits.ATTENDED_INTERVALS_MAX), all.size()));
    }

    /**
     * Returns the time at which {@code limitMs} of attended time after {@code since} had passed. If they have not
     * passed yet, returns the earliest time at which they can have: the end of the last interval plus the remainder.
     *
     *
     * <p>Example: with the intervals 0-100 and 400-500, a limit of 60 ms since 70 is over at 430.
     */
    public long over(long since, long limitMs) {
        long missing = limitMs;
        for (Interval interval : intervals) {
            long begin = Math.max(interval.from(), since);
            if (interval.to() - begin >= missing) {
                return Times.after(begin, missing);
            }
            missing -= Math.max(0, interval.to() - begin);
        }
        return Times.after(Math.max(to(), since), missing);
    }

    /** Returns the bounds of the intervals: from and to of the first, then of the next. */
    public List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        intervals.forEach(interval -> {
            numbers.add(interval.from());
            numbers.add(interval.to());
        });
        return numbers;
    }

    /** Returns the intervals with the given bounds; the inverse of {@link #numbers()}. */
    public static AttendedTime of(List<Long> numbers) {
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i += 2) {
            intervals.add(new Interval(numbers.get(i), numbers.get(i + 1)));
        }
        return new AttendedTime(intervals);
    }

    /** Returns the intervals as a header's text: {@code from-to,from-to}. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Interval interval : intervals) {
            text.append(text.isEmpty() ? "" : ",")
                    .append(interval.from())
                    .append('-')
                    .append(interval.to());
        }
        return text.toString();
    }

    /** Parses {@link #text()}; throws {@link IllegalArgumentException} if the text is malformed. */
    public static AttendedTime parse(String text) {
        List<Interval> intervals = new ArrayList<>();
        for (String interval : text.split(",", Limits.ATTENDED_INTERVALS_MAX + 1)) {
            int dash = interval.indexOf('-', 1);
            intervals.add(new Interval(
                    Long.parseLong(interval, 0, Math.max(0, dash), 10),
                    Long.parseLong(interval, dash + 1, interval.length(), 10)));
        }
        return new AttendedTime(intervals);
    }
}
