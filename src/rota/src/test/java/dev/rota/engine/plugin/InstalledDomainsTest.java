package dev.rota.engine.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoreEvent;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import office.DesksDomain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledDomainsTest {

    @TempDir
    private Path folder;

    @Test
    void shouldFindRotasOwn() {
        assertThat(InstalledDomains.all())
                .extracting(Domain::name)
                .containsExactly("chunks", "cores", "jobs", "shards");
    }

    @Test
    void shouldFindAPlugInAfterRotasOwn() throws IOException {
        try (URLClassLoader loader = loader(named("plug-in", DesksDomain.class.getName()))) {
            assertThat(InstalledDomains.find(loader))
                    .extracting(Domain::name)
                    .containsExactly("chunks", "cores", "jobs", "shards", "desks");
        }
    }

    @Test
    void shouldNameAClassThatIsMissing() throws IOException {
        try (URLClassLoader loader = loader(named("plug-in", "office.NoDomain"))) {
            assertThatThrownBy(() -> InstalledDomains.find(loader))
                    .isInstanceOf(InvalidDomain.class)
                    .hasMessageContaining("office.NoDomain")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void shouldNameAClassThatIsNoDomain() throws IOException {
        try (URLClassLoader loader = loader(named("plug-in", InstalledDomainsTest.class.getName()))) {
            assertThatThrownBy(() -> InstalledDomains.find(loader))
                    .isInstanceOf(InvalidDomain.class)
                    .hasMessageContaining(InstalledDomainsTest.class.getName());
        }
    }

    /** The message about a plug-in that throws is one line with its name, whatever it throws. */
    @Test
    void shouldNameAPlugInThatThrows() throws IOException {
        try (URLClassLoader loader = loader(named("plug-in", Throwing.class.getName()))) {
            assertThatThrownBy(() -> InstalledDomains.find(loader))
                    .isInstanceOf(InvalidDomain.class)
                    .hasMessage("expected scheduler " + Throwing.class.getName()
                            + " to be usable, but: java.lang.ArithmeticException: one line and another");
        }
    }

    /** A plug-in that cannot be created. */
    public static final class Throwing extends DesksDomain {
        public Throwing() {
            throw new IllegalArgumentException(new ArithmeticException("one line\n and another"));
        }
    }

    /** The settings of a plug-in may change its inputs. */
    @Test
    void shouldCheckAPlugInWithItsSettings() {
        Domain domain = new DesksDomain();
        Domain configured = new DesksDomain() {
            @Override
            public List<Input<?>> inputs() {
                return List.of(new Input<>("jobs.policies", ChoreEvent.class, event -> "unit"));
            }
        };

        assertThat(InstalledDomains.checked(domain, domain)).isSameAs(domain);
        assertThatThrownBy(() -> InstalledDomains.checked(domain, configured))
                .isInstanceOf(InvalidDomain.class)
                .hasMessageContaining("'jobs.policies'");
    }

    /** Of two versions of one plug-in, only the first would be found, without a warning. */
    @Test
    void shouldRefuseAPlugInThatIsThereTwice() throws IOException {
        Path first = named("first", DesksDomain.class.getName());
        Path second = named("second", DesksDomain.class.getName());
        String file = DesksDomain.class.getName().replace('.', '/') + ".class";
        for (Path place : List.of(first, second)) {
            Files.createDirectories(place.resolve(file).getParent());
            try (var in = DesksDomain.class.getResourceAsStream("/" + file)) {
                Files.copy(in, place.resolve(file));
            }
        }
        try (URLClassLoader loader = loader(first, second)) {
            assertThatThrownBy(() -> InstalledDomains.find(loader))
                    .isInstanceOf(InvalidDomain.class)
                    .hasMessageContaining("one class office.DesksDomain")
                    .hasMessageContaining("both have it");
        }
    }

    private Path named(String place, String domain) throws IOException {
        Path services = Files.createDirectories(folder.resolve(place + "/META-INF/services"));
        Files.writeString(services.resolve(Domain.class.getName()), domain + "\n", UTF_8);
        return folder.resolve(place);
    }

    private static URLClassLoader loader(Path... places) throws MalformedURLException {
        URL[] urls = new URL[places.length];
        for (int i = 0; i < places.length; i++) {
            urls[i] = places[i].toUri().toURL();
        }
        return new URLClassLoader(urls, InstalledDomainsTest.class.getClassLoader());
    }
}
