package dev.rota.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Marks tests that take long and that {@code mvn verify} leaves to the profile {@code full}. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "tests.full", matches = "true", disabledReason = "mvn -Pfull verify runs it")
public @interface Full {}
