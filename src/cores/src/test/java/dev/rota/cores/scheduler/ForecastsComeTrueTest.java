package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.ClaimOutlook;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.DutyStretch;
import dev.rota.cores.GroupDuties;
import dev.rota.cores.GroupsAhead;
import dev.rota.cores.SessionChange;
import dev.rota.cores.ValidatorDuties;
import dev.rota.cores.ValidatorGroups;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Compares forecasts and duties with the blocks that follow, in random histories. */
class ForecastsComeTrueTest {

    private static final int SEEDS = 150;
    private static final int EVENTS = 120;
    private static final int BLOCKS = 40;

    /** The core and block of a claim according to a forecast. */
    private record Expected(int core, long block) {}

    private NaiveChain model = new NaiveChain("chain");
    private TestLog log = TestLog.warm(new CoresDomain());
    private String where = "";

    /** The forecasts of the session so far, and its latest duties. */
    private final List<CoreForecast> forecasts = new ArrayList<>();

    private @Nullable ValidatorGroups groups;
    private @Nullable ValidatorDuties duties;
    private final TreeMap<Integer, Expected> expected = new TreeMap<>();
    private long foretoldGroups;
    private long foretoldFarAhead;
    private long foretoldDuties;
    private long skipped;
    private long foretoldClaims;
    private long foretoldClaimsFarAhead;

    @Test
    void shouldForecastGroupsAndDuties() {
        for (long seed = 0; seed < SEEDS; seed++) {
            begin();
            RandomHistory history = new RandomHistory(seed, model);
            for (int i = 0; i < EVENTS; i++) {
                where = "seed " + seed + " event " + i;
                for (Decision decision : take(history.next())) {
                    hear(decision.value());
                }
            }
        }
        assertThat(foretoldGroups).isGreaterThan(8_000);
        assertThat(foretoldFarAhead).isGreaterThan(500);
        assertThat(foretoldDuties).isGreaterThan(4_000);
        assertThat(skipped).isBetween(50L, 1_000L);
    }

    /**
     * Starts from any state. Then every core is backed, and available in the next block; claims arrive while a block is
     * open.
     */
    @Test
    void shouldForecastWhenClaimsAreScheduledIfEveryCoreIsBacked() {
        for (long seed = 0; seed < SEEDS; seed++) {
            begin();
            RandomHistory history = new RandomHistory(seed, model);
            for (int i = 0; i < EVENTS || !model.hasSession(); i++) {
                take(history.next());
            }
            where = "seed " + seed;
            Random random = new Random(seed);
            if (!model.isOpen()) {
                take(start());
            }
            // claims that this block does not back are queued again with the next one
            expect(take(end(List.of(), null)));
            for (int block = 0; block < BLOCKS; block++) {
                expect(take(start()));
                for (int i = random.nextInt(10); i > 0; i--) {
                    take(new Claim("chain", random.nextInt(12), "collator", null));
                }
                boolean session = random.nextInt(12) == 0;
                expect(take(end(model.scheduledCores(), session ? history.session() : null)));
            }
        }
        assertThat(foretoldClaims).isGreaterThan(2_000);
        assertThat(foretoldClaimsFarAhead).isGreaterThan(500);
    }

    private void begin() {
        model = new NaiveChain("chain");
        log = TestLog.warm(new CoresDomain());
        forecasts.clear();
        expected.clear();
        groups = null;
        duties = null;
    }

    private List<Decision> take(SpecificRecord event) {
        model.take(event);
        return log.feed(event instanceof Claim ? "cores.claims" : "cores.blocks", event);
    }

    private BlockEvent start() {
        return new BlockEvent("chain", model.last() + 1, new BlockStarted(model.occupiedCores(), null), null);
    }

    private BlockEvent end(List<Integer> backed, @Nullable SessionChange session) {
        return new BlockEvent("chain", model.last(), new BlockEnded(backed, session), null);
    }

    private void hear(SpecificRecord decision) {
        if (decision instanceof ValidatorGroups next) {
            forecasts.clear();
            groups = next;
            duties = null;
        } else if (decision instanceof ValidatorDuties next) {
            duties = next;
        } else if (decision instanceof CoreForecast forecast) {
            assertReach(forecast);
            forecasts.add(forecast);
        } else if (decision instanceof CoreSchedule schedule) {
            for (CoreForecast forecast : forecasts) {
                assertGroups(schedule, forecast);
            }
            assertDuties(schedule);
        }
    }

