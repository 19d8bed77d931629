package dev.rota.local;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/**
 * Skips the tests with brokers in containers, with a message, if no container engine responds. With
 * {@code -Dbroker.required=true} they fail instead. JUnit finds this class through its service file.
 */
public final class ContainerEngine implements ExecutionCondition {

    private static final class Answer {

        static final boolean YES = asked();

        private static boolean asked() {
            boolean answers = DockerClientFactory.instance().isDockerAvailable();
            if (!answers) {
                System.err.println("The broker tests are " + (REQUIRED ? "failed: " : "skipped: ") + WHY_NOT);
            }
            return answers;
        }
    }

    private static final boolean REQUIRED = Boolean.getBoolean("broker.required");

    private static final String WHY_NOT =
            "-Dbroker=container expects a container engine, but none answers. Start Docker or Podman, or name its socket"
                    + " in DOCKER_HOST.";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (!TestBroker.inContainer() || Answer.YES) {
            return ConditionEvaluationResult.enabled(null);
        }
        if (REQUIRED) {
            throw new IllegalStateException(WHY_NOT);
        }
        return ConditionEvaluationResult.disabled(WHY_NOT);
    }
}
