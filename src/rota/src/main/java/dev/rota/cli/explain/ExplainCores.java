package dev.rota.cli.explain;

import dev.rota.cli.options.Domains;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.settings.Settings;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Explains a para's or a core's state by replaying the log. */
@Command(
        name = "cores",
        mixinStandardHelpOptions = true,
        description = {
            "Explains why a claim on a para waits, or why it was dropped.",
            "For a para: its position in the queue, and until when. For a core: its use, and why it was freed.",
            "For a validator: the cores that it backs in the coming blocks.",
            "Recomputes the decisions of each relay chain up to the end of the log and prints one sentence.",
            "Exit code 1 if no chain ever had the para, the core or the validator, or if there was no such block.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota explain cores --para 2000",
            "  rota explain cores --core 3 --block 120 --chain demo-forward",
            "  rota explain cores --validator validator-7 --chain demo-forward",
            "  rota explain cores --para 2000 --files evidence --json"
        })
final class ExplainCores implements Callable<Integer> {

    @ArgGroup(multiplicity = "1")
    private Asked asked = new Asked();

    /** The options that name the subject. */
    static final class Asked {
        @Nullable
        @Option(names = "--para", paramLabel = "P", description = "The para: its claim, or its own core.")
        private Integer para;

        @Nullable
        @Option(names = "--validator", paramLabel = "V", description = "The cores that a validator backs.")
        private String validator;

        @Nullable
        @ArgGroup(exclusive = false)
        private AskedCore core;
    }

    /** A core, now or in one block. */
    static final class AskedCore {
        @Option(names = "--core", required = true, paramLabel = "C", description = "The core.")
        private int core;

        @Nullable
        @Option(names = "--block", paramLabel = "B", description = "The use of the core in this block.")
        private Long block;
    }

    @Nullable
    @Option(names = "--chain", paramLabel = "NAME", description = "Only this relay chain.")
    private String chain;

    @Mixin
    private Explanations explanations = new Explanations();

    @Override
    public Integer call() {
        Settings settings = explanations.recorded().settings();
        return explanations.explain(Domains.named("cores", settings), settings, subject(), chain, "chain", because());
    }

    private Subject subject() {
        if (asked.validator != null) {
            return new Subject("validator", asked.validator);
        }
        AskedCore core = asked.core;
        if (core == null) {
            return new Subject("para", String.valueOf(asked.para));
        }
        Unusable.ifNegative("--block", core.block);
        return new Subject("core", core.core + (core.block == null ? "" : "@" + core.block));
    }

    private String because() {
        if (asked.validator != null) {
            return "the session does not have it";
        }
        if (asked.core == null) {
            return "it is neither a parachain nor a parathread, and was never claimed";
        }
        return asked.core.block == null ? "the session has fewer cores" : "no such block started with that core";
    }
}
