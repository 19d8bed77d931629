package dev.rota.workload.cores;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.SessionChange;
import dev.rota.engine.Decision;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Learner;
import dev.rota.workload.whatif.PartyModel;
import dev.rota.workload.whatif.Tally;
import dev.rota.workload.whatif.Vocabulary;
import java.util.List;

/** Models the candidates of a relay chain. Time is counted in blocks. */
final class CoresModel implements PartyModel {

    private static final String PARACHAINS = "parachains";
    private static final String PARATHREADS = "parathreads";

    @Override
    public Learner learner(String unit, Tally recorded) {
        return new CoresLearner();
    }

    @Override
    public Vocabulary vocabulary() {
        return new CoresVocabulary();
    }

    @Override
    public WaitUnit waitUnit() {
        return WaitUnit.BLOCKS;
    }

    @Override
    public void restart(Tally tally, long time) {
        tally.restart(tally.now());
    }

    /** Does nothing: blocks tell the time. */
    @Override
    public void end(Tally tally, long time) {}

    @Override
    public void count(Happening event, Tally tally) {
        if (event.value() instanceof BlockEvent block && block.getEvent() instanceof BlockEnded ended) {
            SessionChange session = ended.getSession();
            if (session != null) {
                slots(PARACHAINS, session.getParachains().size(), tally);
                slots(PARATHREADS, session.getConfig().getParathreadCores(), tally);
            }
        }
    }

    private static void slots(String kind, int cores, Tally tally) {
        tally.slots(kind, new Group("cores", kind), cores, tally.now());
    }

    @Override
    public void count(Decision decision, Tally tally) {
        if (decision.value() instanceof ClaimEvent claim) {
            count(claim, tally);
        } else if (decision.value() instanceof CoreSchedule schedule) {
            count(schedule, tally);
        } else if (decision.value() instanceof CoreForecast forecast) {
            count(forecast, tally);
        }
    }

    private static void count(ClaimEvent claim, Tally tally) {
        Group para = para(claim.getPara());
        String name = name(claim);
        switch (claim.getKind()) {
            case QUEUED -> tally.waits(para, name, claim.getBlock());
            case SCHEDULED -> tally.served(name, claim.getBlock());
            case RETURNED -> tally.add(para, "returned");
            case DROPPED -> {
                tally.leaves(name, claim.getBlock());
                tally.add(para, "dropped");
            }
            case BACKED, TIMED_OUT, CONCLUDED, REPINNED -> {
                // cores say what becomes of candidates
            }
        }
    }

    private static Group para(int para) {
        return new Group("para", String.valueOf(para));
    }

    /** Returns the name of a claim. Ids are the collators' own, so two of them may use the same one. */
    private static String name(ClaimEvent claim) {
        String id = claim.getId();
        return claim.getPara() + "/" + (id == null ? claim.getCollator() : id);
    }

    private static void count(CoreSchedule schedule, Tally tally) {
        tally.clock(schedule.getBlock());
        for (FreedCore freed : schedule.getFreed()) {
            boolean concluded = freed.getReason() == FreedReason.CONCLUDED;
            tally.add(para(freed.getPara()), concluded ? "concluded" : "time-outs");
            tally.frees(core(freed.getCore()), schedule.getBlock());
        }
    }

    private static void count(CoreForecast forecast, Tally tally) {
        long block = forecast.getBlock() - 1;
        tally.clock(block);
        for (CoreOutlook outlook : forecast.getCores()) {
            if (outlook.getState() == CoreState.OCCUPIED) {
                String kind = outlook.getCollator() == null ? PARACHAINS : PARATHREADS;
                tally.uses(kind, core(outlook.getCore()), block);
            } else {
                tally.frees(core(outlook.getCore()), block);
            }
        }
    }

    private static String core(int core) {
        return String.valueOf(core);
    }

    @Override
    public List<String> counts() {
        return List.of("concluded", "dropped", "returned", "time-outs");
    }

    @Override
    public List<String> limits() {
        return List.of(
                "a candidate is backed in the same one of the blocks in which its para is scheduled as in the record,"
                        + " and available as many blocks later; in the order in which its para had candidates",
                "a candidate times out by the rule of the session's periods, unless every block of the record says"
                        + " which do: then as many blocks after it was backed as in the record",
                "collators do not react: a claim comes when it was recorded, whatever became of others",
                "sessions begin with the blocks of the record, and so does another configuration; after its end there"
                        + " are no more blocks");
    }
}
