package dev.rota.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.pages.Tasks.State;
import dev.rota.pages.Tasks.Task;
import dev.rota.trials.Await;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TasksTest {

    private final Tasks tasks = new Tasks(() -> 0);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void end() {
        release.countDown();
        tasks.close();
    }

    @Test
    void shouldRunOneAtATime() {
        // given
        Task first = started("first", progress -> {
            release.await();
            return "done";
        });

        // when
        @Nullable Task second = tasks.start("second", "second", "", progress -> "done");

        // then
        assertThat(second).isNull();
        assertThat(tasks.running()).isSameAs(first);
        release.countDown();
        await(first, State.DONE);
        assertThat(first.answer()).isEqualTo("done");
        assertThat(tasks.start("second", "second", "", progress -> "done")).isNotNull();
    }

    @Test
    void shouldAnswerTheSameQuestionOnce() {
        AtomicInteger times = new AtomicInteger();
        Task first = started("same", progress -> times.incrementAndGet());
        await(first, State.DONE);

        Task second = started("same", progress -> times.incrementAndGet());

        assertThat(second).isSameAs(first);
        assertThat(times).hasValue(1);
    }

    @Test
    void shouldForgetTheOldestLargeAnswers() {
        String large = "x".repeat(40 << 20);
        await(started("small", progress -> "small"), State.DONE);
        await(started("first", progress -> large), State.DONE);

        await(started("second", progress -> large), State.DONE);

        Await.until("the oldest forgotten", () -> tasks.get("first") == null);
        assertThat(tasks.get("small")).isNull();
        assertThat(Objects.requireNonNull(tasks.get("second")).answer()).isEqualTo(large);
    }

    @Test
    void shouldRunAForgottenQuestionAgain() {
        AtomicInteger times = new AtomicInteger();
        await(started("same", progress -> times.incrementAndGet()), State.DONE);

        tasks.forget("same");

        await(started("same", progress -> times.incrementAndGet()), State.DONE);
        assertThat(times).hasValue(2);
    }

    @Test
    void shouldEndAtItsNextReportWhenCancelled() {
        Task task = started("long", progress -> {
            for (long i = 0; ; i++) {
                progress.report(i, Long.MAX_VALUE);
            }
        });

        tasks.cancel("long");

        await(task, State.CANCELLED);
        assertThat(tasks.running()).isNull();
    }

    @Test
    void shouldSayWhyItFailed() {
        Task wrong = started("wrong", progress -> {
            throw new IllegalArgumentException("expected this, but it is that");
        });
        await(wrong, State.FAILED);
        Task broken = started("broken", progress -> {
            throw new StackOverflowError("too deep");
        });
        await(broken, State.FAILED);

        assertThat(wrong.problem()).isEqualTo("expected this, but it is that");
        assertThat(broken.problem()).isEqualTo("it failed: too deep");
    }

    @Test
    void shouldForgetTheOldest() {
        for (int i = 0; i < 60; i++) {
            await(started("t" + i, progress -> ""), State.DONE);
        }

        assertThat(tasks.get("t0")).isNull();
        assertThat(tasks.get("t59")).isNotNull();
        assertThat(tasks.all("t")).hasSize(50);
    }

    private Task started(String id, Tasks.Work<?> work) {
        return Objects.requireNonNull(tasks.start(id, id, "", work), id);
    }

    private static void await(Task task, State state) {
        Await.until(() -> state + ", but it is " + task.state(), () -> task.state() == state);
    }
}
