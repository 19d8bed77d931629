package dev.rota.trials;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Marks tests that take long and that {@code mvn verify} leaves to the profile {@code full}. A landing runs a tenth of
 * the classes that have such tests: {@code -Dtests.part=3} runs those of part 3.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Full.Condition.class)
public @interface Full {

    /** Enables marked tests if their class is chosen. */
    final class Condition implements ExecutionCondition {

        private static final int PARTS = 10;

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (!context.getElement()
                    .map((AnnotatedElement element) -> element.isAnnotationPresent(Full.class))
                    .orElse(false)) {
                return ConditionEvaluationResult.enabled("not marked");
            }
            Class<?> type = context.getRequiredTestClass();
            return isChosen(type)
                    ? ConditionEvaluationResult.enabled("chosen")
                    : ConditionEvaluationResult.disabled(
                            "mvn -Pfull verify runs it, as does -Dtests.part=" + part(type));
        }

        /** Returns whether this build runs the marked tests of a class. */
        public static boolean isChosen(Class<?> type) {
            return Boolean.getBoolean("tests.full") || Integer.getInteger("tests.part", -1) == part(type);
        }

        private static int part(Class<?> type) {
            return Math.floorMod(type.getSimpleName().hashCode(), PARTS);
        }
    }
}