    /** Asserts that a forecast has no gap, and covers the session's number of blocks. */
    private void assertReach(CoreForecast forecast) {
        long next = forecast.getBlock();
        for (GroupsAhead ahead : forecast.getGroupsAhead()) {
            assertThat(ahead.getFrom()).as(where).isEqualTo(next);
            assertThat(ahead.getGroups()).as(where).hasSize(model.cores());
            next = ahead.getTo() + 1;
        }
        assertThat(next - forecast.getBlock()).as(where).isEqualTo(model.hasGroups() ? model.forecastBlocks() : 0);
    }

    private void assertGroups(CoreSchedule schedule, CoreForecast forecast) {
        for (GroupsAhead ahead : forecast.getGroupsAhead()) {
            if (ahead.getFrom() <= schedule.getBlock() && schedule.getBlock() <= ahead.getTo()) {
                for (CoreAssignment one : schedule.getAssignments()) {
                    assertThat(ahead.getGroups().get(one.getCore()))
                            .as("%s: block %s foretold before %s", where, schedule.getBlock(), forecast.getBlock())
                            .isEqualTo(one.getGroup());
                    foretoldGroups++;
                    foretoldFarAhead += schedule.getBlock() - forecast.getBlock() >= 8 ? 1 : 0;
                }
            }
        }
    }

    /** Asserts that the latest duties contain the core of each validator of an assigned group in that block. */
    private void assertDuties(CoreSchedule schedule) {
        if (groups == null || duties == null || forecasts.isEmpty()) {
            return;
        }
        // after a gap the duties end before the block
        if (schedule.getBlock() - forecasts.get(forecasts.size() - 1).getBlock() >= model.forecastBlocks()) {
            skipped++;
            return;
        }
        for (CoreAssignment one : schedule.getAssignments()) {
            for (int index : groups.getGroups().get(one.getGroup())) {
                assertThat(core(duties, groups.getValidators().get(index), schedule.getBlock()))
                        .as("%s: block %s, %s", where, schedule.getBlock(), duties)
                        .isEqualTo(one.getCore());
                foretoldDuties++;
            }
        }
    }

    private static int core(ValidatorDuties duties, String validator, long block) {
        for (GroupDuties group : duties.getGroups()) {
            if (group.getValidators().contains(validator)) {
                for (int i = 0; i < duties.getStretches().size(); i++) {
                    DutyStretch stretch = duties.getStretches().get(i);
                    Long to = stretch.getTo();
                    if (stretch.getFrom() <= block && (to == null || block <= to)) {
                        return group.getCores().get(i);
                    }
                }
            }
        }
        return -1;
    }

    /** Compares schedules with the expected claims, and adds the forecast claims to these. */
    private void expect(List<Decision> decided) {
        for (Decision decision : decided) {
            if (decision.value() instanceof ValidatorGroups) {
                expected.clear();
            } else if (decision.value() instanceof CoreSchedule schedule) {
                schedule.getAssignments().forEach(one -> come(one, schedule.getBlock()));
                expected.forEach((para, then) -> assertThat(then.block)
                        .as("%s: para %s is not scheduled in block %s", where, para, schedule.getBlock())
                        .isGreaterThan(schedule.getBlock()));
            } else if (decision.value() instanceof CoreForecast forecast) {
                assertThat(forecast.getClaims()).as(where).hasSize(forecast.getQueued());
                forecast.getClaims().forEach(claim -> expect(claim, forecast.getBlock()));
            }
        }
    }

    private void come(CoreAssignment one, long block) {
        Expected then = expected.remove(one.getPara());
        if (then != null) {
            assertThat(new Expected(one.getCore(), block))
                    .as("%s: para %s", where, one.getPara())
                    .isEqualTo(then);
            foretoldClaims++;
        }
    }

    private void expect(ClaimOutlook claim, long next) {
        Long block = claim.getExpectedBlock();
        assertThat(block != null).as(where).isEqualTo(model.hasGroups());
        if (block != null) {
            Expected then = new Expected(claim.getCore(), block);
            Expected before = expected.put(claim.getPara(), then);
            assertThat(before == null || before.equals(then))
                    .as("%s: %s, %s before", where, claim, before)
                    .isTrue();
            foretoldClaimsFarAhead += block - next >= 2 ? 1 : 0;
        }
    }
}
