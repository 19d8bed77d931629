package dev.rota.serde;

import java.time.Duration;
import org.apache.avro.Schema;

/**
 * Numbers schemas, and knows them by number. A registry that is down is waited for, so every method may block; the
 * waiting ends by interruption.
 */
public interface SchemaRegistry {

    /** The number of a schema under a subject; it gets one if it has none yet. */
    int register(String subject, Schema schema) throws InterruptedException;

    /** The number of a schema that somebody has registered under a subject. */
    int lookUp(String subject, Schema schema) throws InterruptedException;

    default Schema byId(int id) throws SchemaUnknown, InterruptedException {
        return byId(id, Duration.ZERO);
    }

    /**
     * The schema of a number. A registry may lag behind the records that it numbers the schemas of: a number that it
     * does not know is asked for again until patience ends.
     */
    Schema byId(int id, Duration patience) throws SchemaUnknown, InterruptedException;
}
