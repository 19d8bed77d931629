package dev.rota.workload.whatif;

import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** The words of a domain in which its record is changed. */
public interface Vocabulary {

    /** Returns the id of what an event is about: a job, a bot, a para, a shard; "" if it is about the unit. */
    String key(SpecificRecord event);

    /** Returns the id of the party that sends an event, or null if no party does. */
    @Nullable
    String party(SpecificRecord event);

    /** Returns the description of a party by which others are of its kind, from an event in which it presents itself. */
    @Nullable
    String kind(SpecificRecord event);

    /** Returns a party's event as if another had sent it, whose id has the given end. */
    SpecificRecord copyOfParty(SpecificRecord event, String end);

    /** Returns the event by which a party leaves, given its last one, or null if it just falls silent. */
    @Nullable
    SpecificRecord leaving(SpecificRecord last);

    /** Returns a request again under another id, which has the given end; null if an event is no request. */
    @Nullable
    SpecificRecord copyOfRequest(SpecificRecord event, String end);

    /** Returns whether an event withdraws a request, or changes it later. */
    default boolean isWithdrawal(SpecificRecord event) {
        return false;
    }

    /** Returns an event with a changed policy, or the event itself if it has none. */
    SpecificRecord withPolicy(SpecificRecord event, UnaryOperator<SpecificRecord> change);

    /**
     * Returns an event that puts a changed policy in force at once, given the one that was in force last; null if a
     * policy comes into force only with the events that have one.
     */
    @Nullable
    Happening policy(String unit, @Nullable SpecificRecord last, UnaryOperator<SpecificRecord> change);

    /** Returns the event that sets a quota, given as the domain's record of one, or null if the domain has no quotas. */
    @Nullable
    Happening quota(String unit, UnaryOperator<SpecificRecord> change);

    /** Returns the subject whose wait a tally names. */
    Subject subject(String name);
}
