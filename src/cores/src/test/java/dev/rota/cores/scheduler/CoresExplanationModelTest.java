package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.AssignmentKind;
import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.ValidatorGroups;
import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.testing.TestLog;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * Asserts, in random histories, that explanations of paras and cores are true in the model, and that predictions are
 * right.
 */
class CoresExplanationModelTest {

    private static final int SEEDS = Seeds.of(150, 30);
    private static final int EVENTS = 150;
    private static final int PARAS = 12;
    private static final int CORES = 14;

    private static final Pattern POSITION = Pattern.compile("at position (\\d+) of (\\d+)");
    private static final Pattern PINNED = Pattern.compile("pinned to core (\\d+) with (no|\\d+) claims? before it");
    private static final Pattern SCHEDULED = Pattern.compile("is scheduled there in block (\\d+)( at the latest)?");
    private static final Pattern TIMES_OUT = Pattern.compile("times out in block (\\d+) unless");

    /** Predicts that a claim is scheduled on a core, or that a core is freed, in a block or before it. */
    private record Prediction(int para, int core, long block, boolean atTheLatest, boolean timeOut) {}

    private final CoresDomain domain = new CoresDomain();
    private final Map<String, Integer> kept = new HashMap<>();
    private final Map<String, Integer> met = new HashMap<>();

    private final List<Inquiry> paras = new ArrayList<>();
    private final List<Inquiry> cores = new ArrayList<>();
    private final Map<Integer, ClaimEvent> lastEvents = new HashMap<>();
    private final Map<Integer, ClaimEvent> lastRepinned = new HashMap<>();
    private final Map<Integer, String> lastFreed = new HashMap<>();
    private final List<CoreSchedule> schedules = new ArrayList<>();
    private List<Prediction> predictions = new ArrayList<>();
    private long lastBlock;
    private NaiveChain model = new NaiveChain("chain");
    private TestLog log = TestLog.warm(domain);
    private String where = "";

    @Test
    void shouldExplainTrulyAndPredictWhatHappens() {
        for (long seed = 0; seed < SEEDS; seed++) {
            begin();
            RandomHistory history = new RandomHistory(seed, model);
            List<Decision> all = new ArrayList<>();
            for (int i = 0; i < EVENTS; i++) {
                SpecificRecord event = history.next();
                where = "seed " + seed + " event " + i + ": " + event;
                model.take(event);
                List<Decision> decided = log.feed(event instanceof Claim ? "cores.claims" : "cores.blocks", event);
                all.addAll(decided);
                decided.forEach(this::tell);
                settle(event, decided);
                if (model.hasSession()) {
                    assertParas();
                    assertCores();
                }
            }
            assertBlocks(all);
        }
        assertThat(kept.keySet()).containsExactlyInAnyOrder("scheduled", "scheduled at the latest", "timed out");
        assertThat(kept.values()).allMatch(count -> count > 300);
        assertThat(met.keySet())
                .containsExactlyInAnyOrder(
                        "QUEUED",
                        "SCHEDULED",
                        "NOT_BACKED",
                        "BACKED",
                        "CONCLUDED",
                        "DROPPED",
                        "IDLE",
                        "unknown",
                        "re-pinned");
        assertThat(met.values()).allMatch(count -> count > 100);
    }

    private void begin() {
        model = new NaiveChain("chain");
        log = TestLog.warm(domain);
        paras.clear();
        cores.clear();
        for (int para = 0; para < PARAS; para++) {
            paras.add(explainer("para", String.valueOf(para)));
        }
        for (int core = 0; core < CORES; core++) {
            cores.add(explainer("core", String.valueOf(core)));
        }
        lastEvents.clear();
        lastRepinned.clear();
        lastFreed.clear();
        schedules.clear();
        predictions = new ArrayList<>();
        lastBlock = -1;
    }

    private Inquiry explainer(String kind, String id) {
        return domain.inquiry(Inquiry.Asked.why(new Subject(kind, id)));
    }

