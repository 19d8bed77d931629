package dev.rota.cli.cluster;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import dev.rota.settings.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;

/** The uses of a cluster, and the operations that Kafka must allow for each. */
public enum Role {
    RUN("run"),
    TOPICS("topics"),
    APPLY("topics --apply"),
    AUDIT("audit"),
    PAGES("pages"),
    EXPLAIN("explain"),
    CHUNKS("chunks"),
    WORKER("worker"),
    BOT("bot"),
    JOB("job"),
    SHARDS("shards"),
    VOID("void"),
    PRODUCE("produce"),
    CONSUME("consume");

    private final String verb;

    Role(String verb) {
        this.verb = verb;
    }

    /** Returns the role's name on the command line: {@code run}, {@code apply} and so on. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the verb that principals of this role run. */
    public String verb() {
        return verb;
    }

    /** Returns the operations that Kafka must allow in a domain; empty if the role does not use it. */
    public List<Grant> grants(Names names) {
        String domain = names.domain().name();
        return switch (this) {
            case RUN -> run(names);
            case TOPICS -> topics(names);
            case APPLY -> apply(names);
            case AUDIT, PAGES -> all(names.audited(), READ, DESCRIBE);
            case EXPLAIN -> explain(names);
            case CHUNKS -> domain.equals("chunks") ? chunks(names) : List.of();
            case WORKER -> domain.equals("shards") ? worker(names) : List.of();
            case BOT -> domain.equals("jobs") ? bot(names) : List.of();
            case JOB -> domain.equals("jobs") ? job(names) : List.of();
            case SHARDS -> domain.equals("shards") ? shards(names) : List.of();
            case VOID ->
                List.of(Grant.topic(names.log(), READ, WRITE, DESCRIBE), Grant.group(names.scheduler(), DESCRIBE));
            case PRODUCE -> all(names.inputs(), WRITE, DESCRIBE);
            case CONSUME -> all(names.outputs(), READ, DESCRIBE);
        };
    }

    private static List<Grant> run(Names names) {
        List<Grant> grants = all(names.inputs(), READ, DESCRIBE);
        grants.add(Grant.topic(names.log(), READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
        // A rebuild compares rows with the outputs.
        grants.addAll(all(names.outputs(), READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
        // The changelog, and intake's positions.
        grants.add(Grant.prefixed(ResourceType.TOPIC, names.own(), CREATE, READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
        grants.add(Grant.prefixed(ResourceType.GROUP, names.own(), READ, DESCRIBE));
        grants.add(Grant.prefixed(ResourceType.TRANSACTIONAL_ID, names.own(), WRITE, DESCRIBE));
        return grants;
    }

    private static List<Grant> topics(Names names) {
        List<Grant> grants = all(names.inputs(), DESCRIBE);
        grants.add(Grant.topic(names.log(), DESCRIBE, DESCRIBE_CONFIGS));
        grants.addAll(all(names.outputs(), DESCRIBE, DESCRIBE_CONFIGS));
        grants.add(Grant.prefixed(ResourceType.TOPIC, names.own(), DESCRIBE, DESCRIBE_CONFIGS));
        return grants;
    }

    private static List<Grant> apply(Names names) {
        List<Grant> grants = all(names.inputs(), CREATE, DESCRIBE);
        // The first record of a log contains the number of its partitions and the rules in force.
        grants.add(Grant.topic(names.log(), CREATE, READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
        grants.addAll(all(names.outputs(), CREATE, DESCRIBE, DESCRIBE_CONFIGS));
        grants.add(Grant.prefixed(ResourceType.TOPIC, names.own(), CREATE, READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
        return grants;
    }

    private static List<Grant> explain(Names names) {
        List<String> topics = new ArrayList<>(
                List.of(names.log(), names.topic(names.domain().rejections().topic())));
        if (names.domain().name().equals("chunks")) {
            topics.add(names.topic("chunks.epochs"));
        }
        return all(topics, READ, DESCRIBE);
    }

    private static List<Grant> chunks(Names names) {
        return and(all(names.outputs(), READ, DESCRIBE), Grant.topic(names.log(), READ, DESCRIBE));
    }

    private static List<Grant> worker(Names names) {
        return and(
                all(
                        List.of(
                                names.topic("shards.assignments"),
                                names.topic("shards.blocks"),
                                names.topic("shards.worker-events")),
                        READ,
                        DESCRIBE),
                Grant.topic(names.topic("shards.workers"), WRITE, DESCRIBE));
    }

    private static List<Grant> bot(Names names) {
        return List.of(
                Grant.topic(names.topic("jobs.assignments"), READ, DESCRIBE),
                Grant.topic(names.topic("jobs.bots"), WRITE, DESCRIBE));
    }

    private static List<Grant> job(Names names) {
        return List.of(
                Grant.topic(names.topic("jobs.events"), READ, DESCRIBE),
                Grant.topic(names.topic(names.domain().rejections().topic()), READ, DESCRIBE),
                Grant.topic(names.topic("jobs.submissions"), WRITE, DESCRIBE));
    }

    private static List<Grant> shards(Names names) {
        return and(
                all(names.outputs(), READ, DESCRIBE),
                Grant.topic(names.log(), DESCRIBE),
                Grant.group(names.scheduler(), DESCRIBE));
    }

    private static List<Grant> all(Collection<String> topics, AclOperation... operations) {
        List<Grant> grants = new ArrayList<>();
        topics.forEach(topic -> grants.add(Grant.topic(topic, operations)));
        return grants;
    }

    private static List<Grant> and(List<Grant> some, Grant... more) {
        List<Grant> grants = new ArrayList<>(some);
        Collections.addAll(grants, more);
        return grants;
    }
}
