package dev.rota.registry;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.local.FreePort;
import dev.rota.settings.BadSetting;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends requests to a registry as those send them who may not use it. */
class RegistryAccessTest {

    private static final String SCHEMA = "{\"schema\":\"\\\"int\\\"\"}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "none                    | 401",
                "Basic cm90YTpndWVzc2Vk  | 401",
                "Basic cm90YTpzZWNyZXQ=  | 200",
            })
    void shouldAskForALogin(String authorization, int status) throws Exception {
        try (RegistryServer registry = started(new RegistryAccess("127.0.0.1", 0, null, "rota:secret", false))) {
            String header = authorization == null ? "" : "Authorization: " + authorization + "\r\n";
            assertThat(answer(registry, "GET /subjects", "localhost", header, ""))
                    .startsWith("HTTP/1.1 " + status)
                    .contains(status == 401 ? "{\"error_code\":401," : "[]");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "localhost:8081   | ``                              | 200",
                "127.0.0.1        | ``                              | 200",
                "[::1]:8081       | ``                              | 200",
                "localhost        | Sec-Fetch-Site: none            | 200",
                "localhost        | Origin: http://elsewhere        | 403",
                "localhost        | Sec-Fetch-Site: cross-site      | 403",
                "rebound.example  | ``                              | 403",
            })
    void shouldNotAnswerWebPages(String host, String header, int status) throws Exception {
        try (RegistryServer registry = started(RegistryAccess.local(0))) {
            String line = header.isEmpty() ? "" : header + "\r\n";
            assertThat(answer(registry, "POST /subjects/a/versions", host, line, SCHEMA))
                    .startsWith("HTTP/1.1 " + status);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.2"})
    void shouldNotAnswerByAForeignNameOnAnyAddressOfThisMachine(String host) throws Exception {
        try (RegistryServer registry = started(new RegistryAccess(host, 0, null, null, false))) {
            assertThat(answer(registry, host, "GET /subjects", "rebound.example", "", ""))
                    .startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void shouldAnswerByAnyNameIfItListensOnEveryAddress() throws Exception {
        try (RegistryServer registry = started(new RegistryAccess("0.0.0.0", 0, null, null, false))) {
            assertThat(answer(registry, "GET /subjects", "rota-0.example", "", ""))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void shouldAddNoSchemaIfItIsReadOnly() throws Exception {
        // given
        MemoryJournal journal = new MemoryJournal();
        journal.append(new Journal.Entry("a", 1, "\"int\""));
        try (RegistryServer registry =
                RegistryServer.start(new RegistryAccess("127.0.0.1", 0, null, null, true), () -> journal)) {

            // then
            assertThat(answer(registry, "POST /subjects/a/versions", "localhost", "", SCHEMA))
                    .startsWith("HTTP/1.1 200")
                    .contains("{\"id\":1}");
            assertThat(answer(registry, "POST /subjects/b/versions", "localhost", "", SCHEMA))
                    .startsWith("HTTP/1.1 422")
                    .contains("{\"error_code\":42205,");
            assertThat(answer(registry, "GET /mode", "localhost", "", "")).contains("{\"mode\":\"READONLY\"}");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "registry.ssl.keystore.location, nothing.p12, expected 'registry.ssl.keystore.location' to be a key store",
        "registry.user.info, rota, 'expected ''registry.user.info'' to be user:password, but it is ''rota'''",
        "registry.port, 0, 'expected ''registry.port'' to be a number from 1 to 65535, but it is ''0'''",
    })
    void shouldNameAWrongSetting(String key, String value, String sentence, @TempDir Path folder) throws Exception {
        // given
        Map<String, String> lines = new TreeMap<>(Map.of("registry.port", String.valueOf(FreePort.next())));
        lines.put(key, value);
        Path file = Files.createFile(folder.resolve("rota.properties"));
        for (Map.Entry<String, String> line : lines.entrySet()) {
            Files.writeString(
                    file, line.getKey() + "=" + line.getValue() + "\n", java.nio.file.StandardOpenOption.APPEND);
        }

        // then
        assertThatThrownBy(() -> RegistryAccess.of(Settings.read(file, Map.of(), Map.of(), java.util.List.of())))
                .isInstanceOf(BadSetting.class)
                .hasMessageStartingWith(sentence);
    }

    private static RegistryServer started(RegistryAccess access) {
        return RegistryServer.start(access, MemoryJournal::new);
    }

    /** Returns the whole answer. A client of Java's would refuse some of these headers. */
    private static String answer(RegistryServer registry, String request, String host, String headers, String body)
            throws IOException {
        return answer(registry, "127.0.0.1", request, host, headers, body);
    }

    private static String answer(
            RegistryServer registry, String address, String request, String host, String headers, String body)
            throws IOException {
        try (Socket socket = new Socket(InetAddress.getAllByName(address)[0], registry.port())) {
            String text = request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\nContent-Length: "
                    + body.length() + "\r\n" + headers + "\r\n" + body;
            socket.getOutputStream().write(text.getBytes(US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }
}
