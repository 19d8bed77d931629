package dev.rota.cli.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * The operations that a principal needs on a resource of the cluster, or on all resources whose names have a prefix.
 */
public record Grant(ResourcePattern resource, List<AclOperation> operations) {

    private static final String ANY_HOST = "*";

    static Grant topic(String name, AclOperation... operations) {
        return literal(ResourceType.TOPIC, name, operations);
    }

    static Grant group(String name, AclOperation... operations) {
        return literal(ResourceType.GROUP, name, operations);
    }

    static Grant prefixed(ResourceType type, String prefix, AclOperation... operations) {
        return new Grant(new ResourcePattern(type, prefix, PatternType.PREFIXED), List.of(operations));
    }

    private static Grant literal(ResourceType type, String name, AclOperation... operations) {
        return new Grant(new ResourcePattern(type, name, PatternType.LITERAL), List.of(operations));
    }

    /** Returns a grant of the same operations on one resource. */
    Grant of(String name) {
        return new Grant(new ResourcePattern(resource.resourceType(), name, PatternType.LITERAL), operations);
    }

    /** Returns a resource type in words: {@code topic}, {@code transactional id}. */
    public static String word(Enum<?> type) {
        return type.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns the name of an operation in the spelling of Kafka's tools and Strimzi: {@code DescribeConfigs}. */
    public static String word(AclOperation operation) {
        return Arrays.stream(operation.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    /** Returns the access control entries of the grant for a principal, one for each operation. */
    public List<AclBinding> bindings(String principal) {
        return operations.stream()
                .map(operation -> new AclBinding(
                        resource, new AccessControlEntry(principal, ANY_HOST, operation, AclPermissionType.ALLOW)))
                .toList();
    }
}
