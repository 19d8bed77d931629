package dev.rota.cores.view;

import dev.rota.engine.Nullable;
import java.util.List;

/**
 * The page of a chain: its block and session, what is on the cores, and the first claims of the queue.
 *
 * @param session the session; null before the first one, when there is neither block nor core
 * @param open whether the block has started and not ended
 * @param nextRotationAt the block in which the groups rotate next, or null if they never do
 */
public record ChainState(
        long asOf,
        @Nullable Integer session,
        long sessionStart,
        long block,
        boolean open,
        int cores,
        int parachains,
        int threadCores,
        int groups,
        @Nullable Long nextRotationAt,
        int occupied,
        int queued,
        long queueMax,
        List<Use> onCores,
        List<Place> queue) {

    public static final String NAME = "state.json";

    /** The page before the first session. */
    record WithoutSession(long asOf, @Nullable Integer session) {}

    /**
     * The use of a core.
     *
     * @param collator the collator, or null for a parachain
     * @param since the block in which its candidate was backed, or null if it was not
     */
    public record Use(
            int core,
            int para,
            @Nullable String collator,
            int retries,
            String state,
            @Nullable Long since,
            @Nullable Long timeOutAt,
            @Nullable Integer group) {}

    /**
     * A claim in the queue.
     *
     * @param ahead the number of claims before it that are pinned to the same core
     */
    public record Place(
            int position,
            int para,
            String collator,
            int retries,
            int core,
            int ahead,
            @Nullable String id) {}
}
