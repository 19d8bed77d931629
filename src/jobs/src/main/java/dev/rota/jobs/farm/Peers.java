package dev.rota.jobs.farm;

import java.util.LinkedHashMap;
import java.util.Map;

/** The parties that share slot time among themselves: the instances of a cohort, or the owners of an instance. */
final class Peers {

    final Map<String, Party> byName = new LinkedHashMap<>();
    final WaitingParties waiting = new WaitingParties();
    final PastParties past = new PastParties();
}
