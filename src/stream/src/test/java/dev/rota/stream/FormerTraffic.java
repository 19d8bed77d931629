package dev.rota.stream;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.FormerProducer;
import dev.rota.engine.schema.Framing;
import dev.rota.serde.Wire;
import dev.rota.settings.Setting;

/** Produces events of the chores in the form of clients that have the schema of rules 1. */
public final class FormerTraffic {

    private final Tenant tenant;
    private final int schemaId;

    public FormerTraffic(Tenant tenant) throws InterruptedException {
        this.tenant = tenant;
        this.schemaId = Tenant.registry(tenant.settings().text(Setting.REGISTRY_URL))
                .register(Wire.subject(tenant.names().topic(Chores.EVENTS)), FormerProducer.schema());
    }

    public void produce(ChoreEvent event) throws Exception {
        tenant.place(Chores.EVENTS, event.getHousehold(), Framing.frame(schemaId, FormerProducer.encode(event)));
    }
}
