package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.Claim;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoresTopics;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.explain.CoresEventInquiry.ClaimPlace;
import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.EventInquiry;
import dev.rota.testing.TestLog;
import dev.rota.trials.ForeseenEvents;
import dev.rota.trials.Seeds;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Compares what a relay chain is said to decide on an event with what it decides when the event comes. */
class CoresEventInquiryTest {

    private static final int SEEDS = Seeds.of(200, 5);

    @Test
    void shouldForeseeWhatAnEventCauses() {
        Set<String> states = new TreeSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            ForeseenEvents.check(
                    new CoresDomain(), "chain", RandomHistory.of(seed, 150), (event, answer, log, decided) -> {
                        states.add(answer.state());
                        check(event, answer, log, decided);
                    });
        }
        assertThat(states).contains("QUEUED", "REJECTED", "ACCEPTED");
    }

    private static void check(SpecificRecord event, Answer answer, TestLog log, List<Decision> decided) {
        EventInquiry.Outlook outlook = (EventInquiry.Outlook) Objects.requireNonNull(answer.details());
        if (!(event instanceof Claim claim) || !outlook.accepted()) {
            assertThat(outlook.subject()).isNull();
            return;
        }
        ClaimPlace place = (ClaimPlace) Objects.requireNonNull(outlook.subject());
        ClaimEvent queued = TestLog.of(CoresTopics.CLAIM_EVENTS, decided).stream()
                .filter(one -> one.getPara() == claim.getPara())
                .findFirst()
                .orElseThrow();
        assertThat(queued.getKind()).isEqualTo(ClaimEventKind.QUEUED);
        assertThat(place.core()).isEqualTo(queued.getCore());
        RelayChain chain = Objects.requireNonNull(RelayChain.read(log.tables("chain")));
        int position = 1;
        int ahead = 0;
        for (QueuedClaim other : chain.queue().first(Integer.MAX_VALUE)) {
            if (other.getPara() == claim.getPara()) {
                break;
            }
            position++;
            ahead += chain.session().threadCore(other.getOffset()) == place.core() ? 1 : 0;
        }
        assertThat(place.position()).isEqualTo(position);
        assertThat(place.ahead()).isEqualTo(ahead);
        assertThat(place.expectedBlock()).isEqualTo(chain.session().hasGroups() ? chain.number() + 1 + ahead : null);
        assertThat(answer.sentence())
                .contains("position " + position + " of ")
                .contains("pinned to core " + place.core());
        if (place.expectedBlock() != null) {
            assertThat(answer.sentence()).contains("block " + place.expectedBlock());
        }
    }
}
