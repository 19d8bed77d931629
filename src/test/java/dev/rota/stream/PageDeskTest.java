package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.stream.PageAnswer.Outcome;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PageDeskTest {

    private static final PageDesk.Asked HOME = new PageDesk.Asked(1, "home", "chores.txt");
    private static final PageDesk.Asked CABIN = new PageDesk.Asked(2, "cabin", "chores.txt");

    private final PageDesk desk = new PageDesk();

    @Test
    void shouldHandWhatIsAskedForToTheProcessorOfItsPartition() {
        // given
        CompletableFuture<PageAnswer> home = desk.ask(HOME);
        CompletableFuture<PageAnswer> cabin = desk.ask(CABIN);

        // when
        PageDesk.Waiting waiting = Objects.requireNonNull(desk.next(2));
        waiting.answer().complete(PageAnswer.shown("no chores"));

        // then
        assertThat(waiting.asked()).isEqualTo(CABIN);
        assertThat(cabin).isCompletedWithValue(PageAnswer.shown("no chores"));
        assertThat(home).isNotDone();
        assertThat(desk.next(2)).isNull();
    }

    @Test
    void shouldShowAPageOnceToAllWhoWaitForIt() {
        // given
        CompletableFuture<PageAnswer> first = desk.ask(HOME);
        CompletableFuture<PageAnswer> second = desk.ask(HOME);
        CompletableFuture<PageAnswer> third = desk.ask(HOME);

        // when one of them gives up
        first.cancel(true);
        Objects.requireNonNull(desk.next(1)).answer().complete(PageAnswer.shown("no chores"));

        // then
        assertThat(second).isCompletedWithValue(PageAnswer.shown("no chores"));
        assertThat(third).isCompletedWithValue(PageAnswer.shown("no chores"));
        assertThat(desk.next(1)).isNull();
    }

    @Test
    void shouldWaitForProcessorsThatAreStillToCome() {
        // given nobody is here yet
        CompletableFuture<PageAnswer> home = desk.ask(HOME);
        CompletableFuture<PageAnswer> cabin = desk.ask(CABIN);

        // when one comes, and is all there is
        desk.open(1);
        desk.settled(true);

        // then
        assertThat(home).isNotDone();
        assertThat(cabin)
                .isCompletedWithValue(new PageAnswer(
                        Outcome.NOT_HERE,
                        "expected the scheduler of 'cabin' at this instance, but log partition 2 is not here"));
    }

    @Test
    void shouldAnswerAtOnceForAPartitionThatWillNotCome() {
        // given
        desk.open(1);
        desk.settled(true);

        // then
        assertThat(desk.ask(HOME)).isNotDone();
        assertThat(desk.ask(CABIN)).isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.NOT_HERE);

        // and not while there are new ones to come
        desk.settled(false);
        assertThat(desk.ask(CABIN)).isNotDone();
    }

    @Test
    void shouldAnswerAllWhoWaitForAProcessorThatLeaves() {
        // given
        desk.open(1);
        desk.open(2);
        desk.settled(true);
        CompletableFuture<PageAnswer> home = desk.ask(HOME);
        CompletableFuture<PageAnswer> cabin = desk.ask(CABIN);

        // when
        desk.close(1);

        // then
        assertThat(home).isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.NOT_HERE);
        assertThat(desk.ask(HOME)).isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.NOT_HERE);
        assertThat(cabin).isNotDone();
    }

    @Test
    void shouldNotLetMoreWaitThanTheLimit() {
        // given
        for (int i = 0; i < PageDesk.WAITING_MAX; i++) {
            assertThat(desk.ask(new PageDesk.Asked(1, "home-" + i, "chores.txt")))
                    .isNotDone();
        }

        // then
        assertThat(desk.ask(HOME)).isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.BUSY);
        assertThat(desk.ask(new PageDesk.Asked(1, "home-7", "chores.txt"))).isNotDone();

        // and there is room again when one has been answered
        assertThat(desk.next(1)).isNotNull();
        assertThat(desk.ask(HOME)).isNotDone();
    }
}
