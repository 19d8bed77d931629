package dev.rota.engine.plugin;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.TableType;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds classes of a plug-in that the class path has twice, such as two versions of its jar. Which of them decides would
 * depend on the order of the class path.
 */
final class ClassPathCheck {

    private ClassPathCheck() {}

    static void check(Domain domain, ClassLoader loader) {
        TreeSet<String> classes = new TreeSet<>();
        classes.add(domain.getClass().getName());
        for (Input<?> input : domain.inputs()) {
            classes.add(input.type().getName());
        }
        for (Output<?> output : domain.decisions()) {
            classes.add(output.schema().getFullName());
        }
        for (TableType<?> table : domain.tables()) {
            classes.add(table.codec().schema().getFullName());
        }
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
