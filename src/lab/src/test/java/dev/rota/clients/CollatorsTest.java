package dev.rota.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.SessionChange;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.stream.Tenant;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the collators of {@code schemas/cores/clients} unchanged against a scheduler. The test acts as the chain. */
@Tag("broker")
@Full
class CollatorsTest extends ClientFixture {

    private static final String CHAIN = "relay";
    private static final int PARA = 7;

    /**
     * Three claims, each identified by its id: one is rejected, one is backed at the second attempt, and one at the
     * first.
     */
    @ParameterizedTest
    @EnumSource
    void shouldFollowItsClaims(Language language) throws Exception {
        language.interpreter();
        try (Tenant tenant = cluster.tenant(new CoresDomain())) {
            // given a session without the para
            tenant.startReady();
            end(tenant, 0, session(0, List.of()));
            tenant.awaitTaken("cores.blocks");
            addFields(tenant, "cores.claims", Claim.getClassSchema());
            ClientProcess collator =
                    start(language, tenant, "cores", "collator", CHAIN, String.valueOf(PARA), "me", "2");
            await(collator, "rejected, NOT_LIVE: expected a live parathread, but para 7 is none (claim ", 1);

            // when
            start(tenant, 1);
            end(tenant, 1, session(1, List.of(PARA)));
            await(collator, "QUEUED block 1 core 0", 1);
            start(tenant, 2);
            await(collator, "SCHEDULED block 2 core 0", 1);
            await(collator, "author block 2 for core 0, backed by ann bob", 1);
            end(tenant, 2, null);
            await(collator, "expected in block 3 on core 0", 1);
            start(tenant, 3);
            await(collator, "RETURNED block 3 core 0", 1);
            await(collator, "author block 3 for core 0, backed by ann bob", 1);
            end(tenant, 3, null, 0);
            await(collator, "BACKED block 3 core 0", 1);
            start(tenant, 4, 0);
            await(collator, "CONCLUDED block 4 core 0", 1);
            end(tenant, 4, null);
            await(collator, "QUEUED block 4 core 0", 1);
            start(tenant, 5);
            end(tenant, 5, null, 0);
            start(tenant, 6, 0);

            // then
            Await.until(() -> "it ends after two claims: " + collator.output(), () -> !collator.isAlive());
            await(collator, " CONCLUDED ", 2);
            Map<String, List<ClaimEventKind>> claims = new LinkedHashMap<>();
            for (ClaimEvent event : tenant.values(
                    ClaimEvent.class, tenant.tail("cores.claim-events").toEnd())) {
                claims.computeIfAbsent(String.valueOf(event.getId()), id -> new ArrayList<>())
                        .add(event.getKind());
            }
            assertThat(claims.values())
                    .containsExactly(
                            List.of(
                                    ClaimEventKind.QUEUED,
                                    ClaimEventKind.SCHEDULED,
                                    ClaimEventKind.RETURNED,
                                    ClaimEventKind.SCHEDULED,
                                    ClaimEventKind.BACKED,
                                    ClaimEventKind.CONCLUDED),
                            List.of(
                                    ClaimEventKind.QUEUED,
                                    ClaimEventKind.SCHEDULED,
                                    ClaimEventKind.BACKED,
                                    ClaimEventKind.CONCLUDED));
            assertThat(tenant.rejections(tenant.rejections().toEnd()))
                    .extracting(Rejection::getReason)
                    .containsExactly("NOT_LIVE");
        }
    }

    private static SessionChange session(int index, List<Integer> parathreads) {
        CoresConfig config = CoresConfig.newBuilder()
                .setParathreadCores(1)
                .setParathreadRetries(1)
                .setThreadAvailabilityPeriod(100)
                .build();
        return SessionChange.newBuilder()
                .setIndex(index)
                .setConfig(config)
                .setParachains(List.of())
                .setParathreads(parathreads)
                .setValidators(List.of("ann", "bob"))
                .build();
    }

    private static void start(Tenant tenant, long block, Integer... concluded) throws InterruptedException {
        produce(tenant, block, new BlockStarted(List.of(concluded), null));
    }

    private static void end(Tenant tenant, long block, @Nullable SessionChange session, Integer... backed)
            throws InterruptedException {
        produce(tenant, block, new BlockEnded(List.of(backed), session));
    }

    private static void produce(Tenant tenant, long block, SpecificRecord event) throws InterruptedException {
        tenant.produce("cores.blocks", CHAIN, new BlockEvent(CHAIN, block, event, null));
    }

    /** Waits until the collator has printed a text {@code times} times. */
    private static void await(ClientProcess collator, String text, int times) {
        Await.until(
                () -> "'" + text + "' from the collator, but it says: " + collator.output(),
                () -> collator.output().split(Pattern.quote(text), -1).length > times);
    }
}