    private void tell(Decision decision) {
        paras.forEach(each -> each.decided(decision));
        cores.forEach(each -> each.decided(decision));
        if (decision.value() instanceof ClaimEvent event) {
            if (event.getKind() == ClaimEventKind.REPINNED) {
                lastRepinned.put(event.getPara(), event);
            } else {
                lastEvents.put(event.getPara(), event);
                lastRepinned.remove(event.getPara());
            }
        } else if (decision.value() instanceof CoreSchedule schedule) {
            schedules.add(schedule);
            schedule.getFreed()
                    .forEach(freed -> lastFreed.put(
                            freed.getCore(),
                            "block " + schedule.getBlock() + " " + freed.getPara() + freed.getReason()));
        }
    }

    /** Compares predictions with the decisions, and drops those whose conditions no longer hold. */
    private void settle(SpecificRecord event, List<Decision> decided) {
        boolean session = decided.stream().anyMatch(one -> one.value() instanceof ValidatorGroups);
        CoreSchedule schedule = null;
        List<Integer> backed = List.of();
        for (Decision one : decided) {
            if (one.value() instanceof CoreSchedule next) {
                schedule = next;
            }
        }
        if (event instanceof BlockEvent block && block.getEvent() instanceof BlockEnded ended) {
            backed = ended.getBacked();
        }
        if (session) {
            predictions.clear();
        }
        List<Prediction> next = new ArrayList<>();
        for (Prediction prediction : predictions) {
            boolean broken = !prediction.timeOut && backed.contains(prediction.core);
            if (!broken && (schedule == null || isOpenAfter(prediction, schedule, (BlockEvent) event))) {
                next.add(prediction);
            }
        }
        predictions = next;
        lastBlock = model.last();
    }

    private boolean isOpenAfter(Prediction prediction, CoreSchedule schedule, BlockEvent event) {
        BlockStarted started = (BlockStarted) event.getEvent();
        if (started.getTimedOut() != null || schedule.getBlock() != lastBlock + 1) {
            return false;
        }
        long block = schedule.getBlock();
        if (prediction.timeOut) {
            FreedCore freed = schedule.getFreed().stream()
                    .filter(one -> one.getCore() == prediction.core)
                    .findFirst()
                    .orElse(null);
            if (freed == null) {
                assertThat(block).as("%s: %s", where, prediction).isLessThan(prediction.block);
                return true;
            }
            if (freed.getReason() == FreedReason.TIMED_OUT) {
                assertThat(block).as("%s: %s", where, prediction).isEqualTo(prediction.block);
                kept.merge("timed out", 1, Integer::sum);
            }
            return false;
        }
        boolean scheduled = schedule.getAssignments().stream()
                .anyMatch(one -> one.getPara() == prediction.para && one.getCore() == prediction.core);
        if (!scheduled) {
            assertThat(block).as("%s: %s", where, prediction).isLessThan(prediction.block);
            return true;
        }
        if (prediction.atTheLatest) {
            assertThat(block).as("%s: %s", where, prediction).isLessThanOrEqualTo(prediction.block);
        } else {
            assertThat(block).as("%s: %s", where, prediction).isEqualTo(prediction.block);
        }
        kept.merge(prediction.atTheLatest ? "scheduled at the latest" : "scheduled", 1, Integer::sum);
        return false;
    }

    private void assertParas() {
        for (int para = 0; para < PARAS; para++) {
            Answer live = explainer("para", String.valueOf(para)).answer(log.tables("chain"), 0, Parallel.SEQUENTIAL);
            Answer told = paras.get(para).answer(log.tables("chain"), 0, Parallel.SEQUENTIAL);
            NaiveChain.Waiting waiting = model.waiting(para);
            met.merge(told == null ? "unknown" : told.state(), 1, Integer::sum);
            if (model.isParachain(para)) {
                assertParachain(para, Objects.requireNonNull(told));
                assertThat(live).as(where).isEqualTo(told);
            } else if (waiting != null) {
                assertQueued(para, waiting, Objects.requireNonNull(told, where));
                assertThat(Objects.requireNonNull(live).state()).isEqualTo("QUEUED");
            } else if (model.occupiedCore(para) >= 0) {
                assertThat(told).as(where).isEqualTo(live);
                assertBacked(para, Objects.requireNonNull(told));
            } else if (model.scheduledCore(para) >= 0) {
                assertThat(told).as(where).isEqualTo(live);
                assertScheduled(para, Objects.requireNonNull(told));
            } else {
                assertWithout(para, told, live);
            }
        }
    }

