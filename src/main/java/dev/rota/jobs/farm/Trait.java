package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.jobs.Property;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A platform property as a value to look up by; an Avro record's hash would ask its schema each time. */
public record Trait(String name, String value) {

    private static final Comparator<Trait> ORDER =
            Comparator.comparing(Trait::name, Ids.BY_BYTES).thenComparing(Trait::value, Ids.BY_BYTES);

    /** Each once and in one order, so that requirements that ask for the same are the same. */
    public static List<Trait> of(List<Property> properties) {
        List<Trait> traits = new ArrayList<>(properties.size());
        for (Property property : properties) {
            Trait trait = new Trait(property.getName(), property.getValue());
            int at = traits.size();
            while (at > 0 && ORDER.compare(traits.get(at - 1), trait) > 0) {
                at--;
            }
            if (at == 0 || !traits.get(at - 1).equals(trait)) {
                traits.add(at, trait);
            }
        }
        return traits;
    }

    static List<Property> properties(List<Trait> traits) {
        return traits.stream()
                .map(trait -> new Property(trait.name, trait.value))
                .toList();
    }
}
