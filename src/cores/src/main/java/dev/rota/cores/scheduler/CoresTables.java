package dev.rota.cores.scheduler;

import dev.rota.cores.BlockRow;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.SessionRow;
import dev.rota.cores.ValidatorsRow;
import dev.rota.engine.Key;
import dev.rota.engine.TableType;
import java.util.List;

/** The tables of a relay chain. Table numbers never change. */
final class CoresTables {

    /** The key is empty; the row is written when a session begins. */
    static final TableType<SessionRow> SESSION = TableType.of(16, "session", SessionRow.class);

    /**
     * The key is empty; the row contains the last block and what is on the cores, and each accepted event writes it.
     */
    static final TableType<BlockRow> BLOCK = TableType.of(17, "block", BlockRow.class);

    /** The key is a sequence number, in the order of the queue. */
    static final TableType<QueuedClaim> QUEUE = TableType.of(18, "queue", QueuedClaim.class);

    /** The key is empty; the row is written when a session begins. */
    static final TableType<ValidatorsRow> VALIDATORS = TableType.of(19, "validators", ValidatorsRow.class);

    /** The key of a table with one row. */
    static final Key ONLY = Key.EMPTY;

    static final List<TableType<?>> ALL = List.of(SESSION, BLOCK, QUEUE, VALIDATORS);

    private CoresTables() {}
}