    private void assertParachain(int para, Answer told) {
        boolean occupied = model.occupiedCore(para) >= 0;
        boolean scheduled = model.isOpen() && model.scheduledCore(para) >= 0;
        assertThat(told.state()).as(where).isEqualTo(occupied ? "BACKED" : scheduled ? "SCHEDULED" : "IDLE");
        if (occupied) {
            assertTimeOut(para, told);
        }
    }

    private void assertQueued(int para, NaiveChain.Waiting waiting, Answer told) {
        assertThat(told.state()).as(where).isEqualTo("QUEUED");
        Matcher position = found(POSITION, told);
        assertThat(position.group(1) + "/" + position.group(2))
                .as(where)
                .isEqualTo(waiting.position() + "/" + waiting.queued());
        assertPinned(waiting, told);
        if (!model.hasGroups()) {
            assertThat(told.sentence()).contains("has no validators, so nothing is scheduled");
            return;
        }
        Matcher scheduled = found(SCHEDULED, told);
        boolean atTheLatest = scheduled.group(2) != null;
        assertThat(atTheLatest).as(where).isEqualTo(model.occupiedCores().contains(waiting.core()));
        predictions.add(new Prediction(para, waiting.core(), Long.parseLong(scheduled.group(1)), atTheLatest, false));
        if (atTheLatest && !model.isOpen()) {
            assertThat(told.sentence())
                    .as(where)
                    .contains("it is expected there in block " + model.expectedBlock(para) + " if every candidate");
        }
        ClaimEvent last = Objects.requireNonNull(lastEvents.get(para));
        assertThat(told.sentence()).as(where).contains("has been queued since block " + last.getBlock());
        ClaimEvent repinned = lastRepinned.get(para);
        assertThat(told.sentence().contains("instead of core")).as(where).isEqualTo(repinned != null);
        if (repinned != null) {
            assertThat(told.sentence())
                    .as(where)
                    .contains("(pinned to core " + waiting.core() + " instead of core " + repinned.getReason());
            met.merge("re-pinned", 1, Integer::sum);
        }
    }

    private void assertPinned(NaiveChain.Waiting waiting, Answer told) {
        Matcher pinned = found(PINNED, told);
        assertThat(pinned.group(1)).as(where).isEqualTo(String.valueOf(waiting.core()));
        assertThat(pinned.group(2)).as(where).isEqualTo(waiting.ahead() == 0 ? "no" : String.valueOf(waiting.ahead()));
    }

    private void assertBacked(int para, Answer told) {
        assertThat(told.state()).as(where).isEqualTo("BACKED");
        assertThat(told.sentence()).as(where).contains("has occupied core " + model.occupiedCore(para) + " since");
        assertTimeOut(para, told);
    }

    private void assertTimeOut(int para, Answer told) {
        int core = model.occupiedCore(para);
        long block = Long.parseLong(found(TIMES_OUT, told).group(1));
        assertThat(block).as(where).isEqualTo(model.timeOut(core));
        predictions.add(new Prediction(para, core, block, false, true));
    }

