package dev.rota.stream.common;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;

/** The group members of a domain in this process. Their consumers note them, since only a consumer knows its member id. */
public final class OwnMembers {

    private final Map<String, GroupMember> members = new ConcurrentHashMap<>();

    private volatile Runnable changed = () -> {};

    /**
     * Sets what is called after a member has joined.
     *
     * @param listener called by a consumer's thread, which it must not delay
     */
    public void whenChanged(Runnable listener) {
        changed = listener;
    }

    /** Notes the membership of a consumer; called by its thread after each poll. */
    public void note(ConsumerGroupMetadata metadata) {
        String instance = metadata.groupInstanceId().orElse("");
        String id = metadata.memberId();
        if (instance.isEmpty() || id.isEmpty()) {
            return;
        }
        String name = metadata.groupId() + "/" + instance;
        GroupMember before = members.get(name);
        if (before == null || !before.id().equals(id)) {
            members.put(name, new GroupMember(metadata.groupId(), instance, id));
            changed.run();
        }
    }

    public Collection<GroupMember> all() {
        return List.copyOf(members.values());
    }
}
