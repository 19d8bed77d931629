package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.jobs.Property;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A platform property as a map key; an Avro record would consult its schema for each hash. */
public record Trait(String name, String value) {

    private static final Comparator<Trait> ORDER =
            Comparator.comparing(Trait::name, Ids.BY_BYTES).thenComparing(Trait::value, Ids.BY_BYTES);

    /** Sorted and without duplicates, so that equal requirements are equal lists. */
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
