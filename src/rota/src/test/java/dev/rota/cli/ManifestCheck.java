package dev.rota.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.options.Domains;
import dev.rota.settings.BadSetting;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Finds mistakes in resources that are applied together: fields that their APIs do not have, references to missing
 * resources, settings and options that Rota does not have, and pods with more privileges than they need.
 */
final class ManifestCheck {

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\((\\w+)\\)");
    private static final Pattern ADVERTISED = Pattern.compile("\\$\\(ROTA_INSTANCE_ID\\)\\.([a-z0-9-]+):(\\d+)");
    private static final Pattern METRIC = Pattern.compile("rota_[a-z_]+");
    private static final Set<String> SECRET_OF_USER = Set.of("password", "sasl.jaas.config");

    /** Parses the arguments of containers. It is expensive to make. */
    private static final CommandLine LINE = Main.line();

    /** The metrics that instances export. */
    private static final Set<String> METRICS = metrics();

    private final List<ObjectNode> resources;
    private final List<String> found = new ArrayList<>();

    private ManifestCheck(List<ObjectNode> resources) {
        this.resources = resources;
    }

    private static Set<String> metrics() {
        try {
            return MetricsTable.names();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> offences(List<ObjectNode> resources) {
        ManifestCheck check = new ManifestCheck(resources);
        check.resources();
        return check.found;
    }

    private void resources() {
        Set<String> names = new TreeSet<>();
        for (ObjectNode resource : resources) {
            String name = title(resource);
            try {
                StrictResource.read(resource);
            } catch (IllegalStateException e) {
                found.add(String.valueOf(e.getMessage()));
            }
            expect(NAME.matcher(resource.at("/metadata/name").asText()).matches(), name, "a valid name");
            expect(names.add(name), name, "one of this name");
            switch (kind(resource)) {
                case "StatefulSet" -> {
                    pods(resource);
                    instance(resource);
                }
                case "Deployment" -> pods(resource);
                case "Service" -> service(resource);
                case "PodDisruptionBudget" -> selected(name, resource.at("/spec/selector/matchLabels"));
                case "NetworkPolicy" -> network(resource);
                case "ServiceMonitor" -> monitor(resource);
                case "ScaledObject" -> scale(resource);
                default -> {}
            }
        }
    }

    private void pods(ObjectNode workload) {
        String name = title(workload);
        JsonNode labels = workload.at("/spec/template/metadata/labels");
        JsonNode pod = workload.at("/spec/template/spec");
        expect(
                matches(workload.at("/spec/selector/matchLabels"), labels),
                name,
                "a selector that matches its pods' labels");
        pod.path("topologySpreadConstraints")
                .forEach(spread -> selected(name, spread.at("/labelSelector/matchLabels")));
        expect(pod.at("/securityContext/runAsNonRoot").asBoolean(), name, "runAsNonRoot");
        expect(pod.at("/securityContext/runAsUser").asInt() > 0, name, "a user that is not root");
        expect(
                pod.at("/securityContext/seccompProfile/type").asText().equals("RuntimeDefault"),
                name,
                "the runtime's seccomp profile");
        expect(
                pod.path("enableServiceLinks").isBoolean()
                        && !pod.path("enableServiceLinks").asBoolean(),
                name,
                "no service links: their variables may begin with ROTA_");
        expect(!pod.path("automountServiceAccountToken").asBoolean(true), name, "no token");
        Set<String> volumes = new TreeSet<>();
        pod.path("volumes").forEach(volume -> {
            volumes.add(volume.path("name").asText());
            if (volume.has("secret")) {
                volume.at("/secret/items")
                        .forEach(item -> secret(
                                name,
                                volume.at("/secret/secretName").asText(),
                                item.path("key").asText()));
            }
        });
        workload.at("/spec/volumeClaimTemplates")
                .forEach(claim -> volumes.add(claim.at("/metadata/name").asText()));
        Set<String> mounted = new TreeSet<>();
        for (JsonNode container : containers(pod)) {
            container(name + ", container " + container.path("name").asText(), container, volumes, mounted);
        }
        expect(mounted.containsAll(volumes), name, "every volume of " + volumes + " to be mounted");
    }

    private void container(String name, JsonNode container, Set<String> volumes, Set<String> mounted) {
        JsonNode security = container.path("securityContext");
        expect(security.path("readOnlyRootFilesystem").asBoolean(), name, "a read-only root file system");
        expect(!security.path("allowPrivilegeEscalation").asBoolean(true), name, "no escalation");
        expect(security.at("/capabilities/drop/0").asText().equals("ALL"), name, "all capabilities dropped");
        expect(container.at("/resources/limits").has("memory"), name, "a limit of memory, of which the heap is a part");
        Set<String> paths = new TreeSet<>();
        container.path("volumeMounts").forEach(mount -> {
            String volume = mount.path("name").asText();
            expect(volumes.contains(volume), name, "the volume " + volume);
            mounted.add(volume);
            paths.add(mount.path("mountPath").asText());
        });
        expect(paths.contains("/tmp"), name, "a volume at /tmp, where native code is unpacked");
        Set<String> ports = new TreeSet<>();
        container.path("ports").forEach(port -> ports.add(port.path("name").asText()));
        boolean live = container.has("livenessProbe");
        expect(live == container.has("startupProbe"), name, "a startup probe with the liveness probe");
        expect(live == container.has("readinessProbe"), name, "a readiness probe with the liveness probe");
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            if (container.has(probe)) {
                JsonNode get = container.path(probe).path("httpGet");
                expect(ports.contains(get.path("port").asText()), name, "the port of its " + probe);
                expect(
                        get.path("path")
                                .asText()
                                .equals(probe.equals("readinessProbe") ? "/health/ready" : "/health/live"),
                        name,
                        "the page of its " + probe);
            }
        }
        settings(name, container, paths);
        try {
            LINE.parseArgs(words(container.path("args")));
        } catch (ParameterException e) {
            found.add(name + ": " + e.getMessage());
        }
    }

    /** Reads Rota's settings as a container would. */
    private void settings(String name, JsonNode container, Set<String> mounts) {
        Map<String, String> variables = variables(name, container);
        Settings settings;
        try {
            settings = Settings.read(null, expanded(variables), Map.of(), Domains.settingKeys());
        } catch (BadSetting e) {
            found.add(name + ": " + e.getMessage());
            return;
        }
        String trusted = settings.under("kafka.").get("ssl.truststore.location");
        if (trusted != null) {
            mounted(name, trusted, mounts);
        }
        String state = settings.under("streams.").get("state.dir");
        if (state != null && container.at("/args/0").asText().equals("run")) {
            mounted(name, state, mounts);
        }
    }

    /** Returns the variables as the container gets them. */
    private static Map<String, String> expanded(Map<String, String> variables) {
        Map<String, String> expanded = new TreeMap<>();
        variables.forEach((name, value) -> expanded.put(
                name,
                VARIABLE.matcher(value)
                        .replaceAll(variable -> Matcher.quoteReplacement(
                                variables.getOrDefault(variable.group(1), variable.group())))));
        return expanded;
    }

    private void mounted(String name, String path, Set<String> mounts) {
        expect(mounts.stream().anyMatch(mount -> path.startsWith(mount + "/")), name, "a volume at " + path);
    }

    private Map<String, String> variables(String name, JsonNode container) {
        Map<String, String> variables = new TreeMap<>();
        container.path("envFrom").forEach(from -> {
            String map = from.at("/configMapRef/name").asText();
            List<ObjectNode> maps = named("ConfigMap", map);
            expect(!maps.isEmpty(), name, "the ConfigMap " + map);
            maps.forEach(present -> present.path("data")
                    .properties()
                    .forEach(entry ->
                            variables.put(entry.getKey(), entry.getValue().asText())));
        });
        Set<String> own = new TreeSet<>();
        container.path("env").forEach(variable -> {
            JsonNode secret = variable.at("/valueFrom/secretKeyRef");
            if (!secret.isMissingNode()) {
                secret(name, secret.path("name").asText(), secret.path("key").asText());
            }
            known(name, variable.path("value").asText(), own);
            own.add(variable.path("name").asText());
            variables.put(variable.path("name").asText(), variable.path("value").asText("some"));
        });
        container.path("args").forEach(word -> known(name, word.asText(), own));
        return variables;
    }

    /** Checks that variables are defined before their use. Kubernetes leaves {@code $(X)} unchanged if X is not. */
    private void known(String name, String text, Set<String> variables) {
        Matcher variable = VARIABLE.matcher(text);
        while (variable.find()) {
            expect(variables.contains(variable.group(1)), name, "the variable " + variable.group(1));
        }
    }

    /**
     * Checks that a Secret exists. Strimzi creates one with the name of a user for its password, and one for a
     * cluster's certificate.
     */
    private void secret(String name, String secret, String key) {
        boolean user = !named("KafkaUser", secret).isEmpty() && SECRET_OF_USER.contains(key);
        boolean authority = resources.stream()
                        .map(resource -> resource.at("/metadata/labels").path("strimzi.io/cluster"))
                        .anyMatch(cluster -> secret.equals(cluster.asText() + "-cluster-ca-cert"))
                && key.equals("ca.crt");
        expect(user || authority, name, "somebody who makes the Secret " + secret + " with the key " + key);
    }

    /** Checks that each instance advertises a different address, which its Service must provide. */
    private void instance(ObjectNode set) {
        String name = title(set);
        String service = set.at("/spec/serviceName").asText();
        List<ObjectNode> services = named("Service", service);
        expect(
                services.size() == 1
                        && services.get(0).at("/spec/clusterIP").asText().equals("None")
                        && services.get(0).at("/spec/publishNotReadyAddresses").asBoolean(),
                name,
                "a headless Service " + service + " that names pods that are not ready too");
        JsonNode container = set.at("/spec/template/spec/containers/0");
        Map<String, String> variables = variables(name, container);
        boolean identity = false;
        for (JsonNode variable : container.path("env")) {
            identity |= variable.path("name").asText().equals("ROTA_INSTANCE_ID")
                    && variable.at("/valueFrom/fieldRef/fieldPath").asText().equals("metadata.name");
        }
        expect(identity, name, "the pod's name as instance.id");
        String port = container.at("/ports/0/containerPort").asText();
        Matcher advertised = ADVERTISED.matcher(variables.getOrDefault("ROTA_HTTP_ADVERTISED", ""));
        expect(
                advertised.matches()
                        && advertised.group(1).equals(service)
                        && advertised.group(2).equals(port),
                name,
                "http.advertised of the pod's name, Service and port");
        expect(port.equals(variables.get("ROTA_HTTP_PORT")), name, "http.port to be the container's port");
    }

    private void service(ObjectNode service) {
        Set<String> ports = selected(title(service), service.at("/spec/selector"));
        service.at("/spec/ports")
                .forEach(port -> expect(
                        ports.contains(port.path("targetPort").asText()),
                        title(service),
                        "pods with the port " + port));
    }

    private void network(ObjectNode policy) {
        Set<String> ports = selected(title(policy), policy.at("/spec/podSelector/matchLabels"));
        policy.at("/spec/ingress").forEach(rule -> {
            rule.path("ports")
                    .forEach(port -> expect(
                            ports.contains(port.path("port").asText()), title(policy), "pods with the port " + port));
            rule.path("from").forEach(from -> {
                if (from.has("podSelector")) {
                    selected(title(policy), from.at("/podSelector/matchLabels"));
                }
            });
        });
    }

    private void monitor(ObjectNode monitor) {
        List<ObjectNode> services = resources.stream()
                .filter(resource -> kind(resource).equals("Service")
                        && matches(monitor.at("/spec/selector/matchLabels"), resource.at("/metadata/labels")))
                .toList();
        expect(services.size() == 1, title(monitor), "one Service that it selects");
        Set<String> ports = new TreeSet<>();
        services.forEach(service -> service.at("/spec/ports")
                .forEach(port -> ports.add(port.path("name").asText())));
        monitor.at("/spec/endpoints")
                .forEach(endpoint -> expect(
                        ports.contains(endpoint.path("port").asText()),
                        title(monitor),
                        "a Service with the port " + endpoint));
    }

    /** Checks what a number of replicas follows: metrics that Rota has, and the slots of one replica. */
    private void scale(ObjectNode scaled) {
        String name = title(scaled);
        String target = scaled.at("/spec/scaleTargetRef/name").asText();
        List<ObjectNode> targets = named("Deployment", target);
        expect(targets.size() == 1, name, "a Deployment " + target);
        List<String> args = new ArrayList<>();
        for (ObjectNode workload : targets) {
            expect(!workload.path("spec").hasNonNull("replicas"), name, "no replicas beside it in " + target);
            args.addAll(List.of(words(workload.at("/spec/template/spec/containers/0/args"))));
        }
        scaled.at("/spec/triggers").forEach(trigger -> {
            expect(trigger.path("type").asText().equals("prometheus"), name, "a query of Prometheus");
            List<String> metrics = METRIC.matcher(trigger.at("/metadata/query").asText())
                    .results()
                    .map(MatchResult::group)
                    .toList();
            expect(!metrics.isEmpty(), name, "a metric of Rota in its query");
            metrics.forEach(metric -> expect(METRICS.contains(metric), name, metric + " to be a metric"));
            String slots = trigger.at("/metadata/threshold").asText();
            String option = args.contains("bot") ? "--capacity" : "--threads";
            expect(
                    (" " + String.join(" ", args) + " ").contains(" " + option + " " + slots + " "),
                    name,
                    option + " " + slots + " of " + target);
        });
    }

    /** Returns the ports, by name and number, of the pods that a selector matches. At least one pod must match. */
    private Set<String> selected(String name, JsonNode selector) {
        Set<String> ports = new TreeSet<>();
        boolean some = false;
        for (ObjectNode resource : resources) {
            if (matches(selector, resource.at("/spec/template/metadata/labels"))) {
                some = true;
                for (JsonNode container : containers(resource.at("/spec/template/spec"))) {
                    container.path("ports").forEach(port -> {
                        ports.add(port.path("name").asText());
                        ports.add(port.path("containerPort").asText());
                    });
                }
            }
        }
        expect(some, name, "pods that it selects with " + selector);
        return ports;
    }

    private static boolean matches(JsonNode selector, JsonNode labels) {
        return !selector.isEmpty()
                && selector.properties().stream()
                        .allMatch(entry -> entry.getValue().equals(labels.path(entry.getKey())));
    }

    private static List<JsonNode> containers(JsonNode pod) {
        List<JsonNode> containers = new ArrayList<>();
        pod.path("initContainers").forEach(containers::add);
        pod.path("containers").forEach(containers::add);
        return containers;
    }

    private static String[] words(JsonNode args) {
        List<String> words = new ArrayList<>();
        args.forEach(word -> words.add(word.asText()));
        return words.toArray(String[]::new);
    }

    private List<ObjectNode> named(String kind, String name) {
        return resources.stream()
                .filter(resource -> kind(resource).equals(kind)
                        && resource.at("/metadata/name").asText().equals(name))
                .toList();
    }

    private static String kind(JsonNode resource) {
        return resource.path("kind").asText();
    }

    private static String title(JsonNode resource) {
        return kind(resource) + " " + resource.at("/metadata/name").asText();
    }

    private void expect(boolean holds, String name, String what) {
        if (!holds) {
            found.add(name + ": expected " + what);
        }
    }
}
