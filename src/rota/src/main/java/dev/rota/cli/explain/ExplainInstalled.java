package dev.rota.cli.explain;

import dev.rota.cli.options.Domains;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.settings.Settings;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Explains a subject of a scheduler that has no verb of its own here. There is an option for each kind of subject. */
@Command(
        mixinStandardHelpOptions = true,
        description = {
            "Explains a subject by replaying the log of each unit to its end.",
            "Exit code 1 if no unit has the subject.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        })
public final class ExplainInstalled implements Callable<Integer> {

    private final String domain;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Nullable
    @Option(names = "--unit", paramLabel = "NAME", description = "Only this unit.")
    private String unit;

    @Mixin
    private Explanations explanations = new Explanations();

    private ExplainInstalled(String domain) {
        this.domain = domain;
    }

    /** Adds to {@code rota explain} a verb for each scheduler on the class path that explains something and has none. */
    public static void addTo(CommandLine rota) {
        CommandLine explain = Objects.requireNonNull(rota.getSubcommands().get("explain"));
        Domains.subjects().forEach((domain, subjects) -> {
            if (!subjects.isEmpty() && !explain.getSubcommands().containsKey(domain)) {
                explain.addSubcommand(domain, verb(domain, subjects));
            }
        });
    }

    private static CommandSpec verb(String domain, List<String> subjects) {
        CommandSpec verb = CommandSpec.forAnnotatedObject(new ExplainInstalled(domain));
        ArgGroupSpec.Builder one = ArgGroupSpec.builder().exclusive(true).multiplicity("1");
        for (String kind : subjects) {
            one.addArg(OptionSpec.builder("--" + kind)
                    .paramLabel("ID")
                    .type(String.class)
                    .description("The " + kind + ".")
                    .build());
        }
        return verb.addArgGroup(one.build());
    }

    @Override
    public Integer call() {
        Settings settings = explanations.recorded().settings();
        return explanations.explain(
                Domains.named(domain, settings), settings, subject(), unit, "unit", "it is unknown");
    }

    /** Returns the subject whose option is given. */
    private Subject subject() {
        return spec.argGroups().get(0).allOptionsNested().stream()
                .filter(option -> option.getValue() != null)
                .map(option -> new Subject(option.longestName().substring(2), option.getValue()))
                .findFirst()
                .orElseThrow();
    }
}
