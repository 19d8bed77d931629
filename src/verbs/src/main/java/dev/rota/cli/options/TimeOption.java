package dev.rota.cli.options;

import java.time.DateTimeException;
import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a time: {@code 2026-01-02T03:04:05Z}, or milliseconds since 1970. */
public final class TimeOption implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
        String stripped = text.strip();
        try {
            return stripped.matches("\\d{1,18}")
                    ? Long.parseLong(stripped)
                    : Instant.parse(stripped).toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new TypeConversionException(
                    "expected a time such as 2026-01-02T03:04:05Z, or milliseconds, but it is '" + text + "'");
        }
    }
}
