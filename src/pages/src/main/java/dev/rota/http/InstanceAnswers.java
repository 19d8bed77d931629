package dev.rota.http;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.pages.Instances.Unanswered;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.stream.pages.LiveAnswer;
import dev.rota.stream.pages.PageAnswer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Parses the JSON responses of instances. */
final class InstanceAnswers {

    /** Parses a response. */
    @FunctionalInterface
    interface Reading<T> {
        T of(PageAnswer answer) throws NotPlainJson, InterruptedException;
    }

    private InstanceAnswers() {}

    /**
     * Waits for a response, which must have a timeout of its own. Returns empty if the unit has no such page or
     * subject.
     */
    static <T> Optional<T> of(CompletableFuture<PageAnswer> asked, Reading<T> reading) throws Unanswered {
        try {
            PageAnswer answer = asked.get();
            return switch (answer.outcome()) {
                case SHOWN -> Optional.of(reading.of(answer));
                case UNIT_UNKNOWN -> Optional.empty();
                case UNCHANGED, NOT_HERE, BUSY, FAILED -> throw new Unanswered(answer.text());
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unanswered("the process stops");
        } catch (ExecutionException e) {
            throw new Unanswered("it could not be asked: " + e.getCause());
        } catch (NotPlainJson e) {
            throw new Unanswered("its response is not JSON");
        }
    }

    /** Parses the explanation of a subject. */
    static Answered answered(PageAnswer answer) throws NotPlainJson {
        LiveAnswer live = PlainJson.page(LiveAnswer.class, answer.text());
        return new Answered(new Answer(live.state(), live.sentence()), live.asOf());
    }
}
