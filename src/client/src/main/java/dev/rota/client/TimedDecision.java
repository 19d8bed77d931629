package dev.rota.client;

import org.apache.avro.specific.SpecificRecord;

/** A decision about a job, or a rejection, and its log time. */
record TimedDecision(long time, SpecificRecord value) {}
