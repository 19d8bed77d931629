package dev.rota.client;

import dev.rota.engine.IntakeReason;
import dev.rota.engine.RefusedException;
import dev.rota.jobs.Property;
import java.util.ArrayList;
import java.util.List;

/** Parses properties in their text form, {@code NAME=VALUE}. */
public final class PropertyPairs {

    private PropertyPairs() {}

    public static List<Property> of(List<String> pairs) throws RefusedException {
        List<Property> properties = new ArrayList<>();
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new RefusedException(IntakeReason.VALUE_INVALID, "expected NAME=VALUE, but it is '" + pair + "'");
            }
            properties.add(new Property(pair.substring(0, equals), pair.substring(equals + 1)));
        }
        return properties;
    }
}
