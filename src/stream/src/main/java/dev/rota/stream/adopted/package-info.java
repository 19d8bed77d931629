/**
 * Reads topics that do not belong to Rota: adoption. The producers of such a topic know nothing of Rota, and its owner
 * may delete it, its records, or the right to read it. A {@link dev.rota.engine.adopt.Mapping} makes an event of each
 * record, or skips it. To {@link dev.rota.stream.intake}, the adopted topics are one more {@link
 * dev.rota.stream.intake.TopicSource}, which {@link dev.rota.stream.adopted.Adoption} opens; intake knows nothing of
 * this package.
 *
 * <p><b>A mapping is announced.</b> Two instances with different settings would make different events of one record. So
 * a mapping has a version, and a topic is read by the version that was announced last. {@link
 * dev.rota.stream.adopted.MappingAnnouncement} claims the next version, writes where reading begins if the topic was
 * never adopted, appends the mapping to each partition of the log, which makes it part of what an audit reads, and
 * publishes it. {@link dev.rota.stream.adopted.ReadableTopics} compares it with the settings of this instance once a
 * second. A topic that this instance cannot read, for its settings or for any other reason, has a note that says why;
 * inputs and other topics are read meanwhile. A position contains the version as its {@link
 * dev.rota.stream.intake.Reading}: after a crash, records that may be in the log already are mapped again as they were.
 *
 * <p><b>A record is read.</b> {@link dev.rota.stream.adopted.AdoptedSource} maps it and, if there is room, returns the
 * event for the log. Records that their mapping refuses are appended as refused.
 *
 * <p><b>The scheduler sets the pace.</b> The log is the order: a heartbeat that is appended behind a million adopted
 * records waits for all of them. {@link dev.rota.stream.adopted.Backlog} therefore holds adopted records back while a
 * log partition has more undecided records than are decided in half a second, as {@link dev.rota.stream.adopted.LogLag}
 * measures, and while too much waits in the record's unit. Another instance may decide that unit, so each instance
 * publishes the backlogs of its units: {@link dev.rota.stream.adopted.Levels}. Only the order of the log depends on how
 * fast records are appended.
 *
 * <p><b>Instances exchange notices.</b> Mappings, claims and backlogs are records of the positions topic, which {@link
 * dev.rota.stream.adopted.Notices} follows.
 */
package dev.rota.stream.adopted;
