package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.TableType;
import dev.rota.jobs.BotRow;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.EndedSessions;
import dev.rota.jobs.FarmRow;
import dev.rota.jobs.HoldRow;
import dev.rota.jobs.InstanceRow;
import dev.rota.jobs.JobRow;
import dev.rota.jobs.LookGroupRow;
import dev.rota.jobs.PayloadRow;
import java.util.List;

/** The tables of a cohort. Table numbers never change. */
public final class JobsTables {

    /** The one {@link FarmRow}, under the empty key. */
    static final TableType<FarmRow> FARM = TableType.of(16, "farm", FarmRow.class);

    /** The policy in force, under the empty key. */
    static final TableType<CohortPolicy> POLICY = TableType.of(17, "policy", CohortPolicy.class);

    /** By instance. */
    static final TableType<InstanceRow> INSTANCES = TableType.of(18, "instances", InstanceRow.class);

    /** Queued and assigned jobs, by job id. */
    public static final TableType<JobRow> JOBS = TableType.of(19, "jobs", JobRow.class);

    /** By bot id. */
    public static final TableType<BotRow> BOTS = TableType.of(20, "bots", BotRow.class);

    /** Ended sessions by bot id, also of bots that are gone. */
    public static final TableType<EndedSessions> SESSIONS = TableType.of(21, "sessions", EndedSessions.class);

    /** Payloads of queued and assigned jobs, by job id; a job without one has no row. */
    public static final TableType<PayloadRow> PAYLOADS = TableType.of(22, "payloads", PayloadRow.class);

    /** What operators hold, by {@link HoldTarget#key}. */
    static final TableType<HoldRow> HOLDS = TableType.of(23, "holds", HoldRow.class);

    /** Jobs that failed together, by the number of their group. */
    public static final TableType<LookGroupRow> LOOK_GROUPS = TableType.of(24, "look-groups", LookGroupRow.class);

    public static final List<TableType<?>> ALL =
            List.of(FARM, POLICY, INSTANCES, JOBS, BOTS, SESSIONS, PAYLOADS, HOLDS, LOOK_GROUPS);

    /** The key of a table that has one row. */
    public static final Key ONLY = Key.EMPTY;

    private JobsTables() {}
}
