package dev.rota.engine.machine;

import dev.rota.engine.Explained;
import dev.rota.engine.Nullable;

/**
 * What a unit's live state says about a subject.
 *
 * @param inMemory whether that state is in memory; if not, nothing was asked of it
 * @param explained null if the unit does not know the subject
 * @param now the unit's time
 */
public record LiveAnswer(boolean inMemory, @Nullable Explained explained, long now) {

    static final LiveAnswer NOT_IN_MEMORY = new LiveAnswer(false, null, 0);
}
