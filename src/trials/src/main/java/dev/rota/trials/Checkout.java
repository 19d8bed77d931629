package dev.rota.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The sources of all modules, for tests that read them. Tests run in the checkout. */
public final class Checkout {

    private static final Path MODULES = Path.of("src");

    private Checkout() {}

    /** Returns a folder of each module that has it, such as {@code main/java}, in the order of the modules' names. */
    public static List<Path> folders(String folder) throws IOException {
        try (Stream<Path> modules = Files.list(MODULES)) {
            return modules.map(module -> module.resolve("src").resolve(folder))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
    }

    /** Returns the files with an ending in a folder of all modules. */
    public static List<Path> files(String folder, String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path root : folders(folder)) {
            try (Stream<Path> all = Files.walk(root)) {
                all.filter(path -> path.toString().endsWith(ending)).sorted().forEach(found::add);
            }
        }
        return found;
    }

    /** Returns a source file by its path below {@code dev/rota}. */
    public static Path source(String file) throws IOException {
        for (String folder : List.of("main/java", "test/java")) {
            for (Path root : folders(folder)) {
                Path source = root.resolve("dev/rota").resolve(file);
                if (Files.exists(source)) {
                    return source;
                }
            }
        }
        throw new IllegalArgumentException("expected a source " + file + ", but no module has it");
    }
}
