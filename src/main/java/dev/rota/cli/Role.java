package dev.rota.cli;

import static org.apache.kafka.common.acl.AclOperation.ALTER;
import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import dev.rota.settings.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.resource.ResourceType;

/** What somebody does with a cluster, and what Kafka must allow for it. */
enum Role {
    RUN("run") {
        @Override
        List<Grant> grants(Names names) {
            List<Grant> grants = topics(names.inputs(), READ, DESCRIBE);
            grants.add(Grant.topic(names.log(), READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
            // A rebuild compares with the outputs.
            grants.addAll(topics(names.outputs(), READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
            // The changelog, and intake's positions.
            grants.add(
                    Grant.prefixed(ResourceType.TOPIC, names.own(), CREATE, READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
            grants.add(Grant.prefixed(ResourceType.GROUP, names.own(), READ, DESCRIBE));
            grants.add(Grant.prefixed(ResourceType.TRANSACTIONAL_ID, names.own(), WRITE, DESCRIBE));
            return grants;
        }
    },
    APPLY("topics --apply") {
        @Override
        List<Grant> grants(Names names) {
            List<Grant> grants = topics(names.inputs(), CREATE, DESCRIBE);
            // A log's first record says how many partitions it was created with, and which rules are in force.
            grants.add(Grant.topic(names.log(), CREATE, READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
            grants.addAll(topics(names.outputs(), CREATE, DESCRIBE, DESCRIBE_CONFIGS));
            grants.add(
                    Grant.prefixed(ResourceType.TOPIC, names.own(), CREATE, READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
            return grants;
        }
    },
    AUDIT("audit") {
        @Override
        List<Grant> grants(Names names) {
            return topics(names.audited(), READ, DESCRIBE);
        }
    },
    EXPLAIN("explain") {
        @Override
        List<Grant> grants(Names names) {
            return switch (names.domain().name()) {
                case "jobs" -> topics(List.of(names.log(), names.topic("jobs.rejections")), READ, DESCRIBE);
                case "chunks" ->
                    topics(
                            List.of(names.log(), names.topic("chunks.rejections"), names.topic("chunks.epochs")),
                            READ,
                            DESCRIBE);
                default -> List.of();
            };
        }
    },
    CHUNKS("chunks") {
        @Override
        List<Grant> grants(Names names) {
            if (!names.domain().name().equals("chunks")) {
                return List.of();
            }
            List<Grant> grants = topics(names.outputs(), READ, DESCRIBE);
            grants.add(Grant.topic(names.log(), READ, DESCRIBE));
            return grants;
        }
    },
    WORKER("worker") {
        @Override
        List<Grant> grants(Names names) {
            if (!names.domain().name().equals("shards")) {
                return List.of();
            }
            List<Grant> grants =
                    topics(List.of(names.topic("shards.assignments"), names.topic("shards.blocks")), READ, DESCRIBE);
            grants.add(Grant.topic(names.topic("shards.workers"), WRITE, DESCRIBE));
            return grants;
        }
    },
    SHARDS("shards") {
        @Override
        List<Grant> grants(Names names) {
            if (!names.domain().name().equals("shards")) {
                return List.of();
            }
            List<Grant> grants = topics(names.outputs(), READ, DESCRIBE);
            grants.add(Grant.topic(names.log(), DESCRIBE));
            grants.add(Grant.group(names.scheduler(), DESCRIBE));
            return grants;
        }
    },
    VOID("void") {
        @Override
        List<Grant> grants(Names names) {
            return List.of(Grant.topic(names.log(), READ, WRITE, DESCRIBE), Grant.group(names.scheduler(), DESCRIBE));
        }
    },
    HANGING("topics --hanging") {
        @Override
        List<Grant> grants(Names names) {
            List<Grant> grants = topics(names.audited(), READ, DESCRIBE);
            grants.add(Grant.prefixed(ResourceType.TOPIC, names.own(), READ, DESCRIBE));
            grants.add(Grant.topic(Topic.GROUP_METADATA_TOPIC_NAME, READ, DESCRIBE));
            grants.add(Grant.anyTransactionalId(DESCRIBE));
            return grants;
        }
    },
    ABORT("topics --hanging --abort") {
        @Override
        List<Grant> grants(Names names) {
            List<Grant> grants = new ArrayList<>(HANGING.grants(names));
            grants.add(Grant.cluster(ALTER));
            return grants;
        }
    },
    PRODUCE("produce") {
        @Override
        List<Grant> grants(Names names) {
            return topics(names.inputs(), WRITE, DESCRIBE);
        }
    },
    CONSUME("consume") {
        @Override
        List<Grant> grants(Names names) {
            return topics(names.outputs(), READ, DESCRIBE);
        }
    };

    private final String verb;

    Role(String verb) {
        this.verb = verb;
    }

    /** As it is written: {@code run}, {@code apply} and so on. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What they call. */
    String verb() {
        return verb;
    }

    /** What Kafka must allow for a domain; empty if there is nothing to do in it. */
    abstract List<Grant> grants(Names names);

    private static List<Grant> topics(Collection<String> names, AclOperation... operations) {
        List<Grant> grants = new ArrayList<>();
        names.forEach(name -> grants.add(Grant.topic(name, operations)));
        return grants;
    }
}
