package dev.rota.engine.adopt;

import dev.rota.engine.Adoption;
import dev.rota.engine.Adoption.From;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.SourceRecord;

/**
 * Where the value of one field comes from: {@code key}, {@code header:NAME}, {@code partition}, or the setting itself.
 *
 * @param detail the name of the header, or the constant
 * @param fallback the value for records without the header; null if these are refused
 */
record FieldRule(From from, String detail, @Nullable String fallback) {

    private static final String HEADER = "header:";

    /** @throws IllegalArgumentException with a sentence if the field cannot come from there */
    static FieldRule of(Adoption.Field field, String setting, @Nullable String fallback) {
        From from = setting.equals("key")
                ? From.KEY
                : setting.equals("partition")
                        ? From.PARTITION
                        : setting.startsWith(HEADER) ? From.HEADER : From.CONSTANT;
        if (!field.from().contains(from) || setting.equals(HEADER)) {
            throw new IllegalArgumentException("expected " + forms(field) + ", but it is '" + setting + "'");
        }
        if (fallback != null && from != From.HEADER) {
            throw new IllegalArgumentException("expected no default, since only a header can be missing");
        }
        return new FieldRule(from, from == From.HEADER ? setting.substring(HEADER.length()) : setting, fallback);
    }

    private static String forms(Adoption.Field field) {
        StringBuilder forms = new StringBuilder();
        for (From from : From.values()) {
            if (field.from().contains(from)) {
                forms.append(forms.isEmpty() ? "" : " or ").append(form(from));
            }
        }
        return forms.toString();
    }

    private static String form(From from) {
        return switch (from) {
            case KEY -> "'key'";
            case HEADER -> "'header:NAME'";
            case PARTITION -> "'partition'";
            case CONSTANT -> "a value";
        };
    }

    /** Returns the field of a record as an id. */
    String name(SourceRecord record) throws RefusedException {
        byte[] bytes = bytes(record);
        if (bytes != null) {
            return ByteNames.of(bytes);
        }
        return from == From.KEY || from == From.PARTITION ? ByteNames.ofPartition(record.partition()) : constant();
    }

    /** Returns the field of a record as an id; null if the record does not have it, or it is empty. */
    @Nullable
    String optionalName(SourceRecord record) throws RefusedException {
        byte[] bytes = bytes(record);
        if (bytes != null) {
            return bytes.length == 0 ? null : ByteNames.of(bytes);
        }
        return from == From.KEY || constant().isEmpty() ? null : constant();
    }

    /** Returns the field of a record as text. */
    String text(String field, SourceRecord record) throws RefusedException {
        byte[] bytes = bytes(record);
        if (bytes == null) {
            return switch (from) {
                case KEY -> "";
                case PARTITION -> Integer.toString(record.partition());
                default -> constant();
            };
        }
        String text = ByteNames.utf8(bytes);
        if (text == null) {
            throw new RefusedException(
                    IntakeReason.VALUE_INVALID, "expected " + field + " to be UTF-8, but " + where() + " is not");
        }
        return text;
    }

    private String constant() {
        return from == From.CONSTANT ? detail : fallback == null ? "" : fallback;
    }

    private String where() {
        return from == From.HEADER ? "the header " + detail : "the key";
    }

    /** Returns the bytes that determine the field, or null if the setting does. */
    private @Nullable byte[] bytes(SourceRecord record) throws RefusedException {
        if (from == From.KEY) {
            return record.key();
        }
        if (from != From.HEADER) {
            return null;
        }
        byte[] last = null;
        for (SourceRecord.Header header : record.headers()) {
            last = header.name().equals(detail) ? header.value() : last;
        }
        if (last == null && fallback == null) {
            throw new RefusedException(
                    IntakeReason.HEADER_MISSING,
                    "expected a header " + detail + ", but the record " + record.coordinates() + " has none");
        }
        return last;
    }
}
