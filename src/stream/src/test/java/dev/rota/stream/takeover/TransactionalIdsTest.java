package dev.rota.stream.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TransactionalIdsTest {

    private final TransactionalIds ids = new TransactionalIds("p.rota-jobs-scheduler", "host-8080");

    @Test
    void shouldNameAThreadAfterItsInstance() {
        assertThat(ids.ofThread("p.rota-jobs-scheduler-0d1d7c7a-4f6e-4f9c-9d43-5ad1a9b9c1d2-3"))
                .isEqualTo("p.rota-jobs-scheduler-host-8080-3");
    }

    @Test
    void shouldFindTheGroupMember() {
        assertThat(ids.memberOf("p.rota-jobs-scheduler-other-1")).isEqualTo("other-1");
    }

    @Test
    void shouldKnowItsOwn() {
        assertThat(ids.isOwn("p.rota-jobs-scheduler-host-8080-1")).isTrue();
        assertThat(ids.isOwn("p.rota-jobs-scheduler-host-8080-12")).isTrue();
        assertThat(ids.isOwn("p.rota-jobs-scheduler-host-8080")).isFalse();
        assertThat(ids.isOwn("p.rota-jobs-scheduler-host-8080-")).isFalse();
        assertThat(ids.isOwn("p.rota-jobs-scheduler-host-8081-1")).isFalse();
    }

    @Test
    void shouldNotConfuseAnInstanceWithOneOfItsThreads() {
        assertThat(new TransactionalIds("app", "a").isOwn("app-a-1-2")).isFalse();
        assertThat(new TransactionalIds("app", "a-1").isOwn("app-a-1-2")).isTrue();
    }

    @Test
    void shouldKnowThoseOfTheSchedulerOnAnyInstance() {
        assertThat(ids.isOurs("p.rota-jobs-scheduler-other-1")).isTrue();
        assertThat(ids.isOurs("p.rota-shards-scheduler-other-1")).isFalse();
    }
}
