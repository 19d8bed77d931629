package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.jobs.Header;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.farm.JobsTables;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A job's payload is sent to every bot that gets the job, and stored for as long as the job is. */
class PayloadTest {

    private final CountedStore store = new CountedStore();
    private final TestFarm farm = TestFarm.of(TestLog.buffered(new JobsDomain(), store));

    @Test
    void shouldRepeatThePayloadInEveryLease() {
        // given
        farm.sync(bot("b1"));
        farm.sync(bot("b2"));

        // when
        List<Decision> first = submitted("j", "make all");
        List<Decision> second = farm.decisions(bot("b1").failed("j", 1).sync());

        // then
        assertThat(payloads(first)).containsExactly("make all");
        assertThat(payloads(second)).containsExactly("make all");
    }

    @Test
    void shouldGiveNoPayloadWithOtherEvents() {
        // given
        farm.sync(bot("b"));
        submitted("j", "make all");

        // when
        List<Decision> cancelled = farm.decisions(new JobEvent("j", "unknown", new JobCancelled()));

        // then
        assertThat(leases(cancelled)).hasSize(1);
        assertThat(payloads(cancelled)).isEmpty();
    }

    @Test
    void shouldRepeatAnEmptyPayload() {
        farm.sync(bot("b"));

        assertThat(leases(submitted("j", "")))
                .extracting(LeaseEvent::getPayload)
                .containsExactly(ByteBuffer.allocate(0));
        assertThat(payloadRows()).isZero();
    }

    @Test
    void shouldWriteThePayloadOnceAndDeleteItWithTheJob() {
        // given
        farm.sync(bot("b"));
        farm.submit("j", "unknown", job("make all"));
        farm.log().flush();
        assertThat(payloadRows()).isEqualTo(1);

        // when the job's own row is written again
        farm.sync(bot("b").failed("j", 1));
        farm.log().flush();
        assertThat(payloadRows()).isEqualTo(1);
        farm.pass(60_000);
        farm.sync(bot("b").completed("j", 2));
        farm.log().flush();

        // then
        assertThat(farm.botOf()).isEmpty();
        assertThat(payloadRows()).isEqualTo(2);
        assertThat(reasons(submitted("j", "an insert fails if the row is still there")))
                .isEmpty();
    }

    @Test
    void shouldNotTouchPayloadsForJobsWithoutOne() {
        farm.sync(bot("b"));
        farm.submit("j", "a");
        farm.sync(bot("b").completed("j", 1));
        farm.log().flush();

        assertThat(payloadRows()).isZero();
        assertThat(store.read(List.of(JobsTables.PAYLOADS))).containsEntry("payloads", 0L);
    }

    @Test
    void shouldGiveWhatAnAdoptedRecordContained() {
        // given a record without a value, and one that failed once
        farm.sync(bot("b1"));
        farm.sync(bot("b2"));
        JobSubmitted tombstone = adopted("mails/0/7", null);
        JobSubmitted mail = adopted("mails/0/8", ByteBuffer.wrap("Dear".getBytes(UTF_8)));

        // when
        List<Decision> first = adopt("7", tombstone);
        List<Decision> second = adopt("8", mail);
        List<Decision> again = farm.decisions(bot("b2").failed("8", 2).sync());

        // then
        assertThat(leases(first)).singleElement().satisfies(lease -> assertSame(lease, tombstone));
        assertThat(leases(second)).singleElement().satisfies(lease -> assertSame(lease, mail));
        assertThat(leases(again)).singleElement().satisfies(lease -> assertSame(lease, mail));
    }

    private static void assertSame(LeaseEvent lease, JobSubmitted submitted) {
        assertThat(lease.getPayload()).isEqualTo(submitted.getPayload());
        assertThat(lease.getKey()).isEqualTo(submitted.getKey());
        assertThat(lease.getHeaders()).isEqualTo(submitted.getHeaders());
        assertThat(lease.getSource()).isEqualTo(submitted.getSource());
    }

    @Test
    void shouldNotRefuseAdoptedJobsForLackOfRoom() {
        // given
        farm.policy(policy -> policy.setQueuedJobsMax(1).setQueuedBytesMax(4));
        adopt("1", adopted("mails/0/1", ByteBuffer.allocate(3)));

        // when
        List<Decision> adopted = adopt("2", adopted("mails/0/2", ByteBuffer.allocate(3)));
        List<Decision> repeated =
                farm.decisions(new JobEvent("3", "unknown", adopted("mails/0/3", ByteBuffer.allocate(3))));

        // then a source that a client claims does not make its job an adopted one
        assertThat(reasons(adopted)).isEmpty();
        assertThat(reasons(repeated)).containsExactly("QUEUE_FULL");
    }

