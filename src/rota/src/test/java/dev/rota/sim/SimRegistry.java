package dev.rota.sim;

import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.SchemaUnknown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * A registry in memory. It may be ignorant for a while, and then it answers no ids. Lookups wait while it is down; intakes
 * do them on {@link RegistryThreads}. Schedulers do none, since their schemas are in the log.
 */
final class SimRegistry implements SchemaRegistry {

    private final World world;
    private final List<Schema> schemas = new ArrayList<>();
    private final Map<Integer, Schema> byGivenId = new HashMap<>();
    private final List<Integer> waitedFor = new ArrayList<>();
    private long ignorantUntil;
    private long downUntil;

    SimRegistry(World world) {
        this.world = world;
    }

    void ignorant(long ms) {
        ignorantUntil = world.nanos() + ms * 1_000_000;
    }

    /** Takes it down for some time. */
    void down(long ms) {
        downUntil = world.nanos() + ms * 1_000_000;
    }

    boolean isDown() {
        return world.nanos() < downUntil;
    }

    /** Knows a schema by an id that it has not chosen itself. */
    void knows(int id, Schema schema) {
        byGivenId.put(id, schema);
    }

    /** Forgets the schema of such an id. */
    void forgets(int id) {
        byGivenId.remove(id);
    }

    /** Returns the ids that it was asked for with patience, in order. */
    List<Integer> waitedFor() {
        return List.copyOf(waitedFor);
    }

    void remember() {
        ignorantUntil = 0;
        downUntil = 0;
    }

    @Override
    public int register(String subject, Schema schema) {
        int known = schemas.indexOf(schema);
        if (known < 0) {
            schemas.add(schema);
            known = schemas.size() - 1;
        }
        return known + 1;
    }

    @Override
    public int lookUp(String subject, Schema schema) {
        return register(subject, schema);
    }

    @Override
    public Schema byId(int id, Duration patience) throws SchemaUnknown {
        if (!patience.isZero()) {
            waitedFor.add(id);
        }
        Schema given = byGivenId.get(id);
        if (given != null) {
            return given;
        }
        if (id < 1 || id > schemas.size() || world.nanos() < ignorantUntil) {
            throw new SchemaUnknown(id, "expected the registry to know schema " + id + ", but it does not");
        }
        return schemas.get(id - 1);
    }
}
