package dev.rota.worker.state;

/** Is notified by a follower, on the follower's thread. */
public interface ShardWatcher {

    /** The shard's state has advanced to a later block. */
    void advanced(String shard);

    /** The follower has stopped, for a reason that is one line. */
    void stopped(String why);
}
