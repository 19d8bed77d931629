package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the resources of {@code deploy/kubernetes} without a cluster: each field is in its API, each reference has a
 * target, and each setting is one of Rota's or of Kafka's.
 */
class KubernetesTest {

    private static final Path FILES = Path.of("deploy/kubernetes");

    /** A copy of the files, with those that an operator generates. */
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path root;

    private static final ObjectMapper JSON = new ObjectMapper();

    @SuppressWarnings("NullAway.Init") // generate() sets it
    private static List<ObjectNode> autoscaled;

    @ParameterizedTest
    @ValueSource(strings = {"dev", "production", "autoscaled"})
    void shouldBeConsistent(String overlay) {
        assertThat(ManifestCheck.offences(overlay(overlay).resources())).isEmpty();
    }

    @Test
    void shouldUseEveryFile() throws IOException {
        Set<Path> used = new TreeSet<>(overlay("dev").files());
        used.addAll(overlay("autoscaled").files());

        try (Stream<Path> files = Files.walk(root)) {
            assertThat(files.filter(path -> Files.isRegularFile(path) && !path.endsWith("README.md")))
                    .containsExactlyInAnyOrderElementsOf(used);
        }
    }

    /** Generates files as described in {@code deploy/kubernetes/README.md}. */
    @BeforeAll
    static void generate() throws IOException {
        try (Stream<Path> files = Files.walk(FILES)) {
            for (Path file : files.toList()) {
                Path copy = root.resolve(FILES.relativize(file).toString());
                if (!Files.isDirectory(file)) {
                    Files.copy(file, copy);
                } else if (!copy.equals(root)) {
                    Files.createDirectory(copy);
                }
            }
        }
        print("topics.yaml", "topics", "--as", "strimzi");
        print(
                "users.yaml",
                "topics",
                "--acls",
                "--as",
                "strimzi",
                "--principal",
                "run=rota-run",
                "--principal",
                "apply=rota-apply",
                "--principal",
                "worker=rota-worker",
                "--principal",
                "bot=rota-bot",
                "--principal",
                "pages=rota-pages");
        autoscaled = overlay("autoscaled").resources();
    }

    private static void print(String file, String... verb) throws IOException {
        Files.writeString(
                root.resolve("strimzi").resolve(file), VerbRun.here(verb).out());
    }

