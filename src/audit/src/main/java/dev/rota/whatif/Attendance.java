package dev.rota.whatif;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.AttendedTime.Interval;
import dev.rota.whatif.report.Gap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The gaps of a record: when silence did not count. They are known from the attended Ticks of the unit. All other time
 * is attended in every world.
 */
final class Attendance {

    private final List<Interval> known = new ArrayList<>();
    private boolean beginningKnown;
    private boolean first = true;
    private long[] recordTimes = new long[64];
    private int records;

    /** Takes the intervals of a Tick, of which earlier ones are known. */
    void take(AttendedTime attended) {
        if (attended.intervals().isEmpty()) {
            return;
        }
        if (first) {
            first = false;
            beginningKnown = attended.intervals().size() < Limits.ATTENDED_INTERVALS_MAX;
        }
        for (Interval interval : attended.intervals()) {
            add(interval);
        }
    }

    /** Adds an interval in its place. Each Tick carries the latest ones again, so those after it may be known. */
    private void add(Interval interval) {
        long from = interval.from();
        long to = interval.to();
        int place = known.size();
        while (place > 0 && known.get(place - 1).from() > to) {
            place--;
        }
        while (place > 0 && known.get(place - 1).to() >= from) {
            Interval before = known.remove(--place);
            from = Math.min(from, before.from());
            to = Math.max(to, before.to());
        }
        known.add(place, new Interval(from, to));
    }

    /** Takes note that a record of the unit was written at a time. */
    void recorded(long time) {
        if (records == recordTimes.length) {
            recordTimes = Arrays.copyOf(recordTimes, 2 * records);
        }
        recordTimes[records] = records == 0 ? time : Math.max(time, recordTimes[records - 1]);
        records++;
    }

    /** Returns the gap in which a time is, or null: later than {@code from}, up to and including {@code to}. */
    private @Nullable Interval gap(long time) {
        if (known.isEmpty() || time > known.get(known.size() - 1).to()) {
            return null;
        }
        int low = 0;
        int high = known.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (known.get(middle).to() >= time) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Interval next = known.get(low);
        if (time > next.from()) {
            return null;
        }
        if (low == 0) {
            return beginningKnown && next.from() > Long.MIN_VALUE ? new Interval(Long.MIN_VALUE, next.from()) : null;
        }
        return new Interval(known.get(low - 1).to(), next.from());
    }

    /**
     * Returns the gaps between attended intervals that overlap a time. The beginning of the record, before anything was
     * attended, is none: parties reported as ever.
     */
    List<Gap> gaps(long from, long to) {
        List<Gap> gaps = new ArrayList<>();
        for (int i = 1; i < known.size(); i++) {
            long begin = known.get(i - 1).to();
            long end = known.get(i).from();
            if (end > from && begin < to) {
                gaps.add(new Gap(begin, end));
            }
        }
        return gaps;
    }

    /** Returns the first time at or after {@code time} at which silence counts. */
    long listening(long time) {
        Interval gap = gap(time);
        return gap == null ? time : gap.to() + 1;
    }

    /**
     * Returns the first time at or after {@code time} at which a party can be heard: in a gap, when the next record was
     * written, and at its end at the latest.
     */
    long hearing(long time) {
        Interval gap = gap(time);
        if (gap == null) {
            return time;
        }
        int at = Arrays.binarySearch(recordTimes, 0, records, time);
        int next = at < 0 ? -at - 1 : at;
        return next < records ? Math.min(recordTimes[next], gap.to()) : gap.to();
    }

    /** Returns the attended time up to a time. */
    AttendedTime upTo(long time) {
        AttendedTime attended = AttendedTime.NONE;
        if (known.isEmpty()) {
            return AttendedTime.always(time);
        }
        int last = known.size() - 1;
        for (int i = 0; i <= last; i++) {
            Interval interval = known.get(i);
            long from = i == 0 && !beginningKnown ? Long.MIN_VALUE : interval.from();
            long to = i == last ? Math.max(time, interval.to()) : interval.to();
            attended = attended.with(from, to);
        }
        return attended.upTo(time);
    }
}
