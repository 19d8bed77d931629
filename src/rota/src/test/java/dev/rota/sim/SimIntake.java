package dev.rota.sim;

import dev.rota.engine.Nullable;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.intake.Intake;
import dev.rota.stream.intake.SchemaLookups;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.errors.RetriableException;

/** An intake, which is started again whenever it ends. */
final class SimIntake extends SimProcess {

    private final Settings settings;
    private final SimRegistry registry;
    private final InputLedger ledger;
    private final List<String> violations;

    @Nullable
    private SimClients clients;

    @Nullable
    private Intake intake;

    private boolean acceptGap;

    /** True if it ended because its inputs were read with another mapping. */
    private boolean refusesMapping;

    SimIntake(
            World world,
            String name,
            Names names,
            Settings settings,
            SimRegistry registry,
            InputLedger ledger,
            List<String> violations) {
        super(world, name, names);
        this.settings = settings;
        this.registry = registry;
        this.ledger = ledger;
        this.violations = violations;
    }

    @Override
    void runOnce() {
        Names names = names();
        intake = null;
        SimClients connected = new SimClients(world, actor, names, marks -> ledger.committed(marks));
        clients = connected;
        SchemaLookups lookups = new SchemaLookups(
                registry, true, Duration.ofSeconds(5), new RegistryThreads(registry), connected.ticker());
        Intake begun = new Intake(names, settings, connected, lookups, List.of(), acceptGap, new SimpleMeterRegistry());
        intake = begun;
        try {
            begun.run();
        } catch (StoppedException e) {
            stopped(String.valueOf(e.getMessage()));
        } catch (RetriableException e) {
            violations.add("it ended instead of waiting for the cluster: " + e);
            throw e;
        }
    }

    private void stopped(String reason) {
        world.note(name + " stopped: " + reason);
        die();
        if (reason.contains("no longer has offsets") || reason.contains("it has lost records")) {
            ledger.gapMustBeTrue(reason);
            acceptGap = true;
        } else if (reason.contains("was read with another chores.street and not left cleanly")) {
            ledger.uncleanMarkMustBeThere(reason);
            refusesMapping = true;
            // It is not started again with the same settings.
            rest();
        } else if (!reason.contains("does not take a record") && !isReplaced(reason)) {
            violations.add("it stopped without need: " + reason);
        }
    }

    /** Starts it with its current settings. */
    void begin() {
        refusesMapping = false;
        on();
    }

    boolean refusesMapping() {
        return refusesMapping;
    }

    /** Returns whether it reads its assigned inputs. */
    boolean hasTakenUp() {
        return isRunning() && intake != null && intake.waitsFor().isEmpty();
    }

    @Override
    void die() {
        if (clients != null) {
            clients.die();
        }
    }

    @Override
    void stop() {
        if (intake != null) {
            intake.stop();
        }
    }

    @Override
    void refuse() {
        if (clients != null) {
            clients.refuseNext();
        }
    }
}