    /** The check can fail. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "StatefulSet/rota          | /spec/replica                                    | 3        | Unrecognized field \"replica\"",
                "StatefulSet/rota          | /spec/template/spec/containers/0/livenessProbe/httpget | {} | Unrecognized field \"httpget\"",
                "Service/rota              | /spec/sessionaffinity                            | \"None\" | Unrecognized field",
                "NetworkPolicy/rota-worker | /spec/egress/0/ports/0/prot                      | \"TCP\"  | Unrecognized field \"prot\"",
                "PodDisruptionBudget/rota  | /spec/maxunavailable                             | 1        | Unrecognized field",
                "ServiceMonitor/rota       | /spec/endpoints/0/intervall                      | \"1s\"   | Unrecognized field",
                "KafkaTopic/cores.log      | /spec/partition                                  | 3        | Unrecognized field \"partition\"",
                "KafkaUser/rota-run        | /spec/authorization/acls/0/operate               | \"Read\" | Unrecognized field \"operate\"",
                "KafkaTopic/cores.log      | /apiVersion                     | \"kafka.strimzi.io/v1beta2\" | expected one of",
                "StatefulSet/rota          | /metadata/name                                   | \"Rota\" | expected a valid name",
                "StatefulSet/rota          | /spec/serviceName                                | \"rotas\" | expected a headless Service rotas",
                "StatefulSet/rota          | /spec/template/metadata/labels/app.kubernetes.io~1name | \"x\" | a selector that matches its pods",
                "PodDisruptionBudget/rota  | /spec/selector/matchLabels/app.kubernetes.io~1name | \"x\"  | expected pods that it selects",
                "NetworkPolicy/rota-worker | /spec/podSelector/matchLabels/app.kubernetes.io~1name | \"x\" | expected pods that it selects",
                "NetworkPolicy/rota-metrics | /spec/ingress/0/ports/0/port                    | 8082     | expected pods with the port",
                "Service/rota              | /spec/ports/0/targetPort                         | \"web\"  | expected pods with the port",
                "ServiceMonitor/rota       | /spec/endpoints/0/port                           | \"web\"  | expected a Service with the port",
                "ServiceMonitor/rota       | /spec/selector/matchLabels/app.kubernetes.io~1name | \"x\"  | expected one Service that it selects",
                "StatefulSet/rota          | /spec/template/spec/containers/0/livenessProbe/httpGet/port | \"web\" | expected the port of its livenessProbe",
                "StatefulSet/rota          | /spec/template/spec/containers/0/livenessProbe/httpGet/path | \"/health/ready\" | expected the page of its livenessProbe",
                "StatefulSet/rota          | /spec/template/spec/containers/0/volumeMounts/0/name | \"disk\" | expected the volume disk",
                "StatefulSet/rota          | /spec/template/spec/containers/0/volumeMounts/1/mountPath | \"/var/lib/x\" | expected a volume at /var/lib/rota/state",
                "StatefulSet/rota          | /spec/template/spec/containers/0/envFrom/0/configMapRef/name | \"x\" | expected the ConfigMap x",
                "StatefulSet/rota          | /spec/template/spec/containers/0/args/0          | \"runs\" | Unmatched argument",
                "StatefulSet/rota          | /spec/template/spec/containers/0/env/2/value     | \"$(POD).rota:8080\" | expected the variable POD",
                "StatefulSet/rota          | /spec/template/spec/containers/0/env/0/valueFrom/secretKeyRef/name | \"rota-audit\" | the Secret rota-audit",
                "StatefulSet/rota          | /spec/template/spec/securityContext/runAsNonRoot | false    | expected runAsNonRoot",
                "Deployment/rota-pages     | /spec/template/spec/containers/0/args/0          | \"page\" | Unmatched argument",
                "Deployment/rota-pages     | /spec/template/spec/containers/0/readinessProbe/httpGet/port | \"web\" | expected the port of its readinessProbe",
                "Service/rota-pages        | /spec/ports/0/targetPort                         | \"web\"  | expected pods with the port",
                "NetworkPolicy/rota-pages  | /spec/podSelector/matchLabels/app.kubernetes.io~1name | \"x\"  | expected pods that it selects",
                "Deployment/rota-worker    | /spec/template/spec/enableServiceLinks           | true     | expected no service links",
                "Deployment/rota-worker    | /spec/template/spec/containers/0/securityContext/readOnlyRootFilesystem | false | read-only root",
                "ScaledObject/rota-worker  | /spec/minReplicas                                | 1        | Unrecognized field \"minReplicas\"",
                "ScaledObject/rota-worker  | /apiVersion                                      | \"keda.sh/v1\" | expected one of",
                "ScaledObject/rota-worker  | /spec/scaleTargetRef/name                        | \"worker\" | expected a Deployment worker",
                "ScaledObject/rota-worker  | /spec/triggers/0/type                            | \"kafka\" | expected a query of Prometheus",
                "ScaledObject/rota-worker  | /spec/triggers/0/metadata/query | \"sum(rota_shards_queued)\" | expected rota_shards_queued to be a metric",
                "ScaledObject/rota-worker  | /spec/triggers/0/metadata/query                  | \"1\"    | expected a metric of Rota in its query",
                "ScaledObject/rota-worker  | /spec/triggers/0/metadata/threshold              | \"3\"    | expected --threads 3",
                "ScaledObject/rota-bot     | /spec/triggers/0/metadata/threshold              | \"2\"    | expected --capacity 2",
                "Deployment/rota-worker    | /spec/replicas                                   | 2        | expected no replicas beside",
                "Deployment/rota-bot       | /spec/template/spec/containers/0/args/5          | \"--drains\" | Unknown option",
                "ConfigMap/rota-settings   | /data/ROTA_KAFKA_SASL_MECHANISMS                 | \"X\"    | did you mean ROTA_KAFKA_SASL_MECHANISM?",
                "ConfigMap/rota-settings   | /data/ROTA_HTTP_PROT                             | \"X\"    | did you mean ROTA_HTTP_PORT?",
                "ConfigMap/rota-settings   | /data/ROTA_HTTP_PORT                             | \"8081\" | http.port to be the container's port",
            })
    void shouldFindWhatIsWrong(String resource, String place, String value, String why) throws IOException {
        // given
        List<ObjectNode> resources =
                autoscaled.stream().map(ObjectNode::deepCopy).toList();
        ObjectNode changed = resources.stream()
                .filter(one -> resource.equals(one.path("kind").asText() + "/"
                        + one.at("/metadata/name").asText()))
                .findFirst()
                .orElseThrow();

        // when
        int last = place.lastIndexOf('/');
        JsonNode within = changed.at(place.substring(0, last));
        String field = place.substring(last + 1).replace("~1", "/");
        if (within instanceof ObjectNode object) {
            object.set(field, JSON.readTree(value));
        } else {
            ((ArrayNode) within).set(Integer.parseInt(field), JSON.readTree(value));
        }

        // then
        assertThat(ManifestCheck.offences(resources)).anyMatch(offence -> offence.contains(why));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "resources: [missing.yaml]                                         | missing.yaml",
                "patches: [{target: {kind: Deployment}, patch: '[]'}]              | expected a Deployment to patch",
                "patches: [{path: patch.yaml}]                                     | expected what it patches",
                "replicas: [{name: rota, count: 2}]                                | nothing named rota has replicas",
                "images: [{name: rota, newTag: x}]                                 | expected a container with the image",
                "configMapGenerator: [{name: x, behavior: merge, envs: []}]        | expected a ConfigMap x",
                "bases: [x]                                                        | unknown field bases",
            })
    void shouldRefuseAKustomizationWithoutTarget(String line, String why, @TempDir Path folder) throws IOException {
        String head = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n";
        Files.writeString(folder.resolve("kustomization.yaml"), head + line + "\n");
        Files.writeString(
                folder.resolve("patch.yaml"), "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: rota}\n");

        assertThatThrownBy(() -> Kustomization.render(folder)).hasMessageContaining(why);
    }

    private static Kustomization overlay(String name) {
        return Kustomization.render(root.resolve("overlays").resolve(name));
    }
}
