package dev.rota.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UrlTest {

    @ParameterizedTest
    @ValueSource(strings = {"/", "/unit?domain=jobs&unit=default", "/unit?unit=%2F%2F", "/what-if?change=a//b"})
    void shouldTakeItsOwnAddresses(String address) {
        assertThat(Url.ownOrEmpty(address)).isEqualTo(address);
    }

    /** Browsers skip tabs and ends of lines, and read a backslash as a slash. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unit",
                "https://example.com",
                "javascript:alert(1)",
                "//example.com",
                "/\\example.com",
                "\\\\example.com",
                "/\t/example.com",
                "/\n/example.com",
                " /unit",
                "/unit\\",
            })
    void shouldTakeNoOtherAddresses(String address) {
        assertThat(Url.ownOrEmpty(address)).isEmpty();
    }
}
