package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.jobs.QuotaRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The instances of a cohort. */
public final class CohortInstances implements JobIndex {

    private final Map<String, Instance> byName = new LinkedHashMap<>();
    private final Set<Instance> owed = new LinkedHashSet<>();
    private final List<Instance> touched = new ArrayList<>();

    private final NavigableMap<String, Instance> unannounced = new TreeMap<>(Ids.BY_BYTES);
    private final Holds holds;

    CohortInstances(Holds holds) {
        this.holds = holds;
    }

    public Instance of(String name) {
        Instance instance = byName.get(name);
        if (instance == null) {
            instance = new Instance(name, null);
            add(instance);
        }
        return instance;
    }

    private void add(Instance instance) {
        instance.held = holds.has(HoldTarget.instance(instance.name));
        byName.put(instance.name, instance);
    }

    /** Returns an instance with jobs or a row, or null if there is none of this name. */
    public @Nullable Instance known(String name) {
        return byName.get(name);
    }

    /** Adds an instance read from its row. */
    void restore(Instance instance) {
        add(instance);
        quota(instance, instance.quota());
    }

    /** Returns the instances with jobs or a row. */
    public Collection<Instance> all() {
        return byName.values();
    }

    /** Returns the instances with a minimum quota. */
    public Collection<Instance> owed() {
        return owed;
    }

    void quota(Instance instance, @Nullable QuotaRow quota) {
        instance.quota(quota);
        if (instance.min() > 0) {
            owed.add(instance);
        } else {
            owed.remove(instance);
        }
        touch(instance);
    }

    @Override
    public void occupied(Job job, Bot bot) {
        touch(job.kind.instance);
    }

    @Override
    public void vacated(Job job, Bot bot) {
        touch(job.kind.instance);
    }

    @Override
    public void served(Instance instance) {
        touch(instance);
    }

    /** Marks an instance whose quota, usage, jobs or policy has changed in the current step. */
    void touch(Instance instance) {
        if (!instance.touched) {
            instance.touched = true;
            touched.add(instance);
        }
    }

    List<Instance> touched() {
        return touched;
    }

    /** Decides whether it is to be announced that an instance's jobs wait for a quota. */
    void judge(Instance instance, boolean cohortAssigner) {
        if (instance.mustTell(cohortAssigner)) {
            unannounced.put(instance.name, instance);
        } else {
            unannounced.remove(instance.name);
        }
    }

    /** Returns the instances, by name, whose jobs wait for a quota, which is not announced yet. */
    public NavigableMap<String, Instance> unannounced() {
        return unannounced;
    }

    /** Ends the step. */
    void settle() {
        touched.forEach(instance -> instance.touched = false);
        touched.clear();
    }

    /** Forgets instances that have no jobs, no row, and no owners that are remembered. */
    void forgetIdle(Predicate<Instance> remembered) {
        byName.values().removeIf(instance -> instance.isIdle() && !remembered.test(instance));
    }
}
