package dev.rota.cli.options;

/** A verb of another jar on the class path, which names it under {@code META-INF/services}: a picocli command. */
public interface AddedVerb {}
