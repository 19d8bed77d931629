package dev.rota.sim;

import dev.rota.trials.Checkout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A plausible defect: a text of a source file, and its replacement. The simulation must find it.
 *
 * @param whole whether schedulers must run to find it
 * @param seed the first seed that found it when seeds were last searched. If it still does, no search is needed.
 *     {@link #BY_ITS_PLAN} if only the plan that is kept for it finds it
 * @param file the source, below {@code dev/rota}
 * @param from the text to replace, which occurs exactly once
 */
record Mutant(String name, boolean whole, int seed, String file, String from, String to) {

    /** Creates a defect of intake, which is simulated without schedulers. */
    Mutant(String name, int seed, String file, String from, String to) {
        this(name, false, seed, file, from, to);
    }

    static final int BY_ITS_PLAN = -1;

    /** Compiles the defect into a folder. Throws if the source has changed so that the defect does not apply. */
    private void compile(Path folder) throws IOException {
        String changedSource = source();
        Path changed = Files.createDirectories(folder.resolve("source"))
                .resolve(Path.of(file).getFileName().toString());
        Files.writeString(changed, changedSource);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            null,
                            files,
                            null,
                            List.of(
                                    "-proc:none",
                                    "-nowarn",
                                    "-d",
                                    folder.toString(),
                                    "-cp",
                                    System.getProperty("java.class.path")),
                            null,
                            files.getJavaFileObjects(changed))
                    .call();
            if (!compiled) {
                throw new IllegalStateException(name + " does not compile");
            }
        }
    }

    /** Returns the source with the defect. Throws if the source has changed so that the defect does not apply. */
    String source() throws IOException {
        String source = Files.readString(Checkout.source(file));
        int at = source.indexOf(from);
        if (at < 0 || source.indexOf(from, at + 1) >= 0) {
            throw new IllegalStateException(name + " does not apply: " + file + " must have this once: " + from);
        }
        return source.replace(from, to);
    }

    /**
     * Returns how many seeds it takes to find the defect, starting with {@code first}, or {@code most + 1} if none
     * does.
     */
    int seedsToFind(Path folder, long first, int most) {
        try {
            return (int) load(folder, Search.class)
                    .getDeclaredMethod("seeds", boolean.class, long.class, int.class)
                    .invoke(null, whole, first, most);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name, e);
        }
    }

    /** Loads a class compiled with the defect. */
    Class<?> load(Path folder, Class<?> type) {
        try {
            compile(folder);
            return new Mutated(folder).loadClass(type.getName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(name, e);
        }
    }

    /** Runs seeds. This class is loaded with the defect. */
    public static final class Search {

        private Search() {}

        /** Returns how many seeds it takes until one fails. */
        public static int seeds(boolean whole, long first, int most) {
            for (int i = 0; i < most; i++) {
                if (!SimRun.of(whole ? Plan.whole(first + i) : Plan.of(first + i))
                        .isRight()) {
                    return i + 1;
                }
            }
            return most + 1;
        }
    }

    /**
     * Loads all of Rota again, with the changed classes in place of the originals. Also loads Avro again, which caches
     * generated classes.
     */
    private static final class Mutated extends ClassLoader {
        private final Path folder;

        Mutated(Path folder) {
            super(Mutant.class.getClassLoader());
            this.folder = folder;
        }

        @Override
        protected Class<?> loadClass(String type, boolean resolve) throws ClassNotFoundException {
            if (!type.startsWith("dev.rota.") && !type.startsWith("org.apache.avro.")) {
                return super.loadClass(type, resolve);
            }
            synchronized (getClassLoadingLock(type)) {
                Class<?> loaded = findLoadedClass(type);
                return loaded == null ? define(type) : loaded;
            }
        }

        private Class<?> define(String type) throws ClassNotFoundException {
            String resource = type.replace('.', '/') + ".class";
            Path changed = folder.resolve(resource);
            try (InputStream bytes = Files.exists(changed)
                    ? Files.newInputStream(changed)
                    : getParent().getResourceAsStream(resource)) {
                if (bytes == null) {
                    throw new ClassNotFoundException(type);
                }
                byte[] code = bytes.readAllBytes();
                return defineClass(type, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(type, e);
            }
        }
    }
}
