package dev.rota.cli.topics;

import dev.rota.cli.cluster.Grant;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/**
 * The operations that Kafka must allow to each principal: as a list, as Strimzi's resources, or as access control
 * entries to create.
 */
final class GrantsReport {

    private static final String USER = "User:";

    private final Map<Role, Set<String>> users;
    private final List<Domain> domains;
    private final Settings settings;

    /** @param users {@code ROLE=NAME}, as on the command line; if empty, each role has one user */
    GrantsReport(List<String> users, List<Domain> domains, Settings settings) {
        this.users = byRole(users);
        this.domains = domains;
        this.settings = settings;
    }

    private static Map<Role, Set<String>> byRole(List<String> given) {
        Map<Role, Set<String>> users = new LinkedHashMap<>();
        List<Role> roles = Role.all();
        for (String user : given) {
            int equals = user.indexOf('=');
            if (equals < 0) {
                throw new Unusable("expected --principal ROLE=NAME, but it is '" + user + "'");
            }
            String name = user.substring(equals + 1);
            users.computeIfAbsent(role(roles, user.substring(0, equals)), role -> new LinkedHashSet<>())
                    .add(name.startsWith(USER) ? name.substring(USER.length()) : name);
        }
        if (users.isEmpty()) {
            for (Role role : roles) {
                users.put(role, Set.of("rota-" + role.id()));
            }
        }
        return users;
    }

    private static Role role(List<Role> roles, String id) {
        return roles.stream()
                .filter(role -> role.id().equals(id))
                .findAny()
                .orElseThrow(() -> new Unusable("expected --principal ROLE=NAME with a role ("
                        + roles.stream().map(Role::id).collect(Collectors.joining(", "))
                        + "), but there is none named '" + id + "'"));
    }

    void print(PrintWriter out) {
        eachUser((role, user) -> {
            List<Grant> grants = grants(role);
            if (!grants.isEmpty()) {
                out.println(role.verb() + ": " + USER + user);
                grants.forEach(grant -> out.printf(
                        "  %-16s %-8s %-32s %s%n",
                        Grant.word(grant.resource().resourceType()),
                        Grant.word(grant.resource().patternType()),
                        grant.resource().name(),
                        operations(grant, ", ")));
            }
        });
    }

    /** Prints one KafkaUser for each name. It contains no authentication, which the cluster's operator chooses. */
    void printStrimzi(PrintWriter out) {
        SortedMap<String, List<Grant>> byUser = new TreeMap<>();
        eachUser((role, user) ->
                byUser.computeIfAbsent(user, name -> new ArrayList<>()).addAll(grants(role)));
        byUser.values().removeIf(List::isEmpty);
        byUser.forEach((user, grants) -> {
            out.println("---");
            out.println("apiVersion: kafka.strimzi.io/v1");
            out.println("kind: KafkaUser");
            out.println("metadata:");
            out.println("  name: " + Yaml.quoted(user));
            out.println("spec:");
            out.println("  authorization:");
            out.println("    type: simple");
            out.println("    acls:");
            grants.stream().distinct().forEach(grant -> {
                out.println("      - resource:");
                out.println("          type: " + strimzi(grant.resource().resourceType()));
                out.println("          name: " + Yaml.quoted(grant.resource().name()));
                out.println("          patternType: "
                        + (grant.resource().patternType() == PatternType.PREFIXED ? "prefix" : "literal"));
                out.println("        operations: [" + operations(grant, ", ") + "]");
            });
        });
    }

    /** Returns all access control entries to create. */
    List<AclBinding> bindings() {
        List<AclBinding> bindings = new ArrayList<>();
        eachUser((role, user) -> grants(role).forEach(grant -> bindings.addAll(grant.bindings(USER + user))));
        return bindings.stream().distinct().toList();
    }

    private void eachUser(BiConsumer<Role, String> visitor) {
        users.forEach((role, names) -> names.forEach(name -> visitor.accept(role, name)));
    }

    private List<Grant> grants(Role role) {
        return domains.stream()
                .flatMap(domain -> role.grants(Names.of(domain, settings)).stream())
                .distinct()
                .toList();
    }

    private static String operations(Grant grant, String separator) {
        return grant.operations().stream().map(Grant::word).collect(Collectors.joining(separator));
    }

    private static String strimzi(ResourceType type) {
        return type == ResourceType.TRANSACTIONAL_ID ? "transactionalId" : Grant.word(type);
    }
}
