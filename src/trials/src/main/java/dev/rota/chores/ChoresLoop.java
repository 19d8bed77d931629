package dev.rota.chores;

import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.workload.Loop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/** Models helpers who do each chore as soon as it is assigned, and households that then add another one. */
final class ChoresLoop implements Loop {

    private static final int HOUSEHOLDS = 20;
    private static final int PART = 100;

    private final int kept;
    private final Deque<Task> given = new ArrayDeque<>();
    private long added;
    private long assigned;
    private long done;

    ChoresLoop(int kept) {
        this.kept = kept;
    }

    @Override
    public Output<?> hears() {
        return ChoresDomain.TASKS;
    }

    @Override
    public List<Fact> waiting() {
        return IntStream.range(0, (int) Math.min(PART, kept - added))
                .mapToObj(i -> work())
                .toList();
    }

    @Override
    public Fact work() {
        String chore = "chore-" + added;
        String household = "house-" + added % HOUSEHOLDS;
        added++;
        return new Fact(Chores.EVENTS, chore, Chores.added(household, chore));
    }

    @Override
    public List<Fact> at(long timeMs) {
        List<Fact> facts = new ArrayList<>();
        for (Task task = given.poll(); task != null; task = given.poll()) {
            // The key of the event that added the chore: the chore must not be done before it was added.
            facts.add(new Fact(Chores.EVENTS, task.getChore(), Chores.done(task.getHousehold(), task.getChore())));
            done++;
            if (kept > 0) {
                facts.add(work());
            }
        }
        return facts;
    }

    @Override
    public List<Fact> answer(String topic, SpecificRecord decision) {
        if (assigned(decision) != null) {
            given.add((Task) decision);
            assigned++;
        }
        return List.of();
    }

    @Override
    public @Nullable String assigned(SpecificRecord decision) {
        Task task = (Task) decision;
        return task.getKind() == TaskKind.GIVEN ? task.getChore() : null;
    }

    @Override
    public Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("added", added);
        counts.put("given", assigned);
        counts.put("done", done);
        return counts;
    }
}
