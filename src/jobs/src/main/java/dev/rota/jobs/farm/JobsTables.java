package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.TableType;
import dev.rota.jobs.BotRow;
import dev.rota.jobs.CohortDemand;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.DependantRow;
import dev.rota.jobs.EndedRow;
import dev.rota.jobs.EndedSessions;
import dev.rota.jobs.EndingRow;
import dev.rota.jobs.FarmRow;
import dev.rota.jobs.HoldRow;
import dev.rota.jobs.InstanceRow;
import dev.rota.jobs.JobRow;
import dev.rota.jobs.LookGroupRow;
import dev.rota.jobs.OwnerRow;
import dev.rota.jobs.PayloadRow;
import java.util.List;

/** The tables of a cohort. Table numbers never change. */
public final class JobsTables {

    /** The key is empty. */
    static final TableType<FarmRow> FARM = TableType.of(16, "farm", FarmRow.class);

    /** The key is empty; the row is the policy in force. */
    static final TableType<CohortPolicy> POLICY = TableType.of(17, "policy", CohortPolicy.class);

    /** The key is the instance's name. */
    public static final TableType<InstanceRow> INSTANCES = TableType.of(18, "instances", InstanceRow.class);

    /** The key is the job's id; the rows are those of queued and assigned jobs. */
    public static final TableType<JobRow> JOBS = TableType.of(19, "jobs", JobRow.class);

    /** The key is the bot's id. */
    public static final TableType<BotRow> BOTS = TableType.of(20, "bots", BotRow.class);

    /** The key is the bot's id; bots that are gone have rows too. */
    public static final TableType<EndedSessions> SESSIONS = TableType.of(21, "sessions", EndedSessions.class);

    /** The key is the job's id; a queued or assigned job without a payload has no row. */
    public static final TableType<PayloadRow> PAYLOADS = TableType.of(22, "payloads", PayloadRow.class);

    /** The key is {@link HoldTarget#key}. */
    static final TableType<HoldRow> HOLDS = TableType.of(23, "holds", HoldRow.class);

    /** The key is the number of the group. */
    public static final TableType<LookGroupRow> LOOK_GROUPS = TableType.of(24, "look-groups", LookGroupRow.class);

    /** The key is the number of a job's dependants, and the id of one of them. */
    static final TableType<DependantRow> DEPENDANTS = TableType.of(25, "dependants", DependantRow.class);

    /** The key is the place of a job among those whose dependants are released or aborted in a following step. */
    static final TableType<EndingRow> ENDINGS = TableType.of(26, "endings", EndingRow.class);

    /** The key is the number of the row; each has up to 64 jobs. */
    static final TableType<EndedRow> ENDED = TableType.of(27, "ended", EndedRow.class);

    /** The key is empty; the row is the latest demand that was emitted. */
    public static final TableType<CohortDemand> DEMAND = TableType.of(28, "demand", CohortDemand.class);

    /** The key is the instance's name, and the owner's. */
    public static final TableType<OwnerRow> OWNERS = TableType.of(29, "owners", OwnerRow.class);

    public static final List<TableType<?>> ALL = List.of(
            FARM,
            POLICY,
            INSTANCES,
            JOBS,
            BOTS,
            SESSIONS,
            PAYLOADS,
            HOLDS,
            LOOK_GROUPS,
            DEPENDANTS,
            ENDINGS,
            ENDED,
            DEMAND,
            OWNERS);

    /** The key of a table that has one row. */
    public static final Key ONLY = Key.EMPTY;

    private JobsTables() {}
}
