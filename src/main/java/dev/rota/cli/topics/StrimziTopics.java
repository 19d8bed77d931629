package dev.rota.cli.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.stream.TopicLayout.Topic;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/** The topics of the layout as Strimzi's KafkaTopic resources, to be created by its operator. */
final class StrimziTopics {

    /** What Kubernetes takes as the name of a resource: a DNS subdomain. */
    private static final Pattern RESOURCE_NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    /** Leaves room for the digest below the 253 characters that a resource's name may have. */
    private static final int READABLE_MAX = 240;

    private static final int DIGEST_DIGITS = 8;

    private StrimziTopics() {}

    static void print(List<Topic> topics, PrintWriter out) {
        for (Topic topic : topics) {
            String name = resourceName(topic.name());
            out.println("---");
            out.println("apiVersion: kafka.strimzi.io/v1");
            out.println("kind: KafkaTopic");
            out.println("metadata:");
            out.println("  name: " + Yaml.quoted(name));
            out.println("spec:");
            if (!name.equals(topic.name())) {
                out.println("  topicName: " + Yaml.quoted(topic.name()));
            }
            out.println("  partitions: " + topic.partitions());
            out.println("  replicas: " + topic.replicas());
            out.println("  config:");
            new TreeMap<>(topic.settings())
                    .forEach((key, value) -> out.println("    " + key + ": " + Yaml.quoted(value)));
        }
    }

    /**
     * The topic's name if Kubernetes takes it. Otherwise what can be kept of it and a digest of all, since two topics
     * may differ only in what cannot be kept.
     */
    static String resourceName(String topic) {
        if (RESOURCE_NAME.matcher(topic).matches()) {
            return topic;
        }
        String readable =
                topic.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-").replaceAll("-*\\.[-.]*", ".");
        String kept =
                readable.substring(0, Math.min(READABLE_MAX, readable.length())).replaceAll("^[-.]+|[-.]+$", "");
        String digest = UUID.nameUUIDFromBytes(topic.getBytes(UTF_8)).toString().substring(0, DIGEST_DIGITS);
        return (kept.isEmpty() ? "topic" : kept) + "-" + digest;
    }
}
