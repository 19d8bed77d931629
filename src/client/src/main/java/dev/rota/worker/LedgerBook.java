package dev.rota.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Ids;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.shards.Account;
import dev.rota.shards.StateChange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The accounts that a batch has touched, with their current balances. */
final class LedgerBook {

    /** A mutable account. */
    static final class Entry {
        long balance;
        long nonce;
        boolean changed;
    }

    private final ParentState state;
    private final Map<String, Entry> entries = new HashMap<>();

    LedgerBook(ParentState state) {
        this.state = state;
    }

    Entry entry(String name) {
        Entry known = entries.get(name);
        if (known != null) {
            return known;
        }
        Entry entry = new Entry();
        byte[] value = state.get(name.getBytes(UTF_8));
        if (value != null) {
            Account account = account(name, new String(value, UTF_8));
            entry.balance = account.getBalance();
            entry.nonce = account.getNonce();
        }
        entries.put(name, entry);
        return entry;
    }

    private static Account account(String name, String text) {
        try {
            return PlainJson.read(Account.class, text);
        } catch (NotPlainJson e) {
            throw new IllegalStateException("expected an account under " + name + ", but " + e.sentence(), e);
        }
    }

    /** Returns the changed accounts, each once, in the order of their keys' bytes. */
    List<StateChange> changes() {
        TreeMap<String, Entry> ordered = new TreeMap<>(Ids.BY_BYTES);
        entries.forEach((name, entry) -> {
            if (entry.changed) {
                ordered.put(name, entry);
            }
        });
        List<StateChange> changes = new ArrayList<>(ordered.size());
        ordered.forEach((name, entry) -> changes.add(new StateChange(
                ByteBuffer.wrap(name.getBytes(UTF_8)),
                ByteBuffer.wrap(
                        PlainJson.write(new Account(entry.balance, entry.nonce)).getBytes(UTF_8)))));
        return changes;
    }
}
