package dev.rota.trials;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Runs a test with {@link #value} seeds. A build takes the share of them that {@link Seeds} configures. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "seed {0}")
@ArgumentsSource(Seeded.All.class)
public @interface Seeded {

    int value();

    /** Supplies the seeds. */
    final class All implements ArgumentsProvider, AnnotationConsumer<Seeded> {
        private int seeds;

        @Override
        public void accept(Seeded seeded) {
            seeds = Seeds.of(seeded.value());
        }

        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            return LongStream.range(Seeds.first(), Seeds.first() + seeds).mapToObj(Arguments::of);
        }
    }
}
