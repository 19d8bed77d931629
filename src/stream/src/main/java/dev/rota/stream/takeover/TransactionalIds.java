package dev.rota.stream.takeover;

import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.ClientSettings;

/**
 * The transactional ids of a scheduler's stream threads: {@code <application>-<instance>-<thread>}. The part after the
 * application is the thread's {@code group.instance.id}, from which the members of the group conclude whose transaction
 * has been abandoned. Streams would name them after a random id that it keeps in the state directory: an instance whose
 * disk was lost would not end what its predecessor left open, and the others could not conclude whose it is.
 *
 * @param application the scheduler's application id, which is its consumer group
 * @param instance the {@code instance.id} of this process
 */
public record TransactionalIds(String application, String instance) {

    /** Returns the transactional ids of a domain's scheduler on the instance with these settings. */
    public static TransactionalIds of(Names names, Settings settings) {
        return new TransactionalIds(names.scheduler(), new ClientSettings(settings).instance());
    }

    /** Returns the id of a thread, whose number is the last part of the id that Streams gave it. */
    public String ofThread(String given) {
        return member(instance, given.substring(given.lastIndexOf('-') + 1));
    }

    private String member(String of, String thread) {
        return prefix() + of + "-" + thread;
    }

    /** Returns the prefix of all ids of the scheduler. */
    String prefix() {
        return application + "-";
    }

    /** Returns whether an id is one of this scheduler, on any instance. */
    boolean isOurs(String id) {
        return id.startsWith(prefix());
    }

    /** Returns the id of the thread with this {@code group.instance.id}. */
    String of(String member) {
        return prefix() + member;
    }

    /** Returns the {@code group.instance.id} of the thread that uses an id of this scheduler. */
    String memberOf(String id) {
        return id.substring(prefix().length());
    }

    /** Returns whether an id is one of this instance's threads. */
    boolean isOwn(String id) {
        String own = member(instance, "");
        return id.startsWith(own)
                && id.length() > own.length()
                && id.substring(own.length()).chars().allMatch(Character::isDigit);
    }
}
