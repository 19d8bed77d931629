package dev.rota.kafka;

import java.util.Optional;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;

/** Describes the permission that Kafka's authorizer denied, and the one to grant. */
public final class Denied {

    private Denied() {}

    /** Returns the sentence about a failure caused by Kafka's authorizer; empty for any other failure. */
    public static Optional<String> sentence(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorizationException denied) {
                return Optional.of("Kafka does not allow this principal " + what(denied)
                        + "; 'rota topics --acls' lists what each verb needs");
            }
        }
        return Optional.empty();
    }

    private static String what(AuthorizationException denied) {
        if (denied instanceof TransactionalIdAuthorizationException) {
            return "its transactions: grant it Write on its transactional ids";
        }
        if (denied instanceof GroupAuthorizationException group && group.groupId() != null) {
            return "to be in the group " + group.groupId() + ": grant it Read on the group";
        }
        if (denied instanceof TopicAuthorizationException topic
                && !topic.unauthorizedTopics().isEmpty()) {
            return "what it does with the topics " + String.join(", ", topic.unauthorizedTopics());
        }
        return "what it asked for (" + denied.getMessage() + ")";
    }
}
