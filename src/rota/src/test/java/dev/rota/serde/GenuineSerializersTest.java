package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar with Confluent's classes bundles many others, which the tests must not use. */
class GenuineSerializersTest {

    private static final String JAR = "genuine-serializers";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.confluent.kafka.serializers.KafkaAvroSerializer",
                "io.confluent.kafka.serializers.KafkaAvroDeserializer"
            })
    void shouldProvideConfluentsClasses(String name) throws ClassNotFoundException {
        assertThat(home(name)).contains(JAR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.avro.Schema",
                "org.apache.kafka.clients.producer.KafkaProducer",
                "org.apache.kafka.common.Uuid",
                "org.apache.kafka.server.authorizer.Authorizer",
                "com.github.luben.zstd.Zstd",
                "org.xerial.snappy.Snappy",
                "org.apache.commons.compress.archivers.ArchiveEntry",
            })
    void shouldShadowNoOtherClass(String name) throws ClassNotFoundException {
        assertThat(home(name)).doesNotContain(JAR);
    }

    private static String home(String name) throws ClassNotFoundException {
        URL place = Class.forName(name).getProtectionDomain().getCodeSource().getLocation();
        return place.toString();
    }
}
