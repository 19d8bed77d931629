package dev.rota.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.local.LocalBroker;
import dev.rota.local.NotStarted;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("broker")
@Tag("embedded")
class LocalRegistryTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final String ONE = record("{'name':'a','type':'int'}");
    private static final String WITH_DEFAULT =
            record("{'name':'a','type':'int'},{'name':'b','type':'int','default':0}");
    private static final String WITHOUT_DEFAULT = record("{'name':'a','type':'int'},{'name':'b','type':'int'}");
    private static final String EMPTY = record("");

    private final MemoryJournal journal = new MemoryJournal();
    private RegistryServer registry;

    @BeforeEach
    void start() {
        registry = RegistryServer.start(RegistryAccess.local(0), () -> journal);
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void shouldGiveASchemaOneIdUnderAllSubjects() throws Exception {
        assertThat(ask("POST", "/subjects/a-value/versions", body(ONE))).isEqualTo("200 {'id':1}");
        assertThat(ask("POST", "/subjects/a-value/versions", body(ONE))).isEqualTo("200 {'id':1}");
        assertThat(ask("POST", "/subjects/a-value/versions", body(WITH_DEFAULT)))
                .isEqualTo("200 {'id':2}");
        assertThat(ask("POST", "/subjects/b-value/versions", body(WITH_DEFAULT)))
                .isEqualTo("200 {'id':2}");

        assertThat(ask("GET", "/subjects")).isEqualTo("200 ['a-value','b-value']");
        assertThat(ask("GET", "/subjects/a-value/versions")).isEqualTo("200 [1,2]");
        assertThat(ask("GET", "/schemas/ids/2/versions"))
                .isEqualTo("200 [{'subject':'a-value','version':2},{'subject':'b-value','version':1}]");
    }

    @Test
    void shouldShowAVersionAndItsSchema() throws Exception {
        // given
        ask("POST", "/subjects/a/versions", body(ONE));
        String version = "200 {'subject':'a','version':1,'id':1,'schema':'" + ONE.replace("'", "\\'") + "'}";

        // then
        assertThat(ask("GET", "/subjects/a/versions/1")).isEqualTo(version);
        assertThat(ask("GET", "/subjects/a/versions/latest")).isEqualTo(version);
        assertThat(ask("POST", "/subjects/a", body(ONE))).isEqualTo(version);
        assertThat(ask("GET", "/subjects/a/versions/1/schema")).isEqualTo("200 " + ONE);
        assertThat(ask("GET", "/schemas/ids/1/schema")).isEqualTo("200 " + ONE);
        assertThat(ask("GET", "/schemas/ids/1")).isEqualTo("200 {'schema':'" + ONE.replace("'", "\\'") + "'}");
    }

    @Test
    void shouldAnswerWhileOthersHaveSentHalfARequest() throws Exception {
        List<Socket> halves = new ArrayList<>();
        try {
            // given clients that send half a head or half a body
            for (int i = 0; i < 60; i++) {
                Socket half = new Socket("localhost", registry.port());
                halves.add(half);
                String sent = i % 2 == 0
                        ? "GET /subj"
                        : "POST /subjects/a/versions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{";
                half.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
                half.getOutputStream().flush();
            }

            // then
            assertThat(ask("POST", "/subjects/a/versions", body(ONE))).isEqualTo("200 {'id':1}");
        } finally {
            for (Socket half : halves) {
                half.close();
            }
        }
    }

    @Test
    void shouldRefuseASchemaThatIsTooLong() throws Exception {
        // given
        String longest = "x".repeat(RegistryBook.SCHEMA_CHARS_MAX);
        String tooLong = ONE.replace("'name':'a'", "'name':'a','doc':'" + longest + "'");

        // then
        assertThat(ask("POST", "/subjects/a/versions", body(tooLong)))
                .startsWith("422 {'error_code':42201")
                .contains("at most 100000 characters");
        assertThat(ask("POST", "/subjects/a/versions", body(tooLong + " ".repeat(3_000_000))))
                .startsWith("422 {'error_code':42201")
                .contains("at most 1000000 bytes");
        assertThat(ask("POST", "/subjects/a/versions", body(ONE))).isEqualTo("200 {'id':1}");
    }

    @Test
    void shouldReadEscapedSubjects() throws Exception {
        // given
        ask("POST", "/subjects/a%2Fb%20c%2Bd%C3%A9+e/versions", body(ONE));

        // then
        assertThat(ask("GET", "/subjects")).isEqualTo("200 ['a/b c+dé+e']");
        assertThat(ask("GET", "/subjects/a%2Fb%20c%2Bd%C3%A9+e/versions")).isEqualTo("200 [1]");
    }

    @Test
    void shouldRefuseWhatCannotReadTheLatestVersion() throws Exception {
        // given
        ask("POST", "/subjects/a/versions", body(ONE));

        // then
        assertThat(ask("POST", "/subjects/a/versions", body(WITHOUT_DEFAULT)))
                .startsWith("409 {'error_code':409,'message':'Schema being registered is incompatible with an earlier"
                        + " schema: it cannot read what version 1 has written: READER_FIELD_MISSING_DEFAULT_VALUE");
        assertThat(ask("POST", "/subjects/a/versions", body(WITH_DEFAULT))).isEqualTo("200 {'id':2}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GET | /subjects/x/versions | | 404 {'error_code':40401",
                "GET | /subjects/x/versions/1 | | 404 {'error_code':40401",
                "DELETE | /subjects/a | | 405 {'error_code':405",
                "POST | /subjects/x | {'schema':'\\'int\\''} | 404 {'error_code':40401",
                "POST | /subjects/a | {'schema':'\\'long\\''} | 404 {'error_code':40403",
                "GET | /subjects/a/versions/9 | | 404 {'error_code':40402",
                "GET | /subjects/a/versions/x | | 422 {'error_code':42202",
                "GET | /subjects/a/versions/0 | | 422 {'error_code':42202",
                "GET | /schemas/ids/9 | | 404 {'error_code':40403",
                "GET | /schemas/ids/x | | 400 {'error_code':400",
                "POST | /subjects/a/versions | {'schema':'nonsense'} | 422 {'error_code':42201",
                "POST | /subjects/a/versions | {'schema':'{}','schemaType':'JSON'} | 422 {'error_code':42201",
                "POST | /subjects/a/versions | {} | 422 {'error_code':42201",
                "POST | /subjects/a/versions | nonsense | 400 {'error_code':400",
                "GET | /config/a | | 200 {'compatibilityLevel':'BACKWARD'}",
                "PUT | /config | {'compatibility':'NONE'} | 405 {'error_code':405",
                "POST | /nowhere | {} | 404 {'error_code':404",
                "GET | /schemas/types | | 200 ['AVRO']",
                "GET | / | | 200 {}",
                "GET | /nowhere | | 404 {'error_code':404",
            })
    void shouldAnswerAsTheApiSays(String method, String path, String body, String answer) throws Exception {
        // given
        ask("POST", "/subjects/a/versions", "{'schema':'\\'int\\''}");

        // then
        assertThat(ask(method, path, body == null ? "" : body)).startsWith(answer);
    }

    @Test
    void shouldSayThatItsPortIsTaken() {
        assertThatThrownBy(() -> RegistryServer.local("localhost:1", registry.port()))
                .isInstanceOf(NotStarted.class)
                .hasMessage("port " + registry.port() + " is already in use");
    }

    @Test
    void shouldKeepItsContentInATopic(@TempDir Path dir) throws Exception {
        // given
        registry.close();
        try (LocalBroker broker = LocalBroker.at(dir, 0)) {
            registry = RegistryServer.local(broker.bootstrapServers(), 0);
            ask("POST", "/subjects/a/versions", body(ONE));
            ask("POST", "/subjects/b/versions", body(WITH_DEFAULT));
            registry.close();
        }

        // when
        try (LocalBroker broker = LocalBroker.at(dir, 0);
                Admin admin = Admin.create(java.util.Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            registry = RegistryServer.local(broker.bootstrapServers(), 0);

            // then
            assertThat(admin.listTopics().names().get()).containsExactly("rota-registry");
            assertThat(ask("GET", "/subjects")).isEqualTo("200 ['a','b']");
            assertThat(ask("POST", "/subjects/b/versions", body(WITH_DEFAULT))).isEqualTo("200 {'id':2}");
            assertThat(ask("POST", "/subjects/a/versions", body(EMPTY))).isEqualTo("200 {'id':3}");
            assertThat(ask("GET", "/subjects/a/versions")).isEqualTo("200 [1,2]");
            registry.close();
        }
    }

    private static String record(String fields) {
        return "{'type':'record','name':'R','fields':[" + fields + "]}";
    }

    private static String body(String schema) {
        return "{'schema':'" + schema.replace("'", "\\'") + "'}";
    }

    private String ask(String method, String path) throws IOException, InterruptedException {
        return ask(method, path, "");
    }

    /** Returns status and body. Single quotes stand for double ones, since no text in these tests contains them. */
    private String ask(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = HTTP.send(
                HttpRequest.newBuilder(URI.create(registry.url() + path))
                        .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                        .method(method, BodyPublishers.ofString(body.replace('\'', '"')))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/vnd.schemaregistry.v1+json");
        assertThat(new ObjectMapper().readTree(response.body()).isMissingNode()).isFalse();
        return response.statusCode() + " " + response.body().replace('"', '\'');
    }
}
