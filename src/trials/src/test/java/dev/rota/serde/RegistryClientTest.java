package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Rejection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RegistryClientTest {

    private static final Schema TEXT = Schema.create(Schema.Type.STRING);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String UNKNOWN = "{\"error_code\":40403,\"message\":\"Schema 7 not found\"}";
    private static final String DENIED = "{\"error_code\":40301,\"message\":\"User is denied operation Read\"}";
    private static final String REFERRING = "{\"schema\":\"[\\\"a.B\\\",\\\"null\\\"]\",\"references\":"
            + "[{\"name\":\"a.B\",\"subject\":\"b\",\"version\":2}]}";
    private static final String TEXT_ANSWER = "{\"schema\":\"\\\"string\\\"\"}";

    private ScriptedRegistry registry;
    private final List<String> waits = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        registry = new ScriptedRegistry();
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private RegistryClient client(String url, String... more) {
        Map<String, String> properties = new TreeMap<>(Map.of("schema.registry.url", url));
        for (int i = 0; i < more.length; i += 2) {
            properties.put("schema.registry." + more[i], more[i + 1]);
        }
        return new RegistryClient(
                new RegistryEndpoints(RegistrySettings.of(properties), (why, since) -> waits.add(why), pauses::add));
    }

    @Test
    void shouldRegisterOnceAndRememberTheId() throws InterruptedException {
        // given
        registry.then(200, "{\"id\":12}");
        RegistryClient client = client(registry.url() + "/apis/ccompat/v7/");

        // when
        int first = client.register("jobs/a b-value", TEXT);
        int second = client.register("jobs/a b-value", TEXT);

        // then
        assertThat(first).isEqualTo(12);
        assertThat(second).isEqualTo(12);
        assertThat(registry.asked)
                .extracting(ScriptedRegistry.Asked::line)
                .containsExactly("POST /apis/ccompat/v7/subjects/jobs%2Fa%20b-value/versions");
    }

    @Test
    void shouldNotSendJavaOnlyProperties() throws InterruptedException {
        // given
        registry.then(200, "{\"id\":1}");
        assertThat(Rejection.getClassSchema().toString()).contains("avro.java.string");

        // when
        client(registry.url()).register("jobs.rejections-value", Rejection.getClassSchema());

        // then
        assertThat(registry.asked.get(0).body())
                .doesNotContain("avro.java.string")
                .contains("Log time, ms since the epoch.")
                .contains("\\\"default\\\":null");
    }

    @Test
    void shouldLookUpWithoutRegistering() throws InterruptedException {
        // given
        registry.then(200, "{\"subject\":\"s\",\"id\":3,\"version\":1,\"schema\":\"\\\"string\\\"\"}");

        // when
        int id = client(registry.url()).lookUp("s", TEXT);

        // then
        assertThat(id).isEqualTo(3);
        assertThat(registry.asked).extracting(ScriptedRegistry.Asked::line).containsExactly("POST /subjects/s");
    }

    @Test
    void shouldSayWhatToDoIfASchemaIsNotRegistered() {
        registry.then(404, "{\"error_code\":40401,\"message\":\"Subject not found.\"}");
        assertThatThrownBy(() -> client(registry.url()).lookUp("jobs.events-value", Rejection.getClassSchema()))
                .isInstanceOf(RegistryRefused.class)
                .hasMessage("expected the schema of dev.rota.engine.Rejection to be registered as jobs.events-value,"
                        + " but it is not: register it, or set serde.auto.register=true");
    }

    @Test
    void shouldPassOnWhyARegistrationIsRefused() {
        registry.then(409, "{\"error_code\":409,\"message\":\"incompatible with version 3\"}");
        assertThatThrownBy(() -> client(registry.url()).register("s", TEXT))
                .isInstanceOf(RegistryRefused.class)
                .hasMessageEndingWith("to answer when asked to register a schema as s, but it refuses with status 409:"
                        + " incompatible with version 3");
    }

    @Test
    void shouldRememberASchemaByItsId() throws Exception {
        // given
        registry.then(200, TEXT_ANSWER);
        RegistryClient client = client(registry.url());

        // when
        Schema first = client.byId(7);
        Schema second = client.byId(7);

        // then
        assertThat(first).isEqualTo(TEXT).isSameAs(second);
        assertThat(registry.asked).extracting(ScriptedRegistry.Asked::line).containsExactly("GET /schemas/ids/7");
    }

    @Test
    void shouldLimitTheSizeOfAnswers() {
        // given an oversized schema, which any client may have registered
        registry.then(200, "{\"schema\":\"" + "x".repeat(RegistryEndpoints.ANSWER_BYTES_MAX) + "\"}");

        // then
        assertThatThrownBy(() -> client(registry.url()).byId(7, HOUR))
                .isInstanceOf(SchemaUnknown.class)
                .hasMessage(
                        "expected a schema 7 that can be read, but the registry's answer has more than 2000000 bytes");
        assertThat(registry.asked).hasSize(1);
    }

    @Test
    void shouldNotFollowReferencesForEver() {
        // given a registry in which each schema refers to the next
        for (int i = 0; i < 150; i++) {
            registry.then(
                    200, "{\"schema\":\"\\\"string\\\"\",\"references\":[{\"subject\":\"s" + i + "\",\"version\":1}]}");
        }

        // then
        assertThatThrownBy(() -> client(registry.url()).byId(7, HOUR))
                .isInstanceOf(SchemaUnknown.class)
                .hasMessage("expected schema 7 to refer to at most 100 others, but it refers to more");
        assertThat(registry.asked).hasSize(101);
    }

    @Test
    void shouldForgetSchemasThatTakeTooMuchMemory() throws Exception {
        // given sixty schemas of nearly the greatest size
        String doc = "x".repeat(95_000);
        for (int i = 0; i < 61; i++) {
            registry.then(
                    200,
                    "{\"schema\":\"{\\\"type\\\":\\\"enum\\\",\\\"name\\\":\\\"E\\\",\\\"doc\\\":\\\"" + doc
                            + "\\\",\\\"symbols\\\":[]}\"}");
        }
        RegistryClient client = client(registry.url());
        for (int i = 0; i < 60; i++) {
            client.byId(i, HOUR);
        }
        assertThat(registry.asked).hasSize(60);

        // then the last ones are cached, and the first is requested again
        client.byId(59, HOUR);
        client.byId(20, HOUR);
        assertThat(registry.asked).hasSize(60);
        client.byId(0, HOUR);
        assertThat(registry.asked).hasSize(61);
    }

    @Test
    void shouldTakeTypesOfOtherSubjects() throws Exception {
        // given
        registry.then(
                        200,
                        "{\"schema\":\"[\\\"a.B\\\",\\\"null\\\"]\",\"references\":"
                                + "[{\"name\":\"a.B\",\"subject\":\"b\",\"version\":2}]}")
                .then(200, "{\"schema\":\"{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"a.B\\\",\\\"fields\\\":[]}\"}");

        // when
        Schema schema = client(registry.url()).byId(7);

        // then
        assertThat(schema.getTypes().get(0).getFullName()).isEqualTo("a.B");
        assertThat(registry.asked.get(1).line()).isEqualTo("GET /subjects/b/versions/2");
    }

    @Test
    void shouldSayThatAnIdIsUnknown() {
        registry.then(404, UNKNOWN);
        assertThatThrownBy(() -> client(registry.url()).byId(7))
                .isInstanceOf(SchemaUnknown.class)
                .hasMessage("expected a schema 7 in the registry, but it knows none");
        assertThat(pauses).isEmpty();
        assertThat(waits).isEmpty();
    }

    @Test
    void shouldHaveNoSchemaForANegativeId() {
        assertThatThrownBy(() -> client(registry.url()).byId(-1)).isInstanceOf(SchemaUnknown.class);
        assertThat(registry.asked).isEmpty();
    }

    @Test
    void shouldRefuseSchemasThatAreNotAvro() {
        registry.then(200, "{\"schemaType\":\"JSON\",\"schema\":\"{}\"}");
        assertThatThrownBy(() -> client(registry.url()).byId(7))
                .isInstanceOf(SchemaUnknown.class)
                .hasMessage("expected schema 7 to be Avro, but it is JSON");
    }

    @Test
    void shouldAskAgainWhereTheRegistryLags() throws Exception {
        // given
        registry.then(404, UNKNOWN).then(404, UNKNOWN).then(200, TEXT_ANSWER);

        // when
        Schema schema = client(registry.url()).byId(7, HOUR);

        // then
        assertThat(schema).isEqualTo(TEXT);
        assertThat(registry.asked).hasSize(3);
    }

    @Test
    void shouldWaitForAnIdThatWasUnknownWithoutWaitingBefore() throws Exception {
        // given
        registry.then(404, UNKNOWN);
        RegistryClient client = client(registry.url());
        assertThatThrownBy(() -> client.byId(7)).isInstanceOf(SchemaUnknown.class);

        // when
        registry.then(404, UNKNOWN).then(200, TEXT_ANSWER);

        // then
        assertThat(client.byId(7, HOUR)).isEqualTo(TEXT);
    }

    @Test
    void shouldTimeOutOverAnIdOnlyOnce() throws Exception {
        // given
        registry.then(404, UNKNOWN);
        RegistryClient client = client(registry.url());
        assertThatThrownBy(() -> client.byId(7, Duration.ofNanos(1))).isInstanceOf(SchemaUnknown.class);

        // when, then
        assertThatThrownBy(() -> client.byId(7, HOUR)).isInstanceOf(SchemaUnknown.class);
        assertThat(registry.asked).hasSize(2);
        registry.then(404, UNKNOWN).then(200, TEXT_ANSWER);
        assertThatThrownBy(() -> client.byId(7, HOUR)).isInstanceOf(SchemaUnknown.class);
        assertThatThrownBy(() -> client.byId(7, HOUR)).isInstanceOf(SchemaUnknown.class);
        assertThat(client.byId(7, HOUR)).isEqualTo(TEXT);
    }

    @Test
    void shouldWaitForARegistryThatFails() throws Exception {
        // given
        registry.then(503, "").then(500, "{\"error_code\":50003}").then(429, "").then(200, TEXT_ANSWER);

        // when
        Schema schema = client(registry.url()).byId(7);

        // then
        assertThat(schema).isEqualTo(TEXT);
        assertThat(waits).containsExactly(registry.url() + " answers with status 503");
        assertThat(pauses).isSorted().hasSize(3);
    }

    @Test
    void shouldNotTrustAProxysErrorPage() throws Exception {
        // given
        registry.then(404, "<html>no such page</html>")
                .then(404, "{\"error\":\"no route\"}")
                .then(200, "<html>please log in</html>")
                .then(200, TEXT_ANSWER);

        // when
        Schema schema = client(registry.url()).byId(7);

        // then
        assertThat(schema).isEqualTo(TEXT);
        assertThat(waits)
                .containsExactly(registry.url() + " answers with status 404, but not as a schema registry does");
    }

    @Test
    void shouldAskTheNextUrlAndStayWithTheOneThatAnswers() throws Exception {
        // given
        registry.then(200, TEXT_ANSWER);
        try (ScriptedRegistry failing = new ScriptedRegistry().then(500, "")) {
            RegistryClient client = client(failing.url() + "," + registry.url());

            // when
            client.byId(1);
            client.byId(2);

            // then
            assertThat(failing.asked).hasSize(1);
            assertThat(registry.asked).hasSize(2);
            assertThat(waits).isEmpty();
        }
    }

    @Test
    void shouldWaitForARegistryThatIsDownUntilInterrupted() throws Exception {
        // given
        registry.close();
        CountDownLatch waiting = new CountDownLatch(3);
        AtomicReference<Throwable> end = new AtomicReference<>();
        RegistryClient client = new RegistryClient(new RegistryEndpoints(
                RegistrySettings.of(Map.of("schema.registry.url", registry.url())),
                (why, since) -> waits.add(why),
                duration -> {
                    waiting.countDown();
                    if (waiting.getCount() == 0) {
                        new CountDownLatch(1).await(); // an endless pause
                    }
                }));
        Thread caller = new Thread(() -> {
            try {
                client.byId(7);
            } catch (SchemaUnknown | InterruptedException e) {
                end.set(e);
            }
        });
        caller.start();
        assertThat(waiting.await(20, TimeUnit.SECONDS)).isTrue();

        // when
        caller.interrupt();
        caller.join(TimeUnit.SECONDS.toMillis(20));

        // then
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        assertThat(waits).containsExactly(registry.url() + " cannot be reached");
    }

    @Test
    void shouldSendItsCredentials() throws Exception {
        // given
        registry.then(200, TEXT_ANSWER);

        // when
        client(registry.url(), "basic.auth.credentials.source", "USER_INFO", "basic.auth.user.info", "us:pw")
                .byId(1);
        client("http://us:pw@" + registry.address()).byId(1);

        // then
        assertThat(registry.asked)
                .extracting(ScriptedRegistry.Asked::authorization)
                .containsExactly("Basic dXM6cHc=", "Basic dXM6cHc=");
    }

    /** The registry authorizes by subject. Any client may write the id of another team's schema into a record. */
    @Test
    void shouldNotKnowASchemaThatItMayNotRead() throws Exception {
        // given
        registry.then(403, DENIED);
        RegistryClient client = client(registry.url());

        // then
        assertThatThrownBy(() -> client.byId(7))
                .isInstanceOf(SchemaUnknown.class)
                .hasMessage("expected a schema 7 that may be read, but the registry forbids it with status 403");

        // and when access is granted while a record waits for it
        registry.then(403, DENIED).then(403, DENIED).then(200, TEXT_ANSWER);

        // then
        assertThat(client.byId(7, HOUR)).isEqualTo(TEXT);
    }

    /** A response that is not about this id may be temporary, so a record must not be rejected because of it. */
    @Test
    void shouldNotTakeAProxysRefusalForThatOfASchema() {
        registry.then(403, "<html>forbidden</html>");
        assertThatThrownBy(() -> client(registry.url()).byId(7))
                .isInstanceOf(RegistryRefused.class)
                .hasMessageContaining("it answers with status 403");
    }

    @Test
    void shouldNotRefuseASchemaBecauseItsReferencesAreAskedUnauthorized() {
        // given credentials that expire between two requests
        registry.then(200, REFERRING).then(401, "{\"error_code\":40101,\"message\":\"Unauthorized\"}");

        // then
        assertThatThrownBy(() -> client(registry.url()).byId(7))
                .isInstanceOf(RegistryRefused.class)
                .hasMessageContaining("it answers with status 401");
    }

    @Test
    void shouldNotKnowASchemaOfWhichAPartMayNotBeRead() {
        registry.then(200, REFERRING).then(403, DENIED);
        assertThatThrownBy(() -> client(registry.url()).byId(7))
                .isInstanceOf(SchemaUnknown.class)
                .hasMessage("expected what schema 7 refers to at /subjects/b/versions/2, but User is denied operation"
                        + " Read");
    }

    @Test
    void shouldNotRegisterWhereItIsForbidden() {
        registry.then(403, DENIED);
        assertThatThrownBy(() -> client(registry.url()).register("s", TEXT))
                .isInstanceOf(RegistryRefused.class)
                .hasMessageContaining("to accept the credentials, but it answers with status 403");
    }

    @Test
    void shouldNotRetryIfUnauthorized() {
        registry.then(401, "");
        assertThatThrownBy(
                        () -> client("http://us:secret@" + registry.address()).byId(1))
                .isInstanceOf(RegistryRefused.class)
                .hasMessageStartingWith(
                        "expected the registry at " + registry.url() + " to accept the credentials, but")
                .hasMessageNotContaining("secret");
    }
}
