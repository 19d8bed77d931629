package dev.rota.engine.plugin;

import dev.rota.engine.Domain;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds classes of a plug-in that the class path has twice, such as two versions of its jar. The order of the class path
 * would determine which of them decides.
 */
final class ClassPathCheck {

    private ClassPathCheck() {}

    static void check(Domain domain, ClassLoader loader) {
        TreeSet<String> classes = new TreeSet<>();
        classes.add(domain.getClass().getName());
        SchemaRules.types(domain).forEach(type -> classes.add(type.getFullName()));
        for (String name : classes) {
            List<String> places = places(name, loader);
            if (places.size() > 1) {
                throw new InvalidDomain("expected one class " + name + " on the class path, but " + places.get(0)
                        + " and " + places.get(1) + " both have it");
            }
        }
    }

    private static List<String> places(String name, ClassLoader loader) {
        return loader.resources(name.replace('.', '/') + ".class")
                .map(Object::toString)
                .toList();
    }
}
