package dev.rota.cli.options;

import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a duration: {@code 30s}, {@code 500ms}, {@code 2m}, {@code 2h}; a bare number is seconds. */
public final class DurationOption implements ITypeConverter<Duration> {

    /** The smallest bare number that is taken as milliseconds. */
    private static final long MILLIS_FROM = 1_000;

    @Override
    public Duration convert(String text) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        String digits = lower.replaceAll("[a-z]+$", "");
        try {
            long number = Long.parseLong(digits);
            return switch (lower.substring(digits.length())) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                case "" -> number < MILLIS_FROM ? Duration.ofSeconds(number) : Duration.ofMillis(number);
                default -> throw new NumberFormatException();
            };
        } catch (NumberFormatException e) {
            throw new TypeConversionException("expected a time such as 30s, 500ms, 2m or 2h, but it is '" + text + "'");
        }
    }
}
