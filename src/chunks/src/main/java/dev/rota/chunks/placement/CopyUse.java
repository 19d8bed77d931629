package dev.rota.chunks.placement;

/** The use of a copy for readers. */
enum CopyUse {
    /** It is not confirmed, or the policy has no routes. */
    NONE,
    /** They may use it. */
    ROUTE,
    /** They have left it, or leave it in this step, and may still be using it. */
    LEFT,
    /** They have left it, and their grace has passed. */
    FORMER
}
