package dev.rota.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.trials.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PageLimitTest {

    @Test
    void shouldMakeSoManyAtOnceAndRefuseWhatCannotWait() throws Exception {
        // given two pages that are being made, and one that waits
        PageLimit seats = new PageLimit(2, 1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger making = new AtomicInteger();
        AtomicInteger made = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(new Thread(() -> make(seats, making, made, end)));
            threads.get(i).start();
        }
        Await.until(() -> "two pages are made, but it is " + making, () -> making.get() == 2);
        Await.until(
                () -> "the third waits",
                () -> threads.stream().anyMatch(each -> each.getState() == Thread.State.TIMED_WAITING));

        // when
        assertThatThrownBy(() -> seats.with(made::incrementAndGet))
                .isInstanceOf(NoPage.class)
                .hasMessageContaining("more pages are requested")
                .satisfies(refusal -> assertThat(((NoPage) refusal).status()).isEqualTo(503));
        assertThat(making).hasValue(2);
        end.countDown();

        // then
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(made).hasValue(3);
        seats.with(made::incrementAndGet);
        assertThat(made).hasValue(4);
    }

    /** A page that fails frees its seat. */
    @Test
    void shouldFreeTheSeatOfAPageThatFails() throws Exception {
        PageLimit seats = new PageLimit(1, 0);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> seats.with(() -> {
                        throw NoPage.notFound("nothing");
                    }))
                    .hasMessage("nothing");
        }
        AtomicInteger made = new AtomicInteger();
        seats.with(made::incrementAndGet);
        assertThat(made).hasValue(1);
    }

    private static void make(PageLimit seats, AtomicInteger making, AtomicInteger made, CountDownLatch end) {
        try {
            seats.with(() -> {
                making.incrementAndGet();
                await(end);
                made.incrementAndGet();
            });
        } catch (NoPage e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
