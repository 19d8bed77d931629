package dev.rota.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.FreedReason;
import dev.rota.cores.SessionChange;
import dev.rota.cores.ValidatorDuties;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Nullable;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The pages of a chain show the figures of its outputs. */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Full
class ChainPagesTest {
    private static final String CHAIN = "relay";
    private static final int BLOCKS = 12;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private DomainWithPages chain;

    @SuppressWarnings("NullAway.Init")
    private List<CoreSchedule> schedules;

    @SuppressWarnings("NullAway.Init")
    private List<CoreForecast> forecasts;

    @SuppressWarnings("NullAway.Init")
    private List<ClaimEvent> claims;

    @BeforeAll
    void decideSomething() throws Exception {
        chain = new DomainWithPages(new CoresDomain());
        produceBlocks();
        schedules = values("cores.assignments", CoreSchedule.class);
        forecasts = values("cores.forecasts", CoreForecast.class);
        claims = values("cores.claim-events", ClaimEvent.class);
        Await.until(
                "the pages show the last block",
                () -> chain.get("/subject?domain=cores&unit=relay&kind=block&id=" + BLOCKS)
                        .contains("the forecast at its end"));
    }

    @AfterAll
    void stop() throws Exception {
        chain.close();
    }

    /**
     * Produces blocks of three parachains and two shared cores. One core sometimes times out, and one is not always
     * backed.
     */
    private void produceBlocks() throws Exception {
        produce("cores.blocks", ended(0, session()));
        for (int block = 1; block <= BLOCKS; block++) {
            produceClaims(block);
            List<Integer> freed = block == 1 ? List.of() : block % 4 == 0 ? List.of(0, 1) : List.of(0, 1, 2);
            produce(
                    "cores.blocks",
                    new BlockEvent(
                            CHAIN,
                            (long) block,
                            new BlockStarted(freed, block % 4 == 0 ? List.of(2) : List.of()),
                            null));
            produce("cores.blocks", ended(block, null));
        }
    }

    private void produceClaims(int block) throws Exception {
        produce("cores.claims", new Claim(CHAIN, 2_000 + block, "ann", "claim-" + block));
        if (block % 2 == 0) {
            produce("cores.claims", new Claim(CHAIN, 2_100 + block, "bob", null));
        }
    }

    private static BlockEvent ended(long block, @Nullable SessionChange session) {
        List<Integer> backed = block == 0 ? List.of() : block % 5 == 0 ? List.of(0, 1, 2) : List.of(0, 1, 2, 3, 4);
        return new BlockEvent(CHAIN, block, new BlockEnded(backed, session), null);
    }

    private static SessionChange session() {
        return SessionChange.newBuilder()
                .setIndex(7)
                .setConfig(CoresConfig.newBuilder()
                        .setParathreadCores(2)
                        .setParathreadRetries(1)
                        .setGroupRotationFrequency(4)
                        .setChainAvailabilityPeriod(100)
                        .setThreadAvailabilityPeriod(100)
                        .setSchedulingLookahead(20)
                        .build())
                .setParachains(List.of(1_000, 1_001, 1_002))
                .setParathreads(IntStream.rangeClosed(2_001, 2_200).boxed().toList())
                .setValidators(
                        IntStream.range(0, 15).mapToObj(i -> "validator-" + i).toList())
                .build();
    }

    @Test
    void shouldShowTheStateOfTheOutputs() {
        Document page = page("/state?domain=cores&unit=" + CHAIN);
        CoreForecast forecast = last(forecasts);
        long occupied = forecast.getCores().stream()
                .filter(core -> core.getState() == CoreState.OCCUPIED)
                .count();
        assertThat(figure(page, "block")).isEqualTo("" + BLOCKS);
        assertThat(figure(page, "session")).isEqualTo("" + last(schedules).getSession());
        assertThat(figure(page, "occupied")).isEqualTo("" + occupied);
        assertThat(figure(page, "cores")).isEqualTo("" + forecast.getCores().size());
        assertThat(figure(page, "queued")).isEqualTo("" + forecast.getQueued());
        boolean rotatesNow = forecast.getLastRotationAt() == forecast.getBlock();
        assertThat(page.text())
                .contains(
                        "at block " + (rotatesNow ? forecast.getLastRotationAt() : forecast.getNextRotationAt()) + ".");
        for (CoreOutlook core : forecast.getCores()) {
            Element row = Objects.requireNonNull(page.selectFirst("tr[data-core=" + core.getCore() + "]"));
            assertThat(figure(row, "state")).startsWith(core.getState().name().toLowerCase(Locale.ROOT));
            assertThat(figure(row, "para")).isEqualTo(core.getPara() == null ? "" : "" + core.getPara());
            assertThat(figure(row, "times-out")).isEqualTo(core.getTimeOutAt() == null ? "" : "" + core.getTimeOutAt());
            assertThat(figure(row, "concluded")).isEqualTo("" + freed(core.getCore(), FreedReason.CONCLUDED));
            assertThat(figure(row, "timed-out")).isEqualTo("" + freed(core.getCore(), FreedReason.TIMED_OUT));
        }
        assertThat(freed(2, FreedReason.TIMED_OUT)).isPositive();
    }

