package dev.rota.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Position;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.machine.PartitionMachine.Outcome;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests which log records a browser gets to recompute a stretch of a chain. */
class ChainTaskTest {

    private static final long AFTER = 4;

    private final ChainTask.Stretch stretch = new ChainTask.Stretch("u", AFTER, 1_000, (done, all) -> {});

    private static Position at(long offset) {
        return new Position(0, offset, 1_000 + offset);
    }

    private static LogRecord.Event event(long offset, int bytes) {
        Source source = Objects.requireNonNull(Source.parse("topic/0/" + offset, "AAAAAAAAAAAAAAAAAAAAAA"));
        return new LogRecord.Event(at(offset), "u", source, "type", new byte[bytes]);
    }

    @Test
    void shouldCollectWhatTheChainTookAndWhatWasDeclared() {
        LogRecord rules = new LogRecord.Rules(at(0), 1, 1);
        LogRecord schema = new LogRecord.Schema(at(1), 7, "fingerprint", "text");
        LogRecord taken = event(5, 10);
        stretch.applied(rules, Outcome.HEARD, "");
        stretch.applied(schema, Outcome.HEARD, "");
        stretch.applied(event(3, 10), Outcome.TAKEN, "u");
        stretch.applied(taken, Outcome.TAKEN, "u");
        stretch.applied(event(6, 10), Outcome.DUPLICATE, "u");
        stretch.applied(event(7, 10), Outcome.TAKEN, "other");
        stretch.applied(new LogRecord.Tick(at(8), "u", AttendedTime.NONE), Outcome.IDLE, "u");

        assertThat(stretch.records()).containsExactly(rules, schema, taken);
    }

    @Test
    void shouldNotDeclareASchemaThatWasVoidedBefore() {
        stretch.applied(new LogRecord.Schema(at(1), 7, "fingerprint", "text"), Outcome.VOIDED, "");

        assertThat(stretch.records()).isEmpty();
    }

    @Test
    void shouldRefuseAStretchWithAVoidedRecord() {
        LogRecord voided = event(5, 10);

        assertThatThrownBy(() -> stretch.applied(voided, Outcome.VOIDED, "u"))
                .hasMessageContaining("the record 0/5 in between was voided");
    }

    @Test
    void shouldStopBeforeItHoldsMoreThanABrowserIsAskedToHash() {
        stretch.applied(event(5, 400), Outcome.TAKEN, "u");

        assertThatThrownBy(() -> stretch.applied(event(6, 401), Outcome.TAKEN, "u"))
                .hasMessage("the records in between have more than 1000 bytes, too much for a browser; an audit reads"
                        + " them all");
        assertThat(stretch.records()).hasSize(1);
    }
}
