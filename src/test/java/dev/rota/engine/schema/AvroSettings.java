package dev.rota.engine.schema;

import java.util.Objects;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Applies Avro's process-wide configuration before a test class, as every scheduler does. A test that begins with a
 * record of its own would otherwise depend on which classes ran before it in the same process.
 */
public final class AvroSettings implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        Objects.requireNonNull(Avro.DATA);
    }
}
