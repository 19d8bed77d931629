package dev.rota.stream.pages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.NotThere;
import dev.rota.engine.PageSnapshot;
import dev.rota.stream.pages.PageAnswer.Outcome;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PageCacheTest {

    private static final String PAGE = "chores.txt";

    private final Queue<Runnable> rendering = new ArrayDeque<>();
    private final Set<Integer> elsewhere = new HashSet<>();
    private final PageCache pages = new PageCache(() -> this.nanos, rendering::add, elsewhere::contains);

    /** A clock that may start at any value, as {@link System#nanoTime} does. */
    private long nanos = Long.MAX_VALUE - 500_000_000;

    @BeforeEach
    void open() {
        pages.open(1);
        pages.open(2);
    }

    private void pass(long ms) {
        nanos += Duration.ofMillis(ms).toNanos();
    }

    private CompletableFuture<PageAnswer> get(String unit) {
        return pages.get(1, unit, PAGE);
    }

    private void ask(String unit) {
        assertThat(get(unit)).isNotDone();
    }

    /** Takes snapshots as the stream thread of partition 1 does at a punctuation. Returns how many. */
    private int takeSnapshots(PageSnapshot snapshot) {
        List<String> wanted = pages.wanted(1, 1_000);
        wanted.forEach(unit -> pages.put(unit, snapshot));
        return wanted.size();
    }

    private int render() {
        int rendered = 0;
        for (Runnable next = rendering.poll(); next != null; next = rendering.poll()) {
            next.run();
            rendered++;
        }
        return rendered;
    }

    /** A snapshot of one page with a tag. Counts how often it is rendered. */
    private static final class Tagged implements PageSnapshot {
        int rendered;

        @Override
        public String content(String page) {
            rendered++;
            return "page " + tag(page);
        }

        @Override
        public String tag(String page) {
            if (!page.equals("list.json")) {
                throw new NotThere("no " + page);
            }
            return "tag";
        }
    }

    @Test
    void shouldTellOfNewRequestsOnce() {
        assertThat(pages.pollAsked(1)).isFalse();
        ask("home");
        ask("cabin");

        assertThat(pages.pollAsked(2)).isFalse();
        assertThat(pages.pollAsked(1)).isTrue();
        assertThat(pages.pollAsked(1)).as("again").isFalse();

        takeSnapshots(page -> "text");
        var unused = pages.get(1, "home", "other.txt");
        assertThat(pages.pollAsked(1)).as("of a snapshot that is there").isFalse();
        render();
        pass(1_001);
        ask("home");
        assertThat(pages.pollAsked(1)).as("of a snapshot that is too old").isTrue();
    }

    @Test
    void shouldTellATagWithoutRendering() {
        // given
        Tagged snapshot = new Tagged();
        CompletableFuture<PageAnswer> tag = pages.tag(1, "home", "list.json");
        CompletableFuture<PageAnswer> packed = pages.tag(1, "home", "list.json.gz");
        takeSnapshots(snapshot);
        render();

        // then
        assertThat(tag).isCompletedWithValue(PageAnswer.shown("tag"));
        assertThat(packed).isCompletedWithValue(PageAnswer.shown("tag"));
        assertThat(snapshot.rendered).isZero();

        // and the tag of a page without one is empty
        takeSnapshots(page -> "untagged");
        CompletableFuture<PageAnswer> none = pages.tag(1, "cabin", PAGE);
        takeSnapshots(page -> "untagged");
        render();
        assertThat(none).isCompletedWithValue(PageAnswer.shown(""));
    }

    @Test
    void shouldRenderAPageOncePlainAndOncePacked() throws Exception {
        // given
        Tagged snapshot = new Tagged();
        CompletableFuture<PageAnswer> plain = pages.get(1, "home", "list.json");
        CompletableFuture<PageAnswer> packed = pages.get(1, "home", "list.json.gz");
        takeSnapshots(snapshot);
        render();

        // then
        assertThat(plain.join().text()).isEqualTo("page tag");
        assertThat(plain.join().tag()).isEqualTo("tag");
        assertThat(packed.join().tag()).isEqualTo("tag");
        byte[] bytes = packed.join().body().array();
        assertThat(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes())
                .asString(UTF_8)
                .isEqualTo("page tag");
        assertThat(pages.get(1, "home", "list.json")).isCompletedWithValue(plain.join());
        assertThat(snapshot.rendered).isEqualTo(2);
    }

    @Test
    void shouldSayThatAUnitHasNoSuchPage() {
        // given
        CompletableFuture<PageAnswer> page = pages.get(1, "home", "other.json");
        CompletableFuture<PageAnswer> tag = pages.tag(1, "home", "other.json");
        takeSnapshots(new Tagged());
        render();

        // then
        PageAnswer answer = new PageAnswer(Outcome.UNIT_UNKNOWN, "no other.json");
        assertThat(page).isCompletedWithValue(answer);
        assertThat(tag).isCompletedWithValue(answer);
    }

    @Test
    void shouldRequestASnapshotFromTheUnitsPartition() {
        // given
        CompletableFuture<PageAnswer> home = get("home");
        CompletableFuture<PageAnswer> cabin = pages.get(2, "cabin", PAGE);

        // then
        assertThat(pages.wanted(2, 10)).containsExactly("cabin");
        pages.put("cabin", page -> page + " of cabin");
        assertThat(pages.wanted(2, 10)).isEmpty();
        assertThat(cabin).as("rendered on the stream thread").isNotDone();
        assertThat(render()).isEqualTo(1);
        assertThat(cabin).isCompletedWithValue(PageAnswer.shown("chores.txt of cabin"));
        assertThat(home).isNotDone();
    }

    @Test
    void shouldTakeOneSnapshotASecondHoweverManyRequestsThereAre() {
        // given
        AtomicInteger rendered = new AtomicInteger();
        PageSnapshot snapshot = page -> page + " " + rendered.incrementAndGet();
        int snapshots = 0;

        // when a thousand requests for two pages arrive in each of ten seconds, with ten punctuations per second
        for (int i = 0; i < 10_000; i++) {
            CompletableFuture<PageAnswer> answer = pages.get(1, "home", i % 2 == 0 ? PAGE : "other.txt");
            if (i % 100 == 0) {
                snapshots += takeSnapshots(snapshot);
            }
            render();
            assertThat(answer.isDone()).as("request %s", i).isEqualTo(i == 0 || snapshots > 0);
            pass(1);
        }

        // then
        assertThat(snapshots).isEqualTo(10);
        assertThat(rendered).hasValue(20);
    }

    @Test
    void shouldServeAPageForASecond() {
        // given
        ask("home");
        takeSnapshots(page -> "first");
        render();

        // when
        pass(999);

        // then
        assertThat(get("home")).isCompletedWithValue(PageAnswer.shown("first"));
        assertThat(pages.wanted(1, 10)).isEmpty();

        // and another one when a second has passed
        pass(1);
        CompletableFuture<PageAnswer> second = get("home");
        assertThat(second).isNotDone();
        takeSnapshots(page -> "second");
        render();
        assertThat(second).isCompletedWithValue(PageAnswer.shown("second"));
    }

    @Test
    void shouldRenderAPageOnceForAllWhoWaitForIt() {
        // given
        CompletableFuture<PageAnswer> first = get("home");
        CompletableFuture<PageAnswer> second = get("home");
        takeSnapshots(page -> "no chores");
        CompletableFuture<PageAnswer> third = get("home");

        // when one of the requests is cancelled
        first.cancel(true);

        // then
        assertThat(render()).isEqualTo(1);
        assertThat(second).isCompletedWithValue(PageAnswer.shown("no chores"));
        assertThat(third).isCompletedWithValue(PageAnswer.shown("no chores"));
    }

    @Test
    void shouldNotStartASecondRenderingWhileOneIsRunning() {
        // given
        CompletableFuture<PageAnswer> first = get("home");
        takeSnapshots(page -> "slow");

        // when
        pass(5_000);
        CompletableFuture<PageAnswer> second = get("home");

        // then it waits for the rendering in progress
        assertThat(pages.wanted(1, 10)).isEmpty();
        assertThat(render()).isEqualTo(1);
        assertThat(first).isCompletedWithValue(PageAnswer.shown("slow"));
        assertThat(second).isCompletedWithValue(PageAnswer.shown("slow"));

        // and the next request needs another snapshot
        assertThat(get("home")).isNotDone();
        assertThat(pages.wanted(1, 10)).containsExactly("home");
    }

    /** Clients may choose any number of names for some pages. */
    @Test
    void shouldTakeANewSnapshotWhileAPageOfTheOldOneIsPending() {
        // given requests, one of which is always pending
        ask("home");
        assertThat(takeSnapshots(page -> page + " of the first")).isEqualTo(1);
        List<CompletableFuture<PageAnswer>> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(pages.get(1, "home", i + ".txt"));
            Objects.requireNonNull(rendering.poll()).run();
            assertThat(pages.wanted(1, 10)).isEmpty();
            pass(100);
        }

        // when the snapshot is a second old
        CompletableFuture<PageAnswer> pending = pages.get(1, "home", "9.txt");
        CompletableFuture<PageAnswer> again = pages.get(1, "home", "0.txt");

        // then a page that was rendered, or not requested before, comes from a new snapshot
        assertThat(again).isNotDone();
        assertThat(takeSnapshots(page -> page + " of the second")).isEqualTo(1);
        assertThat(render()).isEqualTo(2);
        assertThat(again).isCompletedWithValue(PageAnswer.shown("0.txt of the second"));

        // and the pending page is rendered once, from the snapshot at the time of its first request
        assertThat(pending).isCompletedWithValue(PageAnswer.shown("9.txt of the first"));
        assertThat(answers.get(9)).isCompletedWithValue(PageAnswer.shown("9.txt of the first"));
    }

    @Test
    void shouldKeepNoMoreSnapshotsThanTheLimitWhileRenderingIsSlow() {
        // given
        ask("home");
        assertThat(takeSnapshots(page -> "first")).isEqualTo(1);
        pass(1_000);
        assertThat(pages.get(1, "home", "other.txt")).isNotDone();
        assertThat(takeSnapshots(page -> "second")).isEqualTo(1);
        pass(1_000);

        // when neither is rendered, then there is no third snapshot
        CompletableFuture<PageAnswer> third = pages.get(1, "home", "third.txt");
        assertThat(pages.wanted(1, 10)).isEmpty();
        for (int i = 2; i < PageCache.UNITS_MAX; i++) {
            ask("home-" + i);
        }
        assertThat(get("cabin")).isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.BUSY);

        // and there is room once they are
        render();
        assertThat(third).isCompletedWithValue(PageAnswer.shown("second"));
        assertThat(get("cabin")).isNotDone();
    }

    @Test
    void shouldAnswerThatRenderingFailed() {
        for (Throwable failure : List.of(new IllegalStateException("no ink"), new StackOverflowError())) {
            // given
            CompletableFuture<PageAnswer> home = get("home");
            takeSnapshots(page -> {
                throw sneaky(failure);
            });

            // when
            render();

            // then
            assertThat(home).isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.FAILED);
            pass(1_000);
        }
    }

    private static RuntimeException sneaky(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }

    @Test
    void shouldNotTryASnapshotThatFailedAgainForASecond() {
        // given
        CompletableFuture<PageAnswer> home = get("home");

        // when
        pages.refuse("home", PageAnswer.failed("home"));

        // then
        assertThat(home).isCompletedWithValue(PageAnswer.failed("home"));
        assertThat(get("home")).isCompletedWithValue(PageAnswer.failed("home"));
        assertThat(pages.wanted(1, 10)).isEmpty();

        // and a second later a new snapshot is requested
        pass(1_000);
        assertThat(get("home")).isNotDone();
        assertThat(pages.wanted(1, 10)).containsExactly("home");
    }

    @Test
    void shouldLetOthersGoFirst() {
        // given
        ask("large");
        ask("small");
        assertThat(pages.wanted(1, 1)).containsExactly("large");

        // when
        pages.postpone("large");

        // then
        assertThat(pages.wanted(1, 10)).containsExactly("small", "large");
    }

    @Test
    void shouldSayThatAPartitionIsMovingUntilAnotherInstanceHasIt() {
        // given that some partitions are here, and no instance is known to have the others
        assertThat(get("home")).isNotDone();
        assertThat(pages.get(3, "cabin", PAGE))
                .isCompletedWithValue(new PageAnswer(
                        Outcome.BUSY,
                        "expected the scheduler of 'cabin', but the instances are just sharing out the log's"
                                + " partitions, of which it has 3; try again in a second"));

        // and when another instance has the partition
        elsewhere.add(3);

        // then
        assertThat(pages.get(3, "cabin", PAGE))
                .isCompletedWithValue(new PageAnswer(
                        Outcome.NOT_HERE,
                        "expected the scheduler of 'cabin' at this instance, but log partition 3 is not here"));
        assertThat(pages.partitions()).containsExactly(1, 2);
    }

    @Test
    void shouldForgetThePagesOfAPartitionThatMoves() {
        // given
        ask("home");
        takeSnapshots(page -> "no chores");
        CompletableFuture<PageAnswer> rendering = get("home");
        CompletableFuture<PageAnswer> waiting = get("attic");
        CompletableFuture<PageAnswer> cabin = pages.get(2, "cabin", PAGE);

        // when
        pages.close(1);

        // then a request that waits for a snapshot gets none, and one that waits for rendering gets the page as it was
        assertThat(waiting).isCompletedWithValue(PageAnswer.moving("attic", 1));
        assertThat(render()).isEqualTo(1);
        assertThat(rendering).isCompletedWithValue(PageAnswer.shown("no chores"));
        assertThat(get("home")).isCompletedWithValue(PageAnswer.moving("home", 1));
        assertThat(cabin).isNotDone();
    }

    @Test
    void shouldNotLetARequestWaitForever() {
        // given a partition whose rows are being restored
        CompletableFuture<PageAnswer> home = get("home");

        // when
        pass(PageCache.PATIENCE.toMillis());
        pages.wanted(2, 10);

        // then
        assertThat(home).isCompletedWithValue(PageAnswer.late("home", PageCache.PATIENCE));
        assertThat(pages.wanted(1, 10)).isEmpty();
    }

    @Test
    void shouldHoldNoMoreUnitsThanTheLimit() {
        // given
        for (int i = 0; i < PageCache.UNITS_MAX; i++) {
            assertThat(get("home-" + i)).isNotDone();
        }

        // then
        assertThat(get("home")).isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.BUSY);
        assertThat(get("home-7")).isNotDone();

        // and there is no room while their pages are cached
        takeSnapshots(page -> page);
        render();
        assertThat(get("home-7")).isDone();
        assertThat(get("home")).isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.BUSY);

        // and there is room again a second later
        pass(1_000);
        assertThat(get("home")).isNotDone();
    }

    @Test
    void shouldAnswerAfterRenderingHasEnded() {
        // given
        PageCache closed = new PageCache(
                () -> nanos,
                task -> {
                    throw new RejectedExecutionException();
                },
                elsewhere::contains);
        closed.open(1);
        CompletableFuture<PageAnswer> home = closed.get(1, "home", PAGE);

        // when
        closed.put("home", page -> page);

        // then
        assertThat(Objects.requireNonNull(home)).isCompletedWithValue(PageAnswer.moving("home", 1));
    }
}
