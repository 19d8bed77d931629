package dev.rota.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.kafka.AdminAnswers;
import dev.rota.settings.AdoptedTopics;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.stream.adopted.MappingAnnouncement;
import dev.rota.testing.Dice;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import dev.rota.worker.letters.LetterChoice;
import dev.rota.worker.letters.LetterRetry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Lets programs without Rota's messages write plain text to a topic that is adopted, and kills them and the workers of
 * its pool.
 */
@Tag("broker")
@Tag("embedded")
@Full
class PlainTopicTest extends ClientFixture {

    private static final String POOL = "orders";
    private static final int RECORDS = 500;
    private static final int KILLS = 4;

    private final Dice dice = new Dice(54);
    private final List<BatchReceipts> batches = new ArrayList<>();
    private final List<DeadLetter> letters = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void shouldHandleEachRecordOnceInTheOrderOfItsKey(Language language) throws Exception {
        language.interpreter();
        String topic = "plain." + language;
        Map<String, String> settings = Map.of("adopt." + topic, "shards", "adopt." + topic + ".pool", POOL);
        try (Tenant tenant = cluster.tenant(new ShardsDomain(), settings)) {
            // given
            AdminAnswers.get(tenant.admin()
                    .createTopics(List.of(new NewTopic(topic, 3, (short) 1)))
                    .all());
            new MappingAnnouncement(tenant.names(), tenant.settings(), tenant.admin())
                    .announce(
                            AdoptedTopics.mapping(
                                    new ShardsDomain(),
                                    topic,
                                    false,
                                    Objects.requireNonNull(AdoptedTopics.of(new ShardsDomain(), tenant.settings())
                                            .get(topic))),
                            OffsetSpec.earliest());
            tenant.produce(
                    "shards.controls",
                    POOL,
                    new PoolControl(
                            POOL, PoolPolicy.newBuilder().setStateless(true).build()));
            tenant.startReady();
            tenant.awaitTaken("shards.controls");
            TopicTail tail = tenant.tail("shards.receipts");
            TopicTail deadLetters = tenant.tail("shards.dead-letters");
            ClientProcess one = start(language, tenant, "shards", "stateless", POOL, "one", "2");
            ClientProcess two = start(language, tenant, "shards", "stateless", POOL, "two", "2");

            // when
            ClientProcess producer = startForeign(language, tenant, "plain", topic, "0", String.valueOf(RECORDS));
            for (int kill = 1; kill <= KILLS; kill++) {
                await(tenant, tail, deadLetters, kill * RECORDS / (KILLS + 2), one, two, producer);
                if (dice.oneIn(2)) {
                    one.kill();
                    one = start(language, tenant, "shards", "stateless", POOL, "one", "2");
                } else {
                    two.kill();
                    two = start(language, tenant, "shards", "stateless", POOL, "two", "2");
                }
            }
            await(tenant, tail, deadLetters, RECORDS, one, two, producer);
            ClientProcess another = startForeign(language, tenant, "plain", topic, "500", "900");
            await(tenant, tail, deadLetters, RECORDS + 50, one, two, another);
            another.kill();
            startForeign(language, tenant, "plain", topic, "1000", "1010").awaitEnd();
            List<ConsumerRecord<byte[], byte[]>> written = tenant.tailOf(topic).toEnd();
            await(tenant, tail, deadLetters, written.size(), one, two, another);
            int dead = letters.size();
            putBack(tenant, dead);
            await(tenant, tail, deadLetters, written.size() + dead, one, two, another);
            one.end();
            two.end();

            // then
            assertOnceEachInOrder(written, letters.subList(0, dead));
            assertThat(letters.subList(dead, 2 * dead))
                    .extracting(DeadLetter::getTransaction, DeadLetter::getKey, DeadLetter::getSource)
                    .containsExactlyInAnyOrderElementsOf(letters.subList(0, dead).stream()
                            .map(letter -> tuple(letter.getTransaction(), letter.getKey(), letter.getSource()))
                            .toList());
            assertThat(Tenant.chained(tenant.audit())).isGreaterThan(written.size());
            assertThat(tenant.failures()).isEmpty();
        }
    }

    private int ended() {
        return letters.size()
                + batches.stream().mapToInt(batch -> batch.getReceipts().size()).sum();
    }

    private void await(Tenant tenant, TopicTail tail, TopicTail dead, int receipts, ClientProcess... clients) {
        Await.until(
                () -> receipts + " receipts, but there are " + ended() + "; "
                        + List.of(clients).stream().map(ClientProcess::output).toList(),
                () -> {
                    try {
                        tenant.values(ReceiptsCommitted.class, tail.more())
                                .forEach(committed -> batches.addAll(committed.getBatches()));
                        letters.addAll(tenant.values(DeadLetter.class, dead.more()));
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    return ended() >= receipts;
                });
    }

    /** Puts all dead letters back, which die again. */
    private static void putBack(Tenant tenant, int letters) throws InterruptedException {
        LetterChoice all = LetterChoice.of(POOL, null, Set.of(), null, null, null);
        try (LetterRetry retry = new LetterRetry(tenant.settings(), tenant.wire(), all, false, false)) {
            assertThat(retry.run(letter -> {}).back()).isEqualTo(letters);
        }
    }

    private void assertOnceEachInOrder(List<ConsumerRecord<byte[], byte[]>> written, List<DeadLetter> dead) {
        List<String> sources = new ArrayList<>();
        Map<String, Long> last = new HashMap<>();
        for (BatchReceipts batch : batches) {
            for (Receipt receipt : batch.getReceipts()) {
                String[] parts = receipt.getTransaction().split("/", -1);
                long offset = Long.parseLong(parts[2]);
                Long before = last.put(batch.getShard() + "/" + parts[1], offset);
                assertThat(before == null || before < offset)
                        .as("%s at %d after %s", batch.getShard(), offset, before)
                        .isTrue();
                assertThat(receipt.getStatus()).isEqualTo(ReceiptStatus.SUCCEEDED);
                sources.add(parts[1] + "/" + offset);
            }
        }
        assertThat(dead).hasSize((int)
                written.stream().filter(record -> record.value().length == 0).count());
        for (DeadLetter letter : dead) {
            sources.add(letter.getSource().substring(letter.getSource().indexOf('/') + 1));
        }
        assertThat(sources)
                .containsExactlyInAnyOrderElementsOf(written.stream()
                        .map(record -> record.partition() + "/" + record.offset())
                        .toList());
    }
}
