package dev.rota.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The median and the range of a figure over several runs. */
public record Spread(double median, double least, double most) {

    public static Spread of(double... runs) {
        return new Spread(Figures.quantile(runs, 0.5), Figures.quantile(runs, 0), Figures.quantile(runs, 1));
    }

    public static Spread of(List<Double> runs) {
        return of(runs.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Returns the spread of the ratios of runs that alternated. */
    public static Spread ratio(List<Double> dividends, List<Double> divisors) {
        return of(IntStream.range(0, dividends.size())
                .mapToDouble(run -> dividends.get(run) / divisors.get(run))
                .toArray());
    }

    /** Returns the range in parentheses, with a number of digits after the point. */
    public String range(int digits) {
        String number = "%,." + digits + "f";
        return String.format(Locale.ROOT, "(" + number + " to " + number + ")", least, most);
    }
}
