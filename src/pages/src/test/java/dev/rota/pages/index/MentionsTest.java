package dev.rota.pages.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.AssignmentKind;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.GroupDuties;
import dev.rota.cores.ValidatorDuties;
import dev.rota.engine.Rejection;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MentionsTest {

    @Test
    void shouldFindTheIdsOfADecision() {
        JobStateEvent event = JobStateEvent.newBuilder()
                .setCohort("cohort")
                .setJob("j")
                .setInstance("main")
                .setKind(JobStateKind.ASSIGNED)
                .setBot("bot-1")
                .setAttempt(1)
                .setStatus("OK")
                .setReason("because")
                .build();

        assertThat(Mentions.of(event, "cohort"))
                .containsExactly(new Mention("job", "j"), new Mention("instance", "main"), new Mention("bot", "bot-1"));
        assertThat(Mentions.kind(event)).isEqualTo("ASSIGNED");
    }

    @Test
    void shouldFindIdsInLists() {
        CoreSchedule schedule = new CoreSchedule(
                "chain",
                12L,
                0,
                List.of(),
                List.of(CoreAssignment.newBuilder()
                        .setCore(3)
                        .setPara(2000)
                        .setKind(AssignmentKind.PARATHREAD)
                        .setCollator("alice")
                        .setGroup(1)
                        .build()));

        assertThat(Mentions.of(schedule, "chain"))
                .contains(
                        new Mention("block", "12"),
                        new Mention("core", "3"),
                        new Mention("para", "2000"),
                        new Mention("collator", "alice"));
    }

    @Test
    void shouldCallOneOfSeveralTextsByItsName() {
        ValidatorDuties duties = new ValidatorDuties(
                "chain", 1, List.of(), List.of(new GroupDuties(0, List.of("ann", "bob"), List.of(3))));

        assertThat(Mentions.of(duties, "chain"))
                .containsExactly(new Mention("validator", "ann"), new Mention("validator", "bob"));
    }

    @Test
    void shouldLimitMentions() {
        CoreSchedule schedule = new CoreSchedule(
                "chain",
                12L,
                0,
                List.of(),
                IntStream.range(0, 1_000)
                        .mapToObj(core -> CoreAssignment.newBuilder()
                                .setCore(core)
                                .setPara(2000 + core)
                                .setKind(AssignmentKind.PARACHAIN)
                                .setGroup(1)
                                .build())
                        .toList());

        assertThat(Mentions.of(schedule, "chain")).hasSize(64);
    }

    @Test
    void shouldNameTheReasonOfARejection() {
        Rejection rejection = Rejection.newBuilder()
                .setDomain("jobs")
                .setUnit("u")
                .setSource("jobs.bots/0/1")
                .setReason("VALUE_INVALID")
                .setMessage("expected")
                .setTime(1L)
                .build();

        assertThat(Mentions.kind(rejection)).isEqualTo("VALUE_INVALID");
        assertThat(Mentions.of(rejection, "u")).isEmpty();
    }
}
