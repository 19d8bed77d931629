package dev.rota.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the tags of an If-None-Match header, valid and invalid. */
class EntityTagsTest {

    @ParameterizedTest
    @ValueSource(strings = {"\"ab\"", "W/\"ab\"", "*", "\"x\", \"ab\"", "\"ab\",W/\"y\"", " \"ab\" "})
    void shouldFindATagAmongThoseThatAClientHas(String header) {
        assertThat(EntityTags.names(header, "ab")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ab", "\"abc\"", "\"a\", \"b\"", "\"", "W/", ",", "\"AB\"", "\"ab"})
    void shouldFindNoTagInOtherHeaders(String header) {
        assertThat(EntityTags.names(header, "ab")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0123abc"})
    void shouldReadWhatItWrote(String tag) {
        assertThat(EntityTags.tag(EntityTags.header(tag))).isEqualTo(tag);
    }
}
