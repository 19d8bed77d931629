package dev.rota.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.engine.Nullable;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * Renders a folder as {@code kubectl kustomize} does, as far as the folders of this repository need it: unknown fields
 * are an error, and so is a patch without a target. Generated names get no hash.
 */
public final class Kustomization {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FILE = "kustomization.yaml";

    /** The fields that identify the elements of lists that a patch merges. */
    private static final List<String> MERGE_KEYS = List.of("mountPath", "name");

    private final Path folder;
    private final ObjectNode file;
    private final Set<Path> read = new TreeSet<>();
    private final List<ObjectNode> resources = new ArrayList<>();

    private Kustomization(Path folder) {
        this.folder = folder;
        this.file = documents(folder.resolve(FILE)).get(0);
    }

    static Kustomization render(Path folder) {
        Kustomization one = new Kustomization(folder);
        one.render();
        return one;
    }

    List<ObjectNode> resources() {
        return resources;
    }

    /** Returns every file that was read. */
    Set<Path> files() {
        return read;
    }

    private void render() {
        read.add(folder.resolve(FILE));
        require(file, "kustomize.config.k8s.io/v1beta1", "Kustomization");
        // this is the order of kustomize, which differs from that of the file
        file.path("resources")
                .forEach(resource -> add(folder.resolve(resource.asText()).normalize()));
        file.path("configMapGenerator").forEach(this::settings);
        file.path("patches").forEach(this::patch);
        file.properties().forEach(field -> {
            JsonNode value = field.getValue();
            switch (field.getKey()) {
                case "apiVersion", "kind", "resources", "configMapGenerator", "patches" -> {}
                case "namespace" ->
                    resources.forEach(
                            resource -> resource.withObjectProperty("metadata").set("namespace", value));
                case "labels" ->
                    value.forEach(labels -> resources.forEach(resource -> resource.withObjectProperty("metadata")
                            .withObjectProperty("labels")
                            .setAll((ObjectNode) labels.path("pairs"))));
                case "replicas" ->
                    value.forEach(scaled -> workload(scaled.path("name").asText())
                            .withObjectProperty("spec")
                            .set("replicas", scaled.path("count")));
                case "images" -> value.forEach(this::image);
                default -> throw new IllegalStateException(folder + ": unknown field " + field.getKey());
            }
        });
    }

    private void add(Path path) {
        if (Files.isDirectory(path)) {
            Kustomization inner = render(path);
            read.addAll(inner.read);
            resources.addAll(inner.resources);
        } else {
            read.add(path);
            resources.addAll(documents(path));
        }
    }

    private void settings(JsonNode generator) {
        String name = generator.path("name").asText();
        List<ObjectNode> present = named("ConfigMap", name);
        boolean merge = generator.path("behavior").asText().equals("merge");
        if (merge == present.isEmpty()) {
            throw new IllegalStateException(folder + ": expected " + (merge ? "a" : "no") + " ConfigMap " + name);
        }
        ObjectNode map = merge ? present.get(0) : JSON.createObjectNode();
        if (!merge) {
            map.put("apiVersion", "v1").put("kind", "ConfigMap");
            map.withObjectProperty("metadata").put("name", name);
            resources.add(map);
        }
        for (JsonNode env : generator.path("envs")) {
            Path path = folder.resolve(env.asText());
            read.add(path);
            for (String line : lines(path)) {
                int equals = line.indexOf('=');
                if (!line.startsWith("#")) {
                    map.withObjectProperty("data").put(line.substring(0, equals), line.substring(equals + 1));
                }
            }
        }
    }

