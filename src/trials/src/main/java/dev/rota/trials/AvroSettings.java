package dev.rota.trials;

import dev.rota.engine.schema.Avro;
import java.util.Objects;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Applies Avro's process-wide configuration before a test class, as every scheduler does. Otherwise a test that begins
 * with a record defined in the tests would depend on which classes ran before it in the same process.
 */
public final class AvroSettings implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        Objects.requireNonNull(Avro.DATA);
    }
}
