package dev.rota.cores;

import dev.rota.engine.Key;
import dev.rota.engine.TableType;
import java.util.List;

/** The rows of a relay chain. */
final class CoresTables {

    /** {@code [] => the session}: written when a session begins. */
    static final TableType<SessionRow> SESSION = TableType.of(16, "session", SessionRow.class);

    /** {@code [] => the last block, and what is on the cores}: written with each event that is accepted. */
    static final TableType<BlockRow> BLOCK = TableType.of(17, "block", BlockRow.class);

    /** {@code [sequence] => claim}: the claim queue in its order. */
    static final TableType<QueuedClaim> QUEUE = TableType.of(18, "queue", QueuedClaim.class);

    /** {@code [] => the session's validators}: written when a session begins. */
    static final TableType<ValidatorsRow> VALIDATORS = TableType.of(19, "validators", ValidatorsRow.class);

    /** The key of a table with one row. */
    static final Key ONLY = Key.EMPTY;

    static final List<TableType<?>> ALL = List.of(SESSION, BLOCK, QUEUE, VALIDATORS);

    private CoresTables() {}
}
