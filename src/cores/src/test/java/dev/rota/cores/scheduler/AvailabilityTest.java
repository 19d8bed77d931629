package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.Occupant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AvailabilityTest {

    private static final Occupant PARACHAIN = Occupant.newBuilder()
            .setCore(0)
            .setSince(12L)
            .setPara(1_000)
            .setRetries(0)
            .build();
    private static final Occupant CLAIM = Occupant.newBuilder()
            .setCore(4)
            .setSince(12L)
            .setPara(2_000)
            .setCollator("alice")
            .setRetries(0)
            .build();

    @Test
    void shouldTimeOutOnlyInTheFirstBlocksAfterARotation() {
        // given rotations at 10, 20, 30 and a period of four blocks for a parachain
        Availability availability = new Availability(10, 10, 4, 7);

        // then
        assertThat(timeOuts(availability, PARACHAIN)).containsExactly(20L, 21L, 22L, 23L, 30L, 31L, 32L, 33L);
    }

    @Test
    void shouldTimeOutClaimsAfterTheirOwnPeriod() {
        // given
        Availability availability = new Availability(10, 10, 4, 7);

        // then
        assertThat(timeOuts(availability, CLAIM))
                .containsExactly(20L, 21L, 22L, 23L, 24L, 25L, 26L, 30L, 31L, 32L, 33L);
    }

    @Test
    void shouldTimeOutAtAnyBlockWhenThePeriodIsLongerThanARotation() {
        // given
        Availability availability = new Availability(10, 3, 20, 20);

        // then
        assertThat(timeOuts(availability, PARACHAIN)).containsExactly(32L, 33L);
    }

    @Test
    void shouldSayTheFirstBlockAtWhichItCanTimeOut() {
        // given
        Availability availability = new Availability(10, 10, 4, 7);

        // then
        assertThat(availability.timeOutAt(PARACHAIN, 13)).isEqualTo(20);
        assertThat(availability.timeOutAt(PARACHAIN, 22)).isEqualTo(22);
        assertThat(availability.timeOutAt(PARACHAIN, 24)).isEqualTo(30);
        assertThat(availability.timeOutAt(CLAIM, 13)).isEqualTo(20);
        assertThat(availability.timeOutAt(CLAIM, 26)).isEqualTo(26);
    }

    @Test
    void shouldTimeOutWhenThePeriodIsOverWhereGroupsNeverRotate() {
        // given a session without rotations, which counts every block as one
        Availability availability = new Availability(10, 1, 4, 7);

        // then
        assertThat(timeOuts(availability, PARACHAIN).get(0)).isEqualTo(16);
        assertThat(availability.timeOutAt(PARACHAIN, 13)).isEqualTo(16);
        assertThat(availability.timeOutAt(CLAIM, 13)).isEqualTo(19);
    }

    @Test
    void shouldNotOverflowAtTheGreatestBlockAndPeriod() {
        // given
        long last = CoresLimits.BLOCK_NUMBER_MAX;
        Availability availability = new Availability(1, Integer.MAX_VALUE, Integer.MAX_VALUE, 1);
        Occupant occupant = Occupant.newBuilder()
                .setCore(0)
                .setSince(last)
                .setPara(1_000)
                .setRetries(0)
                .build();

        // then
        assertThat(availability.timeOutAt(occupant, last + 1)).isEqualTo(last + Integer.MAX_VALUE);
    }

    private static List<Long> timeOuts(Availability availability, Occupant occupant) {
        return LongStream.range(13, 34)
                .filter(block -> availability.timesOut(occupant, block))
                .boxed()
                .toList();
    }
}
