package dev.rota.stream.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Subject;
import dev.rota.stream.pages.PageAnswer.Outcome;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QuestionsTest {

    private static final Subject JOB = new Subject("job", "j");

    private final AtomicLong clock = new AtomicLong();
    private final Set<Integer> here = new TreeSet<>(List.of(1, 2));
    private final Questions questions = new Questions(clock::get, here::contains, partition -> partition == 3);

    @Test
    void shouldAnswerTheSameQuestionOnce() {
        // given
        CompletableFuture<PageAnswer> first = questions.ask(1, "a", JOB);
        CompletableFuture<PageAnswer> second = questions.ask(1, "a", JOB);
        CompletableFuture<PageAnswer> other = questions.ask(2, "b", JOB);

        // when
        List<Questions.Waiting> taken = questions.take(1, 10);
        taken.forEach(asked -> asked.answer().complete(PageAnswer.shown("because")));

        // then
        assertThat(taken).hasSize(1);
        assertThat(first.join().text()).isEqualTo("because");
        assertThat(second.join().text()).isEqualTo("because");
        assertThat(other).isNotDone();
        assertThat(questions.take(1, 10)).isEmpty();
    }

    @Test
    void shouldKeepAQuestionWhenOneOfItsCallersCancels() {
        CompletableFuture<PageAnswer> first = questions.ask(1, "a", JOB);
        CompletableFuture<PageAnswer> second = questions.ask(1, "a", JOB);

        first.cancel(true);
        questions.take(1, 10).forEach(asked -> asked.answer().complete(PageAnswer.shown("because")));

        assertThat(second.join().text()).isEqualTo("because");
    }

    @Test
    void shouldSayWhereElseToAsk() {
        assertThat(questions.ask(3, "a", JOB).join().outcome()).isEqualTo(Outcome.NOT_HERE);
        assertThat(questions.ask(4, "a", JOB).join().outcome()).isEqualTo(Outcome.BUSY);
    }

    @Test
    void shouldAnswerCallersOfAPartitionThatMoves() {
        CompletableFuture<PageAnswer> moved = questions.ask(1, "a", JOB);
        CompletableFuture<PageAnswer> stays = questions.ask(2, "b", JOB);

        questions.close(1);

        assertThat(moved.join().outcome()).isEqualTo(Outcome.BUSY);
        assertThat(stays).isNotDone();
    }

    @Test
    void shouldTimeOutQuestions() {
        CompletableFuture<PageAnswer> early = questions.ask(1, "a", JOB);

        clock.addAndGet(Questions.PATIENCE.toNanos());
        CompletableFuture<PageAnswer> late = questions.ask(1, "b", JOB);

        assertThat(early.join().outcome()).isEqualTo(Outcome.BUSY);
        assertThat(late).isNotDone();
    }

    @Test
    void shouldLimitPendingQuestions() {
        for (int i = 0; i < Questions.WAITING_MAX; i++) {
            assertThat(questions.ask(1, "a", new Subject("job", "j" + i))).isNotDone();
        }

        assertThat(questions.ask(1, "a", new Subject("job", "one more")).join().outcome())
                .isEqualTo(Outcome.BUSY);
        assertThat(questions.take(1, 3)).hasSize(3);
    }
}