    @Test
    void shouldShowEachClaimAndItsPosition() {
        Document page = page("/state?domain=cores&unit=" + CHAIN);
        for (var claim : last(forecasts)
                .getClaims()
                .subList(0, Math.min(5, last(forecasts).getClaims().size()))) {
            Element row = Objects.requireNonNull(page.selectFirst("tr[data-para=" + claim.getPara() + "]"));
            assertThat(row.text()).contains("block " + claim.getExpectedBlock());
            if (event(claim.getPara()).getKind() == ClaimEventKind.SCHEDULED) {
                continue;
            }
            assertThat(figure(row, "position")).isEqualTo("" + claim.getPosition());
        }
    }

    @Test
    void shouldShowWhatHappenedInEachBlock() {
        for (CoreSchedule schedule : schedules) {
            Document page = page("/subject?domain=cores&unit=relay&kind=block&id=" + schedule.getBlock());
            long timedOut = schedule.getFreed().stream()
                    .filter(core -> core.getReason() == FreedReason.TIMED_OUT)
                    .count();
            long backed = forecasts.stream()
                    .filter(forecast -> forecast.getBlock() == schedule.getBlock() + 1)
                    .flatMap(forecast -> forecast.getCores().stream())
                    .filter(core -> Objects.equals(core.getOccupiedSince(), schedule.getBlock()))
                    .count();
            assertThat(figure(page, "timed-out")).isEqualTo("" + timedOut);
            assertThat(figure(page, "concluded"))
                    .isEqualTo("" + (schedule.getFreed().size() - timedOut));
            assertThat(figure(page, "scheduled"))
                    .isEqualTo("" + schedule.getAssignments().size());
            assertThat(figure(page, "backed")).isEqualTo("" + backed);
            schedule.getAssignments()
                    .forEach(one -> assertThat(figure(
                                    Objects.requireNonNull(page.selectFirst("tr[data-core=" + one.getCore() + "]")),
                                    "group"))
                            .isEqualTo("" + one.getGroup()));
        }
    }

    /** A block that has not started has duties of validators. */
    @Test
    void shouldShowWhoIsOnDutyInAFutureBlock() throws Exception {
        long block = BLOCKS + 3;
        Document page = page("/subject?domain=cores&unit=relay&kind=block&id=" + block);
        List<ValidatorDuties> duties = values("cores.duties", ValidatorDuties.class);
        TreeMap<Integer, List<String>> expected = new TreeMap<>();
        for (ValidatorDuties record : duties) {
            for (int i = 0; i < record.getStretches().size(); i++) {
                var stretch = record.getStretches().get(i);
                if (stretch.getFrom() <= block && (stretch.getTo() == null || block <= stretch.getTo())) {
                    for (var group : record.getGroups()) {
                        expected.put(group.getCores().get(i), group.getValidators());
                    }
                }
            }
        }
        assertThat(expected).hasSize(5);
        expected.forEach((core, validators) -> assertThat(
                        figure(Objects.requireNonNull(page.selectFirst("tr[data-core=" + core + "]")), "validators"))
                .isEqualTo(String.join(" ", validators)));
        Document calendar = page("/subject?domain=cores&unit=relay&kind=validator&id="
                + Objects.requireNonNull(expected.get(0)).get(0));
        assertThat(calendar.select("tr").stream()
                        .filter(row -> row.selectFirst("[data-figure=from]") != null)
                        .filter(row -> Long.parseLong(figure(row, "from")) <= block
                                && block <= Long.parseLong(figure(row, "to")))
                        .map(row -> figure(row, "core")))
                .containsExactly("0");
    }

    @Test
    void shouldShowTheClaimsOfACollator() {
        Document page = page("/subject?domain=cores&unit=relay&kind=collator&id=bob");
        List<Integer> paras = claims.stream()
                .filter(event -> event.getCollator().equals("bob"))
                .map(ClaimEvent::getPara)
                .distinct()
                .toList();
        assertThat(page.select("tr[data-para]").eachAttr("data-para"))
                .containsExactlyInAnyOrderElementsOf(
                        paras.stream().map(String::valueOf).toList());
        for (int para : paras) {
            String state = figure(Objects.requireNonNull(page.selectFirst("tr[data-para=" + para + "]")), "claim");
            assertThat(state)
                    .startsWith(
                            switch (event(para).getKind()) {
                                case CONCLUDED -> "concluded";
                                case DROPPED -> "dropped";
                                case SCHEDULED -> "scheduled";
                                case BACKED -> "on its core";
                                default -> "waits";
                            });
        }
    }

    /** Returns the last event of a para's claim. */
    private ClaimEvent event(int para) {
        return last(claims.stream().filter(event -> event.getPara() == para).toList());
    }

    private long freed(int core, FreedReason reason) {
        return schedules.stream()
                .flatMap(schedule -> schedule.getFreed().stream())
                .filter(one -> one.getCore() == core && one.getReason() == reason)
                .count();
    }

    private static <T> T last(List<T> all) {
        return all.get(all.size() - 1);
    }

    private static String figure(Element in, String name) {
        return Objects.requireNonNull(in.selectFirst("[data-figure=" + name + "]"), name)
                .text();
    }

    private void produce(String topic, SpecificRecord event) throws Exception {
        chain.feed(topic, CHAIN, event);
    }

    private <T extends SpecificRecord> List<T> values(String topic, Class<T> type) throws Exception {
        try (TopicTail tail = chain.tenant().tail(topic)) {
            return chain.tenant().values(type, tail.toEnd());
        }
    }

    private Document page(String path) {
        return Jsoup.parse(chain.get(path));
    }
}
