package dev.rota.pages.domain.shards;

import dev.rota.pages.Url;

/** The addresses of a pool's subjects. */
final class ShardsLinks {

    private final String pool;

    ShardsLinks(String pool) {
        this.pool = pool;
    }

    String shard(String id) {
        return Url.subject("shards", pool, "shard", id);
    }

    String worker(String id) {
        return Url.subject("shards", pool, "worker", id);
    }

    String transaction(String id) {
        return Url.subject("shards", pool, "transaction", id);
    }

    String block(String shard, long height) {
        return Url.subject("shards", pool, "block", shard + "/" + height);
    }

    /** A page of the pool's workers. */
    String workers(int page) {
        return Url.of("/state", "domain", "shards", "unit", pool, "page", page == 1 ? "" : String.valueOf(page));
    }
}
