package dev.rota.cli.cluster;

import dev.rota.kafka.AdminAnswers;
import dev.rota.settings.Names;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;

/**
 * Determines which grants the principal of an admin client lacks. Kafka reports the allowed operations on resources
 * that exist. For a resource that does not exist yet, and for writing with a transactional id, it reports nothing until
 * the operation is tried.
 */
final class MissingGrants {

    private static final Set<AclOperation> UNKNOWN = EnumSet.allOf(AclOperation.class);

    private final Admin admin;

    MissingGrants(Admin admin) {
        this.admin = admin;
    }

    /** Returns the missing operations, such as {@code Write on the topic jobs.log}. */
    List<String> of(Stream<Grant> grants) {
        // All requests are sent before the first response is awaited: a scheduler with its topics needs dozens.
        Map<Grant, KafkaFuture<Set<AclOperation>>> asked = new LinkedHashMap<>();
        grants.forEach(grant -> asked.computeIfAbsent(grant, each -> ask(each.resource())));
        List<String> missing = new ArrayList<>();
        asked.forEach((grant, answer) -> {
            ResourcePattern resource = grant.resource();
            Set<AclOperation> allowed = allowed(answer);
            grant.operations().stream()
                    // A resource that exists need not be created.
                    .filter(operation -> operation != AclOperation.CREATE && !allowed.contains(operation))
                    .forEach(operation -> missing.add(Grant.word(operation) + " on the "
                            + Grant.word(resource.resourceType()) + " " + resource.name()));
        });
        return missing;
    }

    /** Returns the grant for each resource of a domain that matches its prefix. */
    static Stream<Grant> exact(Names names, Grant grant) {
        if (grant.resource().patternType() != PatternType.PREFIXED) {
            return Stream.of(grant);
        }
        return switch (grant.resource().resourceType()) {
            case TOPIC -> Stream.of(names.positions(), names.changelog()).map(grant::of);
            case GROUP -> Stream.of(names.intake(), names.scheduler()).map(grant::of);
            default -> Stream.of(grant);
        };
    }

    private static Set<AclOperation> allowed(KafkaFuture<Set<AclOperation>> answer) {
        try {
            return AdminAnswers.get(answer);
        } catch (AuthorizationException e) {
            // Not even Describe is allowed, which all other operations imply.
            return Set.of();
        } catch (UnknownTopicOrPartitionException | GroupIdNotFoundException | TransactionalIdNotFoundException e) {
            return UNKNOWN;
        }
    }

    private KafkaFuture<Set<AclOperation>> ask(ResourcePattern resource) {
        String name = resource.name();
        return switch (resource.resourceType()) {
            case TOPIC -> topic(name);
            case GROUP -> group(name);
            // Only Describe can be checked.
            case TRANSACTIONAL_ID ->
                admin.describeTransactions(List.of(name)).description(name).thenApply(described -> UNKNOWN);
            default -> KafkaFuture.completedFuture(UNKNOWN);
        };
    }

    private KafkaFuture<Set<AclOperation>> topic(String name) {
        var options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
        return Objects.requireNonNull(admin.describeTopics(List.of(name), options)
                        .topicNameValues()
                        .get(name))
                .thenApply(TopicDescription::authorizedOperations);
    }

    private KafkaFuture<Set<AclOperation>> group(String name) {
        var options = new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true);
        return Objects.requireNonNull(admin.describeConsumerGroups(List.of(name), options)
                        .describedGroups()
                        .get(name))
                .thenApply(ConsumerGroupDescription::authorizedOperations);
    }
}
