package dev.rota.chunks.placement;

/**
 * The treatment of a worker's extra copies by an epoch: those that the target does not have.
 *
 * @param extra the numbers of the extra copies that the worker keeps for now, ascending
 * @param needs by extra copy: how many routes elsewhere readers need before they leave it
 * @param leave the numbers of those that readers leave now for room
 */
public record Motion(int[] extra, char[] needs, int[] leave) {

    /** A worker without extra copies. */
    public static final Motion NONE = new Motion(new int[0], new char[0], new int[0]);
}