    private void assertScheduled(int para, Answer told) {
        assertThat(told.state()).as(where).isEqualTo(model.isOpen() ? "SCHEDULED" : "NOT_BACKED");
        assertThat(told.sentence()).as(where).contains("scheduled on core " + model.scheduledCore(para));
        NaiveChain.Waiting then = model.waitingAfterClear(para);
        if (then == null) {
            assertThat(told.sentence()).as(where).contains("is dropped: " + model.dropReason(para));
        } else if (!model.isOpen()) {
            assertPinned(then, told);
            assertThat(told.sentence().contains("is scheduled there at once"))
                    .as(where)
                    .isEqualTo(then.ahead() == 0
                            && model.hasGroups()
                            && !model.occupiedCores().contains(then.core()));
        }
    }

    private void assertWithout(int para, @Nullable Answer told, @Nullable Answer live) {
        ClaimEvent last = lastEvents.get(para);
        if (live != null) {
            assertThat(live.state()).as(where).isEqualTo("IDLE");
        }
        assertThat(live != null).as(where).isEqualTo(model.isLive(para));
        if (last == null) {
            assertThat(told).as(where).isEqualTo(live);
            return;
        }
        assertThat(Objects.requireNonNull(told, where).state())
                .as(where)
                .isEqualTo(last.getKind().name());
        assertThat(told.sentence())
                .as(where)
                .contains(" in block " + last.getBlock())
                .contains(last.getReason());
    }

    private void assertCores() {
        for (int core = 0; core < CORES; core++) {
            Answer told = cores.get(core).answer(log.tables("chain"), 0, Parallel.SEQUENTIAL);
            assertThat(told != null).as(where).isEqualTo(core < model.cores());
            if (told == null) {
                continue;
            }
            boolean occupied = model.occupiedCores().contains(core);
            boolean scheduled = model.isOpen() && model.scheduledCores().contains(core);
            assertThat(told.state())
                    .as("%s: %s", where, told)
                    .isEqualTo(occupied ? "OCCUPIED" : scheduled ? "SCHEDULED" : "FREE");
            String freed = lastFreed.get(core);
            assertThat(told.sentence().contains("it was freed last in"))
                    .as(where)
                    .isEqualTo(freed != null);
            if (freed != null) {
                String block = freed.substring(0, freed.indexOf(' ', 6));
                assertThat(told.sentence()).as(where).contains("it was freed last in " + block + ", when");
                assertThat(told.sentence())
                        .as(where)
                        .contains(freed.endsWith("CONCLUDED") ? "became available" : "timed out: ");
            }
        }
    }

    /** Asserts the explanation of each block once the history has ended. */
    private void assertBlocks(List<Decision> all) {
        for (CoreSchedule schedule : schedules) {
            for (int core = 0; core < 4; core++) {
                int here = core;
                Inquiry explainer = explainer("core", core + "@" + schedule.getBlock());
                all.forEach(explainer::decided);
                Answer told = explainer.answer(log.tables("chain"), 0, Parallel.SEQUENTIAL);
                schedule.getFreed().stream()
                        .filter(one -> one.getCore() == here)
                        .forEach(
                                freed -> assertThat(Objects.requireNonNull(told).state())
                                        .isEqualTo(freed.getReason().name()));
                boolean backed = all.stream()
                        .anyMatch(one -> one.value() instanceof ClaimEvent event
                                && event.getBlock() == schedule.getBlock()
                                && event.getKind() == ClaimEventKind.BACKED
                                && Objects.equals(event.getCore(), here));
                schedule.getAssignments().stream()
                        .filter(one -> one.getCore() == here)
                        .forEach(one -> {
                            String sentence = Objects.requireNonNull(told).sentence();
                            assertThat(sentence)
                                    .contains("in block " + schedule.getBlock() + " core " + here)
                                    .contains(" para " + one.getPara() + " with group " + one.getGroup());
                            if (one.getKind() == AssignmentKind.PARATHREAD) {
                                assertThat(sentence.contains(" and backed")).isEqualTo(backed);
                            }
                        });
            }
        }
    }

    private Matcher found(Pattern pattern, Answer told) {
        Matcher matcher = pattern.matcher(told.sentence());
        assertThat(matcher.find()).as("%s: %s", where, told).isTrue();
        return matcher;
    }
}
