package dev.rota.cli.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.stream.TopicLayout.Topic;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/** Prints the topics of the layout as Strimzi's KafkaTopic resources, for its operator to create. */
final class StrimziTopics {

    /** The form of a resource's name in Kubernetes: a DNS subdomain. */
    private static final Pattern RESOURCE_NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    /** The length of the readable part. With the digest, the name is within the 253 characters of a resource's name. */
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
     * Returns the topic's name if Kubernetes accepts it. Otherwise returns its acceptable characters with a digest of
     * the whole name, since two topics may differ in other characters only.
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
