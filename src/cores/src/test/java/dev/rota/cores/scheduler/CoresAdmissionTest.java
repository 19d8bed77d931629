package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.RefusedException;
import java.util.Collections;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CoresAdmissionTest {

    private static final String LONG = "x".repeat(257);
    private static final List<Integer> MANY = Collections.nCopies(CoresLimits.CORES_NAMED_MAX + 1, 1);

    @Test
    void shouldNameTheChainAsUnit() throws RefusedException {
        assertThat(CoresAdmission.claim(new Claim("chain", -1, "alice", null))).isEqualTo("chain");
        assertThat(CoresAdmission.block(block("chain", 0, new BlockStarted(List.of(-1), null))))
                .isEqualTo("chain");
    }

    @Test
    void shouldRefuseAChainThatIsNoUnit() {
        refuses(IntakeReason.UNIT_INVALID, () -> CoresAdmission.claim(new Claim("", 1, "alice", null)));
        refuses(IntakeReason.UNIT_INVALID, () -> CoresAdmission.claim(new Claim(LONG, 1, "alice", null)));
        refuses(IntakeReason.UNIT_INVALID, () -> CoresAdmission.block(block("", 1, new BlockEnded(List.of(), null))));
    }

    @Test
    void shouldRefuseACollatorThatIsNoId() {
        refuses(IntakeReason.VALUE_INVALID, () -> CoresAdmission.claim(new Claim("chain", 1, "", null)));
        refuses(IntakeReason.VALUE_INVALID, () -> CoresAdmission.claim(new Claim("chain", 1, LONG, null)));
        refuses(IntakeReason.VALUE_INVALID, () -> CoresAdmission.claim(new Claim("chain", 1, "alice", "")));
        refuses(IntakeReason.VALUE_INVALID, () -> CoresAdmission.claim(new Claim("chain", 1, "alice", LONG)));
    }

    @Test
    void shouldRefuseAnInvalidBlockNumber() {
        BlockEnded ended = new BlockEnded(List.of(), null);
        refuses(IntakeReason.VALUE_INVALID, () -> CoresAdmission.block(block("chain", -1, ended)));
        refuses(IntakeReason.VALUE_INVALID, () -> CoresAdmission.block(block("chain", Long.MAX_VALUE, ended)));
    }

    @Test
    void shouldRefuseMoreCoresThanThereCanBe() {
        refuses(
                IntakeReason.VALUE_INVALID,
                () -> CoresAdmission.block(block("chain", 1, new BlockStarted(MANY, null))));
        refuses(
                IntakeReason.VALUE_INVALID,
                () -> CoresAdmission.block(block("chain", 1, new BlockStarted(List.of(), MANY))));
        refuses(IntakeReason.VALUE_INVALID, () -> CoresAdmission.block(block("chain", 1, new BlockEnded(MANY, null))));
    }

    private static BlockEvent block(String chain, long number, SpecificRecord event) {
        return new BlockEvent(chain, number, event, null);
    }

    private static void refuses(IntakeReason reason, ThrowingCallable admission) {
        RefusedException refused = catchThrowableOfType(RefusedException.class, admission);
        assertThat(refused).isNotNull();
        assertThat(refused.reason()).isEqualTo(reason);
        assertThat(refused.sentence()).startsWith("expected ").contains(", but ");
    }
}
