package dev.rota.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.util.Map;

/** Reads resources as the models of their APIs; a field that a model does not have is an error. */
public final class StrictResource {

    private static final Map<String, Class<?>> MODELS = Map.of(
            "v1/ConfigMap", ConfigMap.class,
            "v1/Service", Service.class,
            "apps/v1/Deployment", Deployment.class,
            "apps/v1/StatefulSet", StatefulSet.class,
            "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class,
            "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
            "keda.sh/v1alpha1/ScaledObject", ScaledObject.class,
            "monitoring.coreos.com/v1/ServiceMonitor", ServiceMonitor.class,
            "kafka.strimzi.io/v1/KafkaTopic", KafkaTopic.class,
            "kafka.strimzi.io/v1/KafkaUser", KafkaUser.class);

    private static final ObjectMapper STRICT = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .setAnnotationIntrospector(new NoOtherFields());

    /** Ignores the map in which each model keeps unknown fields, so that these become errors. */
    private static final class NoOtherFields extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public Boolean hasAnySetter(Annotated annotated) {
            return false;
        }
    }

    private StrictResource() {}

    /**
     * Reads a resource as its API's model. Throws {@link IllegalStateException} if there is no such API, or it lacks a
     * field.
     */
    public static Object read(JsonNode resource) {
        String kind = resource.path("apiVersion").asText() + "/"
                + resource.path("kind").asText();
        Class<?> model = MODELS.get(kind);
        if (model == null) {
            throw new IllegalStateException("expected one of " + MODELS.keySet() + ", but it is " + kind);
        }
        try {
            return STRICT.treeToValue(resource, model);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    kind + " " + resource.at("/metadata/name").asText() + ": " + e.getMessage(), e);
        }
    }
}
