package dev.rota.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Domain;
import dev.rota.engine.Handlers;
import dev.rota.engine.Input;
import dev.rota.engine.Key;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.SourceRow;
import dev.rota.engine.Step;
import dev.rota.engine.TableType;
import dev.rota.engine.TimerType;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Each way to decide by something else than the log must be found. */
class DeterminismTest {

    private static final Input<SourceRow> EVENTS = new Input<>("odd.events", SourceRow.class, event -> "unit");
    private static final Output<SourceRow> NUMBERS = Output.of("odd.numbers", SourceRow.class);

    /** A row keeps the unit, and its scheduler with it. */
    private static final TableType<SourceRow> LAST = TableType.of(16, "last", SourceRow.class);

    private static final TimerType<Void> LATER = TimerType.ofUnit(1);
    private static final List<Moment> HISTORY =
            List.of(new Moment(1, new SourceRow(1L)), new Moment(2, new SourceRow(2L)), Moment.tick(1_000));

    /** Decides a number at each event and timer. */
    public abstract static class OddDomain implements Domain {

        abstract Scheduler scheduler();

        static Scheduler emitting(String key) {
            return () -> Handlers.of().on(SourceRow.class, (step, event) -> emit(step, key, event.getOffset()));
        }

        static void emit(Step step, String key, long number) {
            step.emit(NUMBERS, key, new SourceRow(number));
            step.table(LAST).upsert(Key.EMPTY, new SourceRow(0L));
        }

        @Override
        public String name() {
            return "odd";
        }

        @Override
        public List<Input<?>> inputs() {
            return List.of(EVENTS);
        }

        @Override
        public List<Output<?>> decisions() {
            return List.of(NUMBERS);
        }

        @Override
        public List<TableType<?>> tables() {
            return List.of(LAST);
        }

        @Override
        public Scheduler scheduler(int rules) {
            return scheduler();
        }
    }

    public static final class Pure extends OddDomain {
        @Override
        Scheduler scheduler() {
            return emitting("even");
        }
    }

    public static final class Configured extends OddDomain {
        private final String key;

        public Configured() {
            this("unset");
        }

        private Configured(String key) {
            this.key = key;
        }

        @Override
        public Set<String> settings() {
            return Set.of("key");
        }

        @Override
        public Domain configured(SortedMap<String, String> settings) {
            return new Configured(settings.getOrDefault("key", "unset"));
        }

        @Override
        public List<Input<?>> inputs() {
            return key.equals("set") ? List.of(EVENTS) : List.of();
        }

        @Override
        public String mapping() {
            return key;
        }

        @Override
        Scheduler scheduler() {
            return emitting(key.equals("set") ? "even" : Locale.getDefault().getLanguage());
        }
    }

    public static final class ByLocale extends OddDomain {
        @Override
        Scheduler scheduler() {
            return emitting("ID".toLowerCase(Locale.getDefault()));
        }
    }

    public static final class ByZone extends OddDomain {
        @Override
        Scheduler scheduler() {
            return emitting(ZoneId.systemDefault().getId());
        }
    }

    public static final class ByCharset extends OddDomain {
        @Override
        Scheduler scheduler() {
            return emitting(Charset.defaultCharset().name());
        }
    }

    public static final class ByHeap extends OddDomain {
        @Override
        Scheduler scheduler() {
            return emitting(Long.toString(Runtime.getRuntime().maxMemory()));
        }
    }

    public static final class ByIdentity extends OddDomain {
        @Override
        Scheduler scheduler() {
            return emitting(Integer.toString(ByIdentity.class.hashCode()));
        }
    }

    public static final class ByStatic extends OddDomain {
        private static int events;

        @Override
        Scheduler scheduler() {
            return () -> Handlers.of().on(SourceRow.class, (step, event) -> emit(step, "even", events++));
        }
    }

    public static final class ByField extends OddDomain {
        @Override
        Scheduler scheduler() {
            return new Scheduler() {
                private int events;

                @Override
                public Handlers handlers() {
                    return Handlers.of().on(SourceRow.class, (step, event) -> emit(step, "even", events++));
                }
            };
        }
    }

    /** Decides the same, but a warm scheduler sets a timer that a cold one does not set. */
    public static final class TimerByField extends OddDomain {
        @Override
        Scheduler scheduler() {
            return new Scheduler() {
                private int events;

                @Override
                public Handlers handlers() {
                    return Handlers.of()
                            .on(SourceRow.class, (step, event) -> {
                                emit(step, "even", event.getOffset());
                                if (++events == 2) {
                                    step.timers().set(step.now() + 5_000, LATER.key());
                                }
                            })
                            .timer(LATER, step -> {});
                }
            };
        }
    }

    public static final class Throwing extends OddDomain {
        @Override
        Scheduler scheduler() {
            return () -> Handlers.of().on(SourceRow.class, (step, event) -> {
                if (event.getOffset() == 2) {
                    throw new IllegalStateException("two");
                }
                emit(step, "even", 1);
            });
        }
    }

    public static final class Silent extends OddDomain {
        @Override
        Scheduler scheduler() {
            return () -> Handlers.of().on(SourceRow.class, (step, event) -> {});
        }
    }

    @Test
    void shouldPassWhatDecidesByTheLog() {
        assertThatCode(() -> Determinism.check(new Pure(), HISTORY)).doesNotThrowAnyException();
    }

    @Test
    void shouldConfigureTheOtherProcessToo() {
        assertThatCode(() -> Determinism.check(new Configured(), Map.of("key", "set"), HISTORY))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldFindWhatDependsOnTheProcess() {
        for (Domain odd : List.of(new ByLocale(), new ByZone(), new ByCharset(), new ByHeap(), new ByIdentity())) {
            assertThatThrownBy(() -> Determinism.check(odd, HISTORY))
                    .as(odd.getClass().getSimpleName())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("the same in another process, but moment")
                    .hasMessageContaining("odd.numbers");
        }
    }

    @Test
    void shouldFindWhatOutlivesARun() {
        assertThatThrownBy(() -> Determinism.check(new ByStatic(), HISTORY))
                .hasMessageContaining("the same in a second run");
    }

    @Test
    void shouldFindWhatARestartForgets() {
        assertThatThrownBy(() -> Determinism.check(new ByField(), HISTORY))
                .hasMessageContaining("the same when restarted after every moment");
    }

    @Test
    void shouldFindATimerThatARestartForgets() {
        assertThatThrownBy(() -> Determinism.checkRestarts(new TimerByField(), HISTORY))
                .hasMessageContaining("next timer 5002");
    }

    @Test
    void shouldDemandAHistoryWithDecisions() {
        assertThatThrownBy(() -> Determinism.check(new Silent(), HISTORY)).hasMessageContaining("there are none");
    }

    @Test
    void shouldDemandSettingsOfTheDomain() {
        assertThatThrownBy(() -> Determinism.check(new Pure(), Map.of("key", "set"), HISTORY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected settings of odd ([]), but they are [key]");
    }

    @Test
    void shouldNameTheMomentAtWhichASchedulerThrows() {
        assertThatThrownBy(() -> Determinism.check(new Throwing(), HISTORY))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("expected moment 1 to be decided, but: java.lang.IllegalStateException: two");
    }

    @Test
    void shouldDemandAConstructorThatTheOtherProcessCanCall() {
        Domain local = new OddDomain() {
            @Override
            Scheduler scheduler() {
                return emitting("even");
            }
        };

        assertThatThrownBy(() -> Determinism.check(local, HISTORY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a public constructor without parameters");
    }
}
