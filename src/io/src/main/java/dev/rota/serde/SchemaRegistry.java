package dev.rota.serde;

import java.time.Duration;
import org.apache.avro.Schema;

/**
 * Maps schemas to ids and back. Every method blocks while the registry is down; interrupting the thread ends the wait.
 */
public interface SchemaRegistry {

    /** Returns the id of a schema under a subject, and registers it if necessary. */
    int register(String subject, Schema schema) throws InterruptedException;

    /** Returns the id of a schema that is registered under a subject. */
    int lookUp(String subject, Schema schema) throws InterruptedException;

    default Schema byId(int id) throws SchemaUnknown, InterruptedException {
        return byId(id, Duration.ZERO);
    }

    /**
     * Returns the schema of an id. A registry may lag behind the records that use its ids, so an id that is unknown, or
     * that may not be read, is looked up again until {@code patience} ends.
     */
    Schema byId(int id, Duration patience) throws SchemaUnknown, InterruptedException;
}
