package dev.rota.stream.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.engine.text.Printable;
import dev.rota.kafka.AdminAnswers;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * The answer to a request for a page of a unit.
 *
 * @param body the page, or one sentence that states why there is none; shared by all callers
 * @param tag identifies the page's content; null if the page has none
 */
public record PageAnswer(
        Outcome outcome, ByteBuffer body, @Nullable String tag) {

    /** Returns whether there is a page. */
    public enum Outcome {
        SHOWN,
        /** The caller has this page already. */
        UNCHANGED,
        /** The unit has no record in the log, or no such subject. */
        UNIT_UNKNOWN,
        /** Another instance has the unit's log partition. */
        NOT_HERE,
        /** A later request may succeed. */
        BUSY,
        /** The page cannot be rendered. */
        FAILED
    }

    public PageAnswer(Outcome outcome, String text) {
        this(outcome, ByteBuffer.wrap(text.getBytes(UTF_8)), null);
    }

    /** Returns the body as text. */
    public String text() {
        return UTF_8.decode(body.duplicate()).toString();
    }

    static PageAnswer shown(String page) {
        return new PageAnswer(Outcome.SHOWN, page);
    }

    /** Returns the answer to a caller that has the page with this tag already. */
    public static PageAnswer unchanged(String tag) {
        return new PageAnswer(Outcome.UNCHANGED, ByteBuffer.allocate(0), tag);
    }

    static PageAnswer notThere(String sentence) {
        return new PageAnswer(Outcome.UNIT_UNKNOWN, sentence);
    }

    static PageAnswer unknown(String unit) {
        return new PageAnswer(
                Outcome.UNIT_UNKNOWN, "expected a unit that has a record in the log, but '" + unit + "' has none");
    }

    static PageAnswer subjectUnknown(String unit, Subject subject) {
        return new PageAnswer(
                Outcome.UNIT_UNKNOWN,
                "'" + unit + "' has no row of the " + subject.kind() + " '" + Printable.of(subject.id()) + "'");
    }

    static PageAnswer notInMemory(String unit) {
        return new PageAnswer(
                Outcome.BUSY,
                "the state of '" + unit + "' is not in memory before its next event, or cannot be asked there");
    }

    static PageAnswer notHere(String unit, int partition) {
        return new PageAnswer(
                Outcome.NOT_HERE,
                "expected the scheduler of '" + unit + "' at this instance, but log partition " + partition
                        + " is not here");
    }

    /** Returns the answer if another instance has the unit's log partition and its address is not known. */
    public PageAnswer ownerUnknown() {
        return new PageAnswer(
                Outcome.NOT_HERE,
                text() + ". Which instance decides it is not known, because http.advertised is not set there. Set it on"
                        + " every instance, or ask the one whose /health/ready lists that partition under 'decides'");
    }

    static PageAnswer moving(String unit, int partition) {
        return new PageAnswer(
                Outcome.BUSY,
                "expected the scheduler of '" + unit + "', but the instances are just sharing out the log's partitions,"
                        + " of which it has " + partition + "; try again in a second");
    }

    /** Returns the answer of an instance that hands its partitions over. */
    public static PageAnswer stopping(String unit) {
        return new PageAnswer(
                Outcome.BUSY, "expected the scheduler of '" + unit + "', but this instance is stopping; try again");
    }

    /** Returns the answer if the instance that had the unit's log partition no longer has it. */
    public static PageAnswer ownerChanged(String owner) {
        return ownerSilent(owner, "it does not decide it");
    }

    /** Returns the answer if the instance that has the unit's log partition does not answer. */
    public static PageAnswer ownerSilent(String owner, String why) {
        return new PageAnswer(
                Outcome.BUSY, "expected the instance at " + owner + " to show its unit, but " + why + "; try again");
    }

    static PageAnswer tooMany(int max) {
        return new PageAnswer(
                Outcome.BUSY,
                "expected requests for the pages of at most " + max + " units a second, but this is one more");
    }

    /** Returns the answer to a request that has waited too long. */
    public static PageAnswer late(String unit, Duration waited) {
        return new PageAnswer(
                Outcome.BUSY,
                "expected the scheduler of '" + unit + "' to answer within " + waited.toMillis()
                        + " ms, but it is busy or restores its rows");
    }

    /** Returns the answer to a request beyond the limit of concurrent requests. */
    public static PageAnswer tooManyRequests(int max) {
        return new PageAnswer(Outcome.BUSY, "expected at most " + max + " requests at a time, but this is one more");
    }

    /** Returns the answer if the log's partitions are not known. */
    public static PageAnswer noCluster(String log, Throwable failure) {
        Throwable cause = failure.getCause();
        return new PageAnswer(
                Outcome.BUSY,
                "expected the cluster to say how many partitions " + log + " has, but "
                        + AdminAnswers.why(cause == null ? failure : cause));
    }

    static PageAnswer failed(String unit) {
        return new PageAnswer(
                Outcome.FAILED,
                "expected a page of '" + unit + "', but it could not be rendered; this process's messages say why");
    }
}
