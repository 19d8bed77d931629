package dev.rota.stream.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class ReplacementsTest {

    private final Throwable abortable =
            new StreamsException(new TransactionAbortableException("the coordinator moved"));

    private final AtomicLong nanos = new AtomicLong();
    private final Replacements replacements = new Replacements(nanos::get);

    @Test
    void shouldReplaceAThreadWhoseTransactionCanOnlyBeAborted() {
        assertThat(replacements.helps(abortable)).isTrue();
        assertThat(replacements.helps(new StreamsException("something else"))).isFalse();
    }

    @Test
    void shouldReplaceAMemberWhosePlaceWasTaken() {
        assertThat(replacements.helps(new StreamsException(new FencedInstanceIdException("it is another's"))))
                .isTrue();
    }

    @Test
    void shouldGiveUpWhenItHappensAgainAndAgain() {
        for (int i = 0; i < Replacements.IN_TEN_MINUTES_MAX; i++) {
            assertThat(replacements.helps(abortable)).isTrue();
        }
        assertThat(replacements.helps(abortable)).isFalse();

        nanos.addAndGet(TimeUnit.MINUTES.toNanos(11));
        assertThat(replacements.helps(abortable)).isTrue();
    }
}
