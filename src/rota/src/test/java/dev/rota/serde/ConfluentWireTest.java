package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.schema.Framing;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class ConfluentWireTest {

    @Test
    void shouldNotReportAnOutageAsBadBytes() throws Exception {
        // given
        try (Wire wire = Wire.of(Map.of("serde.provider", "confluent", "schema.registry.url", "http://127.0.0.1:1"))) {
            // then
            assertThatThrownBy(() -> wire.read("t", Framing.frame(1, new byte[1])))
                    .isInstanceOf(KafkaException.class);
        }
    }

    @Test
    void shouldSayWhichClassIsMissing() throws Exception {
        // given
        Class<?> wire = new WithoutConfluent().loadClass("dev.rota.serde.Wire");
        Map<String, String> properties =
                Map.of("serde.provider", "confluent", "schema.registry.url", "http://localhost:1");

        // then
        assertThatThrownBy(() -> wire.getMethod("of", Map.class).invoke(null, properties))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected io.confluent.kafka.serializers.KafkaAvroSerializer on the class path for"
                        + " serde.provider=confluent, but it cannot be loaded: java.lang.ClassNotFoundException:"
                        + " io.confluent.kafka.serializers.KafkaAvroSerializer");
    }

    /** Loads classes without Confluent's, as on the class path of a user who did not add them. */
    private static final class WithoutConfluent extends ClassLoader {

        WithoutConfluent() {
            super(ConfluentWireTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.confluent.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("dev.rota.serde.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