    @Test
    void shouldIgnoreWhatAClientClaimsOfARecord() {
        farm.sync(bot("b"));

        List<Decision> claimed =
                farm.decisions(new JobEvent("j", "unknown", adopted("mails/0/3", ByteBuffer.allocate(3))));

        assertThat(leases(claimed)).singleElement().satisfies(lease -> {
            assertThat(lease.getSource()).isEmpty();
            assertThat(lease.getKey()).isNull();
            assertThat(lease.getHeaders()).isEmpty();
            assertThat(lease.getPayload()).isEqualTo(ByteBuffer.allocate(3));
        });
    }

    /** Otherwise a topic that waits would leave no room for the jobs of clients. */
    @Test
    void shouldNotCountAdoptedPayloads() {
        farm.policy(policy -> policy.setQueuedBytesMax(4));
        adopt("1", adopted("mails/0/1", ByteBuffer.allocate(300)));

        assertThat(reasons(submitted("j", "1234"))).isEmpty();
        farm.cancel("1");
        assertThat(reasons(submitted("k", "1"))).containsExactly("QUEUE_FULL");
    }

    private List<Decision> adopt(String job, JobSubmitted submitted) {
        return farm.adopted(new JobEvent(job, "unknown", submitted));
    }

    private static JobSubmitted adopted(String source, @Nullable ByteBuffer payload) {
        ByteBuffer key = ByteBuffer.wrap(new byte[] {7});
        List<Header> headers = List.of(new Header("tenant", null), new Header("tenant", key));
        return JobSubmitted.newBuilder()
                .setInstance("a")
                .setPayload(payload)
                .setKey(key)
                .setHeaders(headers)
                .setSource(source)
                .build();
    }

    @Test
    void shouldRefusePayloadsBeyondTheCohortsLimit() {
        // given a limit of ten bytes, four of which an assigned job takes
        farm.policy(policy -> policy.setQueuedBytesMax(10));
        farm.sync(bot("b"));
        submitted("running", "1234");
        submitted("queued", "12345");

        // when
        List<Decision> tooMuch = submitted("more", "12");
        List<Decision> justRight = submitted("less", "1");
        List<String> without = farm.submit("none", "a");

        // then
        assertThat(reasons(tooMuch)).containsExactly("QUEUE_FULL");
        assertThat(sentence(tooMuch))
                .isEqualTo("expected at most 10 bytes of payload for queued and assigned jobs, but there are 9 and this"
                        + " job has 2");
        assertThat(reasons(justRight)).isEmpty();
        assertThat(without).containsExactly("none QUEUED");
    }

    @Test
    void shouldHaveRoomAgainWhenAJobEnds() {
        farm.policy(policy -> policy.setQueuedBytesMax(10));
        submitted("a", "1234567890");
        farm.cancel("a");

        assertThat(reasons(submitted("b", "1234567890"))).isEmpty();
    }

    private List<Decision> submitted(String job, String payload) {
        return farm.decisions(new JobEvent(job, "unknown", job(payload)));
    }

    private static JobSubmitted job(String payload) {
        return JobSubmitted.newBuilder()
                .setInstance("a")
                .setPayload(ByteBuffer.wrap(payload.getBytes(UTF_8)))
                .build();
    }

    private long payloadRows() {
        farm.log().flush();
        return store.written(JobsTables.PAYLOADS);
    }

    private static List<LeaseEvent> leases(List<Decision> decisions) {
        return decisions.stream()
                .filter(decision -> decision.value() instanceof LeaseEvent)
                .map(decision -> (LeaseEvent) decision.value())
                .toList();
    }

    private static List<String> payloads(List<Decision> decisions) {
        return leases(decisions).stream()
                .map(LeaseEvent::getPayload)
                .filter(payload -> payload != null)
                .map(PayloadTest::text)
                .toList();
    }

    private static String text(@Nullable ByteBuffer payload) {
        return payload == null ? "" : UTF_8.decode(payload.duplicate()).toString();
    }

    private static List<String> reasons(List<Decision> decisions) {
        return rejections(decisions).stream().map(Rejection::getReason).toList();
    }

    private static String sentence(List<Decision> decisions) {
        return rejections(decisions).get(0).getMessage();
    }

    private static List<Rejection> rejections(List<Decision> decisions) {
        return decisions.stream()
                .filter(decision -> decision.value() instanceof Rejection)
                .map(decision -> (Rejection) decision.value())
                .toList();
    }
}
