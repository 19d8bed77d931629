package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockRow;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreState;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.SessionChange;
import dev.rota.cores.SessionRow;
import dev.rota.cores.ValidatorDuties;
import dev.rota.cores.ValidatorGroups;
import dev.rota.cores.ValidatorsRow;
import dev.rota.engine.Decision;
import dev.rota.engine.Limits;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.testing.MapRowStore;
import dev.rota.testing.TestLog;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** No output and no row exceeds its limit, whatever the input. */
class CoresLimitsTest {

    /** The engine's rows for an event: the unit and the source. */
    private static final int ENGINE_ROWS = 2;

    /** Writes rows only when a test flushes it: reading rows of this size for each event would take a minute. */
    private final TestLog log = TestLog.buffered(new CoresDomain(), new MapRowStore());

    @Test
    void shouldForecastAndStoreTheMostCores() {
        // given a chain with claims of the longest collator on every core, and other claims behind them
        long block = CoresLimits.BLOCK_NUMBER_MAX - 10;
        int first = Integer.MAX_VALUE - 8 * CoresLimits.CORES_MAX;
        CoresConfig.Builder config = Sessions.config()
                .setParathreadCores(CoresLimits.CORES_MAX)
                .setGroupRotationFrequency(1)
                .setForecastBlocks(CoresLimits.FORECAST_BLOCKS_MAX)
                .setSchedulingLookahead(7);
        SessionChange session = Sessions.change(config)
                .setParachains(List.of())
                .setParathreads(Sessions.numbers(first, first + 7 * CoresLimits.CORES_MAX))
                .build();
        feed(new BlockEvent("c".repeat(256), block, new BlockEnded(List.of(), session), null));
        claims(first);
        feed(new BlockEvent("c".repeat(256), block + 1, new BlockStarted(List.of(), null), null));
        for (int more = 1; more < 7; more++) {
            claims(first + more * CoresLimits.CORES_MAX);
        }

        // when
        List<Decision> decided = feed(new BlockEvent(
                "c".repeat(256),
                block + 1,
                new BlockEnded(Sessions.numbers(0, CoresLimits.CORES_MAX - 1), null),
                null));

        // then
        Decision forecast = decided.get(decided.size() - 1);
        assertThat(((CoreForecast) forecast.value()).getGroupsAhead()).hasSize(CoresLimits.FORECAST_BLOCKS_MAX);
        assertThat(((CoreForecast) forecast.value()).getClaims()).hasSize(CoresLimits.FORECAST_CLAIMS_MAX);
        assertThat(((CoreForecast) forecast.value()).getQueued()).isEqualTo(6 * CoresLimits.CORES_MAX);
        assertThat(((CoreForecast) forecast.value()).getCores())
                .hasSize(CoresLimits.CORES_MAX)
                .allMatch(core -> core.getState() == CoreState.OCCUPIED && core.getNextUpOnTimeOut() != null);
        assertThat(forecast.avro().length).isBetween(900_000, Limits.OUTPUT_BYTES_MAX);
        BlockRow row = log.table(CoresTables.BLOCK, "c".repeat(256)).expect(CoresTables.ONLY);
        // a core is scheduled or occupied, never both
        assertThat(AvroCodec.<BlockRow>of(BlockRow.class).encode(row).length)
                .isBetween(500_000, Limits.ROW_BYTES_MAX * 2 / 3);
    }

    @Test
    void shouldPublishTheMostValidators() {
        // given ids so long that the event just fits the log
        List<String> validators = IntStream.range(0, CoresLimits.VALIDATORS_MAX)
                .mapToObj(i -> String.format("%087d", i))
                .toList();
        SessionChange session = Sessions.change(Sessions.config()
                        .setParathreadCores(CoresLimits.CORES_MAX - 2)
                        .setGroupRotationFrequency(1)
                        .setForecastBlocks(CoresLimits.FORECAST_BLOCKS_MAX))
                .setValidators(validators)
                .build();
        BlockEvent event = new BlockEvent("chain", 0L, new BlockEnded(List.of(), session), null);
        assertThat(AvroCodec.<BlockEvent>of(BlockEvent.class).encode(event).length)
                .isBetween(880_000, Limits.LOG_RECORD_BYTES_MAX);

        // when
        List<Decision> decided = feed(event);

        // then
        assertThat(decided.get(0).value()).isInstanceOf(ValidatorGroups.class);
        assertThat(decided.get(0).avro().length).isBetween(880_000, Limits.OUTPUT_BYTES_MAX);
        assertThat(decided.get(1).value()).isInstanceOf(ValidatorDuties.class);
        assertThat(decided.get(1).avro().length).isBetween(920_000, Limits.OUTPUT_BYTES_MAX);
        ValidatorsRow row = log.table(CoresTables.VALIDATORS, "chain").expect(CoresTables.ONLY);
        assertThat(AvroCodec.<ValidatorsRow>of(ValidatorsRow.class).encode(row).length)
                .isLessThan(Limits.ROW_BYTES_MAX);
    }

    @Test
    void shouldStoreTheMostParathreads() {
        // given
        int first = Integer.MAX_VALUE - CoresLimits.PARATHREADS_MAX;
        SessionChange session = Sessions.change(Sessions.config())
                .setParathreads(Sessions.numbers(first, Integer.MAX_VALUE - 1))
                .build();

        // when
        feed(new BlockEvent("chain", 0L, new BlockEnded(List.of(), session), null));

        // then
        SessionRow row = log.table(CoresTables.SESSION, "chain").expect(CoresTables.ONLY);
        assertThat(row.getParathreads()).hasSize(CoresLimits.PARATHREADS_MAX);
        assertThat(AvroCodec.<SessionRow>of(SessionRow.class).encode(row).length)
                .isLessThan(Limits.ROW_BYTES_MAX);
    }

    @Test
    void shouldWriteOneRowForABlockOfManyCores() {
        // given
        TestLog log = TestLog.cold(new CoresDomain());
        List<Integer> cores = Sessions.numbers(0, 199);
        SessionChange session = Sessions.change(Sessions.config())
                .setParachains(Sessions.numbers(1_000, 1_199))
                .build();
        log.feed("cores.blocks", new BlockEvent("chain", 0L, new BlockEnded(List.of(), session), null));
        log.feed("cores.blocks", new BlockEvent("chain", 1L, new BlockStarted(List.of(), null), null));

        // when
        log.feed("cores.blocks", new BlockEvent("chain", 1L, new BlockEnded(cores, null), null));
        long ended = log.rowsWritten();
        log.feed("cores.blocks", new BlockEvent("chain", 2L, new BlockStarted(cores, null), null));
        long started = log.rowsWritten();
        log.feed("cores.claims", new Claim("chain", 1, "alice", null));
        long claimed = log.rowsWritten();
        log.feed("cores.claims", new Claim("chain", 1, "alice", null));
        long rejected = log.rowsWritten();

        // then
        assertThat(List.of(ended, started, claimed, rejected))
                .containsExactly(ENGINE_ROWS + 1L, ENGINE_ROWS + 1L, ENGINE_ROWS + 2L, ENGINE_ROWS + 0L);
    }

    private List<Decision> feed(SpecificRecord event) {
        List<Decision> decided = log.feed("cores.blocks", event);
        log.flush();
        return decided;
    }

    private void claims(int first) {
        for (int para = first; para < first + CoresLimits.CORES_MAX; para++) {
            log.feed("cores.claims", new Claim("c".repeat(256), para, "x".repeat(256), "i".repeat(256)));
        }
    }
}
