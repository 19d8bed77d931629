package dev.rota.cli.cluster;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import dev.rota.cli.options.Domains;
import dev.rota.engine.ClientRole;
import dev.rota.settings.BadSetting;
import dev.rota.settings.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A use of a cluster, and the operations that Kafka must allow for it: by the verbs that work with every domain, or by
 * clients of one domain.
 */
public final class Role {

    public static final Role RUN = new Role("run", "run", Role::run);
    public static final Role REGISTRY = new Role("registry", "run with registry.port", Role::registry);
    public static final Role TOPICS = new Role("topics", "topics", Role::topics);
    public static final Role APPLY = new Role("apply", "topics --apply", Role::apply);
    public static final Role AUDIT = new Role("audit", "audit", Role::audit);
    public static final Role PAGES = new Role("pages", "pages", Role::audit);
    public static final Role EXPLAIN = new Role("explain", "explain", Role::explain);
    public static final Role VOID = new Role(
            "void",
            "void",
            names ->
                    List.of(Grant.topic(names.log(), READ, WRITE, DESCRIBE), Grant.group(names.scheduler(), DESCRIBE)));
    public static final Role ADOPT = new Role("adopt", "adopt", Role::adopt);
    public static final Role PRODUCE = new Role("produce", "produce", names -> all(names.inputs(), WRITE, DESCRIBE));
    public static final Role CONSUME = new Role("consume", "consume", names -> all(names.outputs(), READ, DESCRIBE));

    private static final List<Role> OF_EVERY_DOMAIN =
            List.of(RUN, REGISTRY, TOPICS, APPLY, AUDIT, PAGES, EXPLAIN, VOID, ADOPT, PRODUCE, CONSUME);

    private final String id;
    private final String verb;
    private final Function<Names, List<Grant>> grants;
    private final Function<Names, List<Grant>> shown;

    private Role(String id, String verb, Function<Names, List<Grant>> grants) {
        this(id, verb, grants, names -> List.of());
    }

    private Role(String id, String verb, Function<Names, List<Grant>> grants, Function<Names, List<Grant>> shown) {
        this.id = id;
        this.verb = verb;
        this.grants = grants;
        this.shown = shown;
    }

    /** Returns all roles: those of verbs that work with every domain, then those of the domains' clients. */
    public static List<Role> all() {
        List<Role> all = new ArrayList<>(OF_EVERY_DOMAIN);
        for (ClientRole client : Domains.clientRoles()) {
            if (OF_EVERY_DOMAIN.stream().anyMatch(role -> role.id().equals(client.name()))) {
                throw new BadSetting(
                        "expected of a scheduler on the class path roles that Rota does not have itself, but"
                                + " one is " + client.name());
            }
            all.add(of(client));
        }
        return List.copyOf(all);
    }

    /** Returns the role of clients of a domain. */
    public static Role of(ClientRole client) {
        return new Role(
                client.name(),
                client.name(),
                names -> names.domain().clientRoles().contains(client) ? client(names, client) : List.of(),
                names -> names.domain().clientRoles().contains(client)
                        ? all(client.shows().stream().map(names::topic).toList(), READ, DESCRIBE)
                        : List.of());
    }

    /** Returns the role's name on the command line: {@code run}, {@code apply} and so on. */
    public String id() {
        return id;
    }

    /** Returns the verb that principals of this role run. */
    public String verb() {
        return verb;
    }

    /** Returns the operations that Kafka must allow in a domain; empty if the role does not use it. */
    public List<Grant> grants(Names names) {
        return Stream.concat(grants.apply(names).stream(), shown.apply(names).stream())
                .toList();
    }

    /**
     * Returns the operations without which the verb does not begin. Schedulers run without a topic that they may not
     * adopt: intake says so and reads the others. So does an audit, which does not compare such a topic. A client works
     * without what it would only show.
     */
    List<Grant> required(Names names) {
        boolean isNeeded = this != RUN && this != AUDIT && this != PAGES;
        return grants.apply(isNeeded ? names : new Names(names.domain(), names.prefix()));
    }

    @Override
    public String toString() {
        return id;
    }

    private static List<Grant> run(Names names) {
        List<Grant> grants = all(names.inputs(), READ, DESCRIBE);
        grants.addAll(all(names.adopted(), READ, DESCRIBE));
        grants.add(Grant.topic(names.log(), READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
        // A rebuild compares rows with the outputs.
        grants.addAll(all(names.outputs(), READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
        // The changelog, and intake's positions.
        grants.add(Grant.prefixed(ResourceType.TOPIC, names.own(), CREATE, READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
        grants.add(Grant.prefixed(ResourceType.GROUP, names.own(), READ, DESCRIBE));
        grants.add(Grant.prefixed(ResourceType.TRANSACTIONAL_ID, names.own(), WRITE, DESCRIBE));
        return grants;
    }

    private static List<Grant> registry(Names names) {
        return List.of(Grant.topic(names.registry(), CREATE, READ, WRITE, DESCRIBE));
    }

    private static List<Grant> audit(Names names) {
        List<Grant> grants = all(names.audited(), READ, DESCRIBE);
        grants.addAll(all(names.adopted(), READ, DESCRIBE, DESCRIBE_CONFIGS));
        return grants;
    }

    private static List<Grant> adopt(Names names) {
        List<Grant> grants = all(names.adopted(), READ, DESCRIBE, DESCRIBE_CONFIGS);
        if (!grants.isEmpty()) {
            grants.add(Grant.topic(names.log(), READ, WRITE, DESCRIBE));
            grants.add(Grant.prefixed(ResourceType.TOPIC, names.own(), READ, WRITE, DESCRIBE));
        }
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
        names.domain().explainedFrom().forEach(output -> topics.add(names.topic(output.topic())));
        return all(topics, READ, DESCRIBE);
    }

    private static List<Grant> client(Names names, ClientRole client) {
        List<Grant> grants = all(client.reads().stream().map(names::topic).toList(), READ, DESCRIBE);
        grants.addAll(all(client.measures().stream().map(names::topic).toList(), DESCRIBE));
        grants.addAll(all(client.writes().stream().map(names::topic).toList(), WRITE, DESCRIBE));
        if (client.asksPositions()) {
            grants.add(Grant.group(names.scheduler(), DESCRIBE));
        }
        return grants;
    }

    private static List<Grant> all(Collection<String> topics, AclOperation... operations) {
        List<Grant> grants = new ArrayList<>();
        topics.forEach(topic -> grants.add(Grant.topic(topic, operations)));
        return grants;
    }
}
