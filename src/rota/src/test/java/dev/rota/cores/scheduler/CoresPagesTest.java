package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.AssignmentKind;
import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.FreedReason;
import dev.rota.cores.ValidatorGroups;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.TestFacts;
import dev.rota.pages.domain.cores.ChainPicture;
import dev.rota.pages.domain.cores.CoreLine;
import dev.rota.pages.domain.cores.CorePicture;
import dev.rota.pages.domain.cores.CoresPages;
import dev.rota.testing.TestLog;
import dev.rota.trials.Full;
import dev.rota.trials.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the pages that draw a chain's outputs with the model. */
class CoresPagesTest {
    private static final int EVENTS = 110;
    private static final int BLOCKS = 60;
    private static final int BYTES_MAX = 190_000;

    private final CoresDomain domain = new CoresDomain();
    private final CoresPages pages = new CoresPages();

    /** A para's stay on a core: its first block, and its outcome. */
    private record Stay(int core, int para, long from, String how) {}

    @Seeded(25)
    void shouldDrawTheOccupantsOfTheCores(long seed) throws Exception {
        // given
        NaiveChain model = new NaiveChain("chain");
        RandomHistory history = new RandomHistory(seed, model);
        TestLog log = TestLog.warm(domain);
        List<Decision> all = new ArrayList<>();
        Stays stays = new Stays(model);
        for (int i = 0; i < EVENTS; i++) {
            SpecificRecord event = history.next();
            model.take(event);
            List<Decision> decided = log.feed(event instanceof Claim ? "cores.claims" : "cores.blocks", event);
            all.addAll(decided);
            decided.forEach(one -> stays.take(one.value()));
            if (i % 10 != 9 || stays.starts.isEmpty()) {
                continue;
            }
            long first = stays.starts.get(Math.max(0, stays.starts.size() - BLOCKS));
            // with and without a live instance: the strips are drawn from the outputs
            String live = i % 20 == 9 ? log.page("chain", "state.json") : null;
            TestFacts facts = new TestFacts(domain, "chain", live, all, Map.of());
            ChainPicture chain = (ChainPicture) pages.unit(facts).view();
            assertThat(chain.matrix().lines()).hasSize(model.cores());
            for (int core = 0; core < model.cores(); core++) {
                // when
                CorePicture view =
                        (CorePicture) Objects.requireNonNull(pages.subject(facts, new Subject("core", "" + core)))
                                .view();
                // then
                assertThat(told(view, core))
                        .as("seed %s event %s core %s", seed, i, core)
                        .isEqualTo(stays.of(core, first));
                CoreLine line = chain.matrix().lines().get(core);
                assertThat(line.concluded()).isEqualTo("" + count(view, "concluded"));
                assertThat(line.timedOut()).isEqualTo("" + count(view, "timed out"));
                assertThat(line.notBacked()).isEqualTo("" + count(view, "not backed"));
            }
        }
    }

    private static long count(CorePicture view, String how) {
        return view.stays().stream().filter(stay -> stay.how().equals(how)).count();
    }

    /** Returns the stays whose beginning is drawn, in order. */
    private static List<Stay> told(CorePicture view, int core) {
        List<Stay> told = new ArrayList<>();
        for (dev.rota.pages.domain.cores.Stay stay : view.stays()) {
            String began = stay.began().text();
            if (began.startsWith("block ")) {
                told.add(
                        0,
                        new Stay(
                                core,
                                Integer.parseInt(stay.para().text()),
                                Long.parseLong(began.substring(6)),
                                stay.how()));
            }
        }
        return told;
    }

    /** Tracks the stays on the cores by the model's state after each block. */
    private static final class Stays {
        /** The outcome of a scheduled parachain. */
        private static final String PARACHAIN = "parachain";

        final List<Long> starts = new ArrayList<>();
        private final NaiveChain model;
        private final List<Stay> ended = new ArrayList<>();
        private final TreeMap<Integer, Stay> open = new TreeMap<>();

        Stays(NaiveChain model) {
            this.model = model;
        }

