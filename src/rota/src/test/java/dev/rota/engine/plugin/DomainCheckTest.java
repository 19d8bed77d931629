package dev.rota.engine.plugin;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoreAdded;
import dev.rota.chores.ChoreEvent;
import dev.rota.chores.ChoreRow;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.Task;
import dev.rota.engine.ClientRole;
import dev.rota.engine.Domain;
import dev.rota.engine.EngineReason;
import dev.rota.engine.Handlers;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.Reason;
import dev.rota.engine.Scheduler;
import dev.rota.engine.TableType;
import dev.rota.serde.Everything;
import java.util.List;
import java.util.Set;
import office.DesksDomain;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DomainCheckTest {

    @ParameterizedTest
    @MethodSource("own")
    void shouldAcceptRotasOwn(Domain domain) {
        List<Domain> others = own().stream().filter(other -> other != domain).toList();

        DomainCheck check = new DomainCheck(domain);

        assertThatCode(() -> check.against(others)).doesNotThrowAnyException();
        assertThatCode(check::handlers).doesNotThrowAnyException();
    }

    static List<Domain> own() {
        return InstalledDomains.all();
    }

    @Test
    void shouldAcceptAPlugIn() {
        assertThatCode(() -> check(new DesksDomain())).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseANameThatIsTaken() {
        assertThatThrownBy(() -> new DomainCheck(new DesksDomain()).against(List.of(new DesksDomain())))
                .isInstanceOf(InvalidDomain.class)
                .hasMessage("expected of scheduler desks (office.DesksDomain) a name that no other scheduler has,"
                        + " but office.DesksDomain has it too");
    }

    @Test
    void shouldRefuseANameThatIsNoPartOfATopic() {
        refused("small letters", new DesksDomain() {
            @Override
            public String name() {
                return "Desks!";
            }
        });
    }

    @Test
    void shouldRefuseTheTopicOfAnotherDomain() {
        refused("'chores.events'", withInput(new Input<>("chores.events", ChoreEvent.class, event -> "unit")));
    }

    @Test
    void shouldRefuseATopicThatEachDomainHas() {
        refused("desks.log", withInput(new Input<>("desks.log", ChoreEvent.class, event -> "unit")));
    }

    @Test
    void shouldRefuseATopicThatIsDeclaredTwice() {
        refused("desks.requests is declared twice", withOutput(Output.of("desks.requests", Task.class)));
    }

    @Test
    void shouldRefuseRecordsOfAnotherDomain() {
        assertThatThrownBy(() -> new DomainCheck(new DesksDomain()).against(List.of(new ChoresDomain())))
                .isInstanceOf(InvalidDomain.class)
                .hasMessageContaining("is in that of chores");
    }

    @Test
    void shouldRefuseMapsAndFloats() {
        refused("is a map", withInput(new Input<>("desks.requests", Everything.class, event -> "unit")));
    }

    @Test
    void shouldRefuseATableNumberThatIsUsedTwice() {
        refused("desks and more both have 16", new DesksDomain() {
            @Override
            public List<TableType<?>> tables() {
                return List.of(DESKS, TableType.of(16, "more", ChoreRow.class));
            }
        });
        refused("has 15", new DesksDomain() {
            @Override
            public List<TableType<?>> tables() {
                return List.of(TableType.of(15, "more", ChoreRow.class));
            }
        });
    }

    @Test
    void shouldRefuseAReasonOfRota() {
        refused(EngineReason.VOIDED.name(), new DesksDomain() {
            @Override
            public List<Reason> reasons() {
                return List.of(EngineReason.VOIDED);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"partitions", "Big", "a_b", ""})
    void shouldRefuseASettingThatIsNoKey(String setting) {
        refused("settings of small letters", new DesksDomain() {
            @Override
            public Set<String> settings() {
                return Set.of(setting);
            }
        });
    }

    @Test
    void shouldRefuseARoleWithTopicsOfOthers() {
        refused("clerk uses jobs.bots", withRole(ClientRole.of("clerk", List.of(), List.of("jobs.bots"))));
        refused("'a b'", withRole(ClientRole.of("a b", List.of(), List.of())));
        assertThatThrownBy(() -> new DomainCheck(withRole(ClientRole.of("worker", List.of(), List.of())))
                        .against(InstalledDomains.all()))
                .isInstanceOf(InvalidDomain.class)
                .hasMessageContaining("'worker'");
    }

    private static Domain withRole(ClientRole role) {
        return new DesksDomain() {
            @Override
            public List<ClientRole> clientRoles() {
                return List.of(role);
            }
        };
    }

    @Test
    void shouldRefuseAnEventWithoutAHandler() {
        refused("under rules 2 there is none for dev.rota.chores.", new DesksDomain() {
            @Override
            public int rules() {
                return 2;
            }

            @Override
            public Scheduler scheduler(int rules) {
                return rules == 1
                        ? super.scheduler(1)
                        : () -> Handlers.of().on(ChoreEvent.class, ChoreAdded.class, (step, event, added) -> {});
            }
        });
    }

    @Test
    void shouldRefuseAHandlerOfWhatNoInputCarries() {
        refused("none carries dev.rota.chores.ChoreRow, which has one under rules 1", new DesksDomain() {
            @Override
            public Scheduler scheduler(int rules) {
                return () -> super.scheduler(rules).handlers().on(ChoreRow.class, (step, event) -> {});
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "h", "Desk", "order id", "json", "desk"})
    void shouldRefuseASubjectThatCannotBeAnOption(String subject) {
        refused("one is '" + subject + "'", new DesksDomain() {
            @Override
            public List<String> subjects() {
                return List.of("desk", subject);
            }
        });
    }

    @Test
    void shouldRefuseAMapInASchemaOfOlderRules() {
        Schema newest = new DesksDomain().inputs().get(0).schema();
        String older = "{\"type\": \"record\", \"namespace\": \"" + newest.getNamespace() + "\", \"name\": \""
                + newest.getName()
                + "\", \"fields\": [{\"name\": \"past\", \"type\": {\"type\": \"map\", \"values\": \"int\"}}]}";

        refused("past is a map", new DesksDomain() {
            @Override
            public int rules() {
                return 2;
            }

            @Override
            public List<Input<?>> inputs() {
                return List.of(super.inputs().get(0).until(1, older));
            }
        });
    }

    private static DesksDomain withInput(Input<?> input) {
        return new DesksDomain() {
            @Override
            public List<Input<?>> inputs() {
                return List.of(input);
            }

            @Override
            public Scheduler scheduler(int rules) {
                return () -> Handlers.of().on(ChoreEvent.class, (step, event) -> {});
            }
        };
    }

    private static DesksDomain withOutput(Output<?> output) {
        return new DesksDomain() {
            @Override
            public List<Output<?>> decisions() {
                return List.of(EVENTS, output);
            }
        };
    }

    private static void refused(String words, Domain domain) {
        assertThatThrownBy(() -> check(domain))
                .isInstanceOf(InvalidDomain.class)
                .hasMessageContaining(words);
    }

    private static void check(Domain domain) {
        DomainCheck check = new DomainCheck(domain);
        check.against(List.of());
        check.handlers();
    }
}