    private void patch(JsonNode patch) {
        if (patch.has("path")) {
            Path path = folder.resolve(patch.path("path").asText());
            read.add(path);
            ObjectNode change = documents(path).get(0);
            List<ObjectNode> targets = named(
                    change.path("kind").asText(), change.at("/metadata/name").asText());
            if (targets.isEmpty()) {
                throw new IllegalStateException(path + ": expected what it patches, but there is none");
            }
            // A patch is a part of the resource, so its fields must be in the API, too.
            StrictResource.read(change);
            targets.forEach(target -> merge(target, change));
            return;
        }
        String kind = patch.at("/target/kind").asText();
        List<ObjectNode> targets = resources.stream()
                .filter(resource -> resource.path("kind").asText().equals(kind))
                .toList();
        if (targets.isEmpty()) {
            throw new IllegalStateException(folder + ": expected a " + kind + " to patch, but there is none");
        }
        JsonNode operations = JSON.valueToTree(yaml().load(patch.path("patch").asText()));
        for (JsonNode operation : operations) {
            String path = operation.path("path").asText();
            int last = path.lastIndexOf('/');
            if (!operation.path("op").asText().equals("add")) {
                throw new IllegalStateException(folder + ": unknown operation " + operation);
            }
            targets.forEach(target -> ((ObjectNode) target.at(path.substring(0, last)))
                    .set(path.substring(last + 1), operation.path("value")));
        }
    }

    private void image(JsonNode image) {
        int replaced = 0;
        for (ObjectNode resource : resources) {
            for (String containers : List.of("initContainers", "containers")) {
                for (JsonNode container : resource.at("/spec/template/spec").path(containers)) {
                    String name = container.path("image").asText();
                    int colon = name.lastIndexOf(':');
                    String repository = colon < 0 ? name : name.substring(0, colon);
                    if (repository.equals(image.path("name").asText())) {
                        String tag = colon < 0 ? "" : name.substring(colon + 1);
                        ((ObjectNode) container)
                                .put(
                                        "image",
                                        image.path("newName").asText(repository) + ":"
                                                + image.path("newTag").asText(tag));
                        replaced++;
                    }
                }
            }
        }
        if (replaced == 0) {
            throw new IllegalStateException(folder + ": expected a container with the image " + image);
        }
    }

    private ObjectNode workload(String name) {
        return resources.stream()
                .filter(resource -> resource.at("/spec").has("replicas")
                        && resource.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(folder + ": nothing named " + name + " has replicas"));
    }

    private List<ObjectNode> named(String kind, String name) {
        return resources.stream()
                .filter(resource -> resource.path("kind").asText().equals(kind)
                        && resource.at("/metadata/name").asText().equals(name))
                .toList();
    }

    private static void merge(ObjectNode into, ObjectNode change) {
        change.properties().forEach(field -> {
            JsonNode before = into.path(field.getKey());
            JsonNode after = field.getValue();
            if (before instanceof ObjectNode object && after instanceof ObjectNode changed) {
                merge(object, changed);
            } else if (before instanceof ArrayNode list && after instanceof ArrayNode changed && key(changed) != null) {
                mergeList(list, changed, String.valueOf(key(changed)));
            } else {
                into.set(field.getKey(), after.deepCopy());
            }
        });
    }

    /** Merges lists. New elements come first, since a variable may refer to those before it. */
    private static void mergeList(ArrayNode list, ArrayNode changes, String key) {
        int added = 0;
        for (JsonNode change : changes) {
            JsonNode present = null;
            for (JsonNode element : list) {
                present = element.path(key).equals(change.path(key)) ? element : present;
            }
            if (present == null) {
                list.insert(added, change.deepCopy());
                added++;
            } else {
                merge((ObjectNode) present, (ObjectNode) change);
            }
        }
    }

    private static @Nullable String key(ArrayNode list) {
        return MERGE_KEYS.stream()
                .filter(key -> list.path(0).has(key))
                .findFirst()
                .orElse(null);
    }

    /** Returns the documents of a file. A duplicate key is an error. */
    public static List<ObjectNode> documents(Path path) {
        try (Reader reader = Files.newBufferedReader(path)) {
            List<ObjectNode> documents = new ArrayList<>();
            yaml().loadAll(reader).forEach(document -> documents.add(JSON.valueToTree(document)));
            return documents;
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return new Yaml(options);
    }

    private static List<String> lines(Path path) {
        try {
            return Files.readAllLines(path);
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
    }

    private static void require(ObjectNode document, String version, String kind) {
        if (!document.path("apiVersion").asText().equals(version)
                || !document.path("kind").asText().equals(kind)) {
            throw new IllegalStateException("expected a " + kind + " of " + version + ", but it is " + document);
        }
    }
}