        void take(SpecificRecord decision) {
            if (decision instanceof CoreSchedule schedule) {
                starts.add(schedule.getBlock());
                schedule.getFreed()
                        .forEach(freed -> end(
                                freed.getCore(),
                                freed.getReason() == FreedReason.CONCLUDED ? "concluded" : "timed out"));
                List.copyOf(open.values()).stream()
                        .filter(stay -> stay.how().equals("not backed"))
                        .forEach(stay -> end(stay.core(), "not backed"));
                schedule.getAssignments()
                        .forEach(one -> open.put(
                                one.getCore(),
                                new Stay(
                                        one.getCore(),
                                        one.getPara(),
                                        schedule.getBlock(),
                                        one.getKind() == AssignmentKind.PARACHAIN ? PARACHAIN : "scheduled")));
            } else if (decision instanceof ClaimEvent event && event.getKind() == ClaimEventKind.BACKED) {
                open.computeIfPresent(
                        Objects.requireNonNull(event.getCore()),
                        (core, stay) -> new Stay(core, stay.para(), stay.from(), "backed"));
            } else if (decision instanceof ValidatorGroups) {
                // a session empties the cores, and no output shows whether a parachain was backed just before
                for (Stay stay : List.copyOf(open.values())) {
                    end(stay.core(), stay.how().equals("scheduled") ? "not backed" : "ended by a session");
                }
            } else if (decision instanceof CoreForecast) {
                for (Stay stay : List.copyOf(open.values())) {
                    boolean occupied = model.occupiedCores().contains(stay.core());
                    open.put(
                            stay.core(),
                            new Stay(stay.core(), stay.para(), stay.from(), occupied ? "occupies it" : "not backed"));
                }
            }
        }

        private void end(int core, String how) {
            Stay stay = open.remove(core);
            if (stay != null) {
                ended.add(new Stay(core, stay.para(), stay.from(), how));
            }
        }

        List<Stay> of(int core, long first) {
            List<Stay> all = new ArrayList<>(ended);
            Stay stay = open.get(core);
            if (stay != null) {
                boolean chain = stay.how().equals(PARACHAIN);
                all.add(chain ? new Stay(core, stay.para(), stay.from(), "scheduled") : stay);
            }
            all.removeIf(one -> one.core() != core || one.from() < first);
            return all;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 100})
    void shouldStaySmall(int cores) throws Exception {
        assertStaysSmall(cores);
    }

    @Full
    @Test
    void shouldStaySmallWithAThousandCores() throws Exception {
        assertStaysSmall(1_000);
    }

    private void assertStaysSmall(int cores) throws Exception {
        // given
        TestLog log = TestLog.warm(domain);
        List<Decision> all = new ArrayList<>(log.feed("cores.blocks", session(cores)));
        for (long block = 1; block <= 70; block++) {
            for (int claim = 0; claim < cores; claim++) {
                all.addAll(log.feed("cores.claims", new Claim("chain", 5_000 + claim, "collator-" + claim, null)));
            }
            List<Integer> each = IntStream.range(0, cores)
                    .filter(core -> core % 3 > 0)
                    .boxed()
                    .toList();
            all.addAll(log.feed(
                    "cores.blocks",
                    new BlockEvent("chain", block, new BlockStarted(block == 1 ? List.of() : each, List.of()), null)));
            all.addAll(log.feed(
                    "cores.blocks",
                    new BlockEvent(
                            "chain",
                            block,
                            new BlockEnded(IntStream.range(0, cores).boxed().toList(), null),
                            null)));
        }
        String live = log.page("chain", "state.json");
        for (Map<String, String> asked :
                List.of(Map.of("page", ""), Map.of("page", "20"), Map.of("order", "trouble"))) {
            for (@Nullable String state : new String[] {live, null}) {
                TestFacts facts = new TestFacts(domain, "chain", state, all, asked);
                assertThat(TestFacts.html(pages.unit(facts))).hasSizeLessThan(BYTES_MAX);
                for (Subject subject : List.of(
                        new Subject("core", "0"),
                        new Subject("para", "5001"),
                        new Subject("validator", "v1"),
                        new Subject("collator", "collator-1"),
                        new Subject("block", "70"),
                        new Subject("block", "75"))) {
                    assertThat(TestFacts.html(Objects.requireNonNull(pages.subject(facts, subject))))
                            .as(subject.toString())
                            .hasSizeLessThan(BYTES_MAX);
                }
            }
        }
    }

    private static BlockEvent session(int cores) {
        return new BlockEvent(
                "chain",
                0L,
                new BlockEnded(
                        List.of(),
                        Sessions.change(Sessions.config()
                                        .setParathreadCores(cores / 2)
                                        .setSchedulingLookahead(10))
                                .setParachains(Sessions.numbers(1, cores - cores / 2))
                                .setParathreads(Sessions.numbers(5_000, 5_000 + cores))
                                .setValidators(Sessions.validators(Math.min(10_000, 10 * cores)))
                                .build()),
                null);
    }

    /** A chain without a session has a page. */
    @Test
    void shouldShowAChainWithoutSession() throws Exception {
        TestLog log = TestLog.warm(domain);
        List<Decision> all = log.feed("cores.claims", new Claim("chain", 1, "ann", null));
        TestFacts facts = new TestFacts(domain, "chain", log.page("chain", "state.json"), all, Map.of());
        assertThat(TestFacts.html(pages.unit(facts))).contains("no session yet");
    }
}
