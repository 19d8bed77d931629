package dev.rota.engine.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServicesTest {

    @TempDir
    private Path folder;

    public static final class Hello implements Supplier<String> {
        @Override
        public String get() {
            return "hello";
        }
    }

    public static final class Broken implements Supplier<String> {
        public Broken() {
            throw new IllegalStateException("no\nsuch luck");
        }

        @Override
        public String get() {
            return "";
        }
    }

    @Test
    void shouldFindWhatJarsName() throws IOException {
        try (URLClassLoader loader = naming(Hello.class.getName())) {
            assertThat(Services.all(Supplier.class, loader))
                    .extracting(found -> found.get())
                    .containsExactly("hello");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "office.Missing,                             office.Missing not found",
        "dev.rota.engine.plugin.ServicesTest,        not a subtype",
        "dev.rota.engine.plugin.ServicesTest$Broken, no such luck"
    })
    void shouldNameWhatCannotBeUsed(String type, String why) throws IOException {
        try (URLClassLoader loader = naming(type)) {
            assertThatThrownBy(() -> Services.all(Supplier.class, loader))
                    .isInstanceOf(InvalidDomain.class)
                    .hasMessageContaining("expected each Supplier on the class path to be usable, but: ")
                    .hasMessageContaining(type)
                    .hasMessageContaining(why)
                    .hasMessageNotContaining("\n");
        }
    }

    private URLClassLoader naming(String type) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(Supplier.class.getName()), type + "\n", UTF_8);
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
    }
}
