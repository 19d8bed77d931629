package dev.rota.stream.common;

/**
 * A static member of a consumer group.
 *
 * @param group the group's id
 * @param instance its {@code group.instance.id}, which a later process of the same instance has again
 * @param id the member id that the coordinator gave it when its process joined
 */
public record GroupMember(String group, String instance, String id) {}
