package dev.rota.stream.adopted;

import dev.rota.engine.Nullable;
import dev.rota.settings.AdoptedTopics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.Ticker;
import dev.rota.stream.intake.IntakeClients;
import dev.rota.stream.intake.SchemaLookups;
import dev.rota.stream.intake.TopicSource;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;

/** Opens the adopted topics of a domain for its intake. */
public final class Adoption implements TopicSource.Opener {

    private final Names names;
    private final Settings settings;
    private final IntakeClients clients;
    private final SchemaLookups lookups;

    /** The source that was opened last; null before the first. */
    private volatile @Nullable AdoptedSource source;

    public Adoption(Names names, Settings settings, IntakeClients clients, SchemaLookups lookups) {
        this.names = names;
        this.settings = settings;
        this.clients = clients;
        this.lookups = lookups;
    }

    @Override
    public String waitsFor() {
        return "the topic " + names.positions();
    }

    @Override
    public TopicSource open(Admin admin, String logId, int logPartitions) throws InterruptedException {
        Ticker ticker = clients.ticker();
        Notices notices = new Notices(names.positions(), logId, clients.reader(), ticker);
        try {
            ReadableTopics topics = new ReadableTopics(
                    names.domain(),
                    AdoptedTopics.of(names.domain(), settings),
                    notices,
                    () -> lookups.introduce(
                            names,
                            Objects.requireNonNull(names.domain().adoption()).input()),
                    ticker);
            topics.look(admin);
            Backlog backlog = new Backlog(
                    names.log(),
                    new LogLag(names, logPartitions, admin),
                    unit -> notices.levels().getOrDefault(unit, 0L),
                    ticker);
            AdoptedSource opened = new AdoptedSource(admin, notices, topics, backlog, logPartitions);
            source = opened;
            return opened;
        } catch (RuntimeException | InterruptedException e) {
            notices.close();
            throw e;
        }
    }

    /**
     * Returns the backlogs of units that were published last, other than 0; empty before the source is opened. May be
     * called by any thread.
     */
    public Map<String, Long> levels() {
        AdoptedSource opened = source;
        return opened == null ? Map.of() : opened.levels();
    }
}
