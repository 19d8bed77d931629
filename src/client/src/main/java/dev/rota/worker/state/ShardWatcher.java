package dev.rota.worker.state;

/** Receives notifications from a follower, on the follower's thread. */
public interface ShardWatcher {

    /** Called when a shard's state has advanced to a later block. */
    void advanced(String shard);

    /** Called when the follower has stopped. The reason is one line. */
    void stopped(String why);
}
