package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistrySettingsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "url | '' | expected schema.registry.url to be set, but it is not",
                "url | registry:8081 | expected schema.registry.url to be http or https URLs separated by commas, but one is registry:8081",
                "url | http://a:1, http://b c | expected schema.registry.url to be http or https URLs separated by commas, but one is http://b c",
                "ulr | http://a:1 | expected a setting of the schema registry, but schema.registry.ulr is not one",
                "http.read.timeout.ms | soon | expected schema.registry.http.read.timeout.ms to be milliseconds, but it is soon",
                "http.read.timeout.ms | 0 | expected schema.registry.http.read.timeout.ms to be milliseconds, but it is 0",
                "basic.auth.credentials.source | SASL_INHERIT | expected schema.registry.basic.auth.credentials.source to be USER_INFO or URL, but it is SASL_INHERIT",
                "basic.auth.credentials.source | USER_INFO | expected schema.registry.basic.auth.user.info to be user:password, but it is not set",
                "ssl.truststore.location | no-such-file | expected schema.registry.ssl.truststore.location to be a store that its password opens, but no-such-file is not: no-such-file",
            })
    void shouldSayWhatIsWrong(String name, String value, String sentence) {
        Map<String, String> properties = name.equals("url")
                ? Map.of("schema.registry.url", value)
                : Map.of("schema.registry.url", "http://localhost:1", "schema.registry." + name, value);
        assertThatThrownBy(() -> RegistrySettings.of(properties))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }
}
