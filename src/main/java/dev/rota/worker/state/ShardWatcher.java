package dev.rota.worker.state;

/** Hears of what a follower learns, on the follower's thread. */
public interface ShardWatcher {

    /** The shard's state is that of a later block. */
    void advanced(String shard);

    /** The follower has stopped, for a reason that is one line. */
    void stopped(String why);
}
