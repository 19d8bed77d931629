package dev.rota.pages.whatif;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rota.pages.Json;
import dev.rota.pages.domain.WhatIfFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The lines of a change that the simple fields of a form stand for. Values that are wrong stay in the lines, where they
 * are checked.
 */
public final class SimpleChanges {

    /** The beginning of the names of the fields of a policy. */
    static final String POLICY = "policy.";

    private static final int DIGITS_MAX = 18;

    private SimpleChanges() {}

    public static List<String> lines(WhatIfFields fields, UnaryOperator<String> form) {
        List<String> lines = new ArrayList<>();
        policy(fields, form, lines);
        quota(form, lines);
        parties(form, lines);
        String load = value(form, "load");
        if (!load.isEmpty()) {
            lines.add(Json.of(json -> write(json, "load", load)));
        }
        return lines;
    }

    private static void policy(WhatIfFields fields, UnaryOperator<String> form, List<String> lines) {
        List<WhatIfFields.Field> given = fields.policy().stream()
                .filter(field -> !value(form, POLICY + field.name()).isEmpty())
                .toList();
        if (!given.isEmpty()) {
            lines.add(Json.of(json -> {
                json.writeObjectFieldStart("policy");
                for (WhatIfFields.Field field : given) {
                    write(json, field.name(), value(form, POLICY + field.name()));
                }
                json.writeEndObject();
            }));
        }
    }

    private static void quota(UnaryOperator<String> form, List<String> lines) {
        List<String> members = List.of("instance", "min", "max");
        if (members.stream().anyMatch(member -> !value(form, member).isEmpty())) {
            lines.add(Json.of(json -> {
                json.writeObjectFieldStart("quota");
                json.writeStringField("instance", value(form, "instance"));
                write(json, "min", value(form, "min"));
                write(json, "max", value(form, "max"));
                json.writeEndObject();
            }));
        }
    }

    private static void parties(UnaryOperator<String> form, List<String> lines) {
        String count = value(form, "count");
        String like = value(form, "like");
        if (!count.isEmpty() || !like.isEmpty()) {
            lines.add(Json.of(json -> {
                write(json, form.apply("parties").equals("fewer") ? "fewer" : "more", count);
                json.writeStringField("like", like);
            }));
        }
    }

    private static String value(UnaryOperator<String> form, String name) {
        return form.apply(name).strip();
    }

    /** Writes a number as one. A missing value is left out. */
    private static void write(JsonGenerator json, String name, String value) throws IOException {
        if (value.matches("-?[0-9]{1," + DIGITS_MAX + "}")) {
            json.writeNumberField(name, Long.parseLong(value));
        } else if (!value.isEmpty()) {
            json.writeStringField(name, value);
        }
    }
}
