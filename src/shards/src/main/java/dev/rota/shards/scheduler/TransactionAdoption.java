package dev.rota.shards.scheduler;

import dev.rota.engine.Adoption;
import dev.rota.engine.Bytes;
import dev.rota.engine.Ids;
import dev.rota.engine.Input;
import dev.rota.engine.RefusedException;
import dev.rota.engine.SourceRecord;
import dev.rota.engine.schema.Avro;
import dev.rota.shards.Header;
import dev.rota.shards.Transaction;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/**
 * Records as transactions. A pool is decided by one thread, so {@code NAME/COUNT} spreads a topic over the pools {@code
 * NAME-0} and so on, by the hash of the shard: a shard stays in one pool.
 */
final class TransactionAdoption implements Adoption {

    private static final String POOL = "pool";
    private static final String SHARD = "shard";
    /** As many units of a log partition are measured, so that intake knows how much waits in each. */
    private static final int POOLS_MAX = 50;

    @Override
    public Input<Transaction> input() {
        return ShardsDomain.ARRIVALS;
    }

    @Override
    public List<Field> fields() {
        return List.of(
                new Field(POOL, List.of(From.CONSTANT), "default"),
                new Field(SHARD, List.of(From.KEY, From.HEADER, From.PARTITION), "key"));
    }

    @Override
    public void check(String field, String setting) {
        try {
            if (field.equals(POOL)) {
                Ids.unit(POOL, Pools.of(setting).pool(""));
            } else {
                Ids.id(SHARD, setting);
            }
        } catch (RefusedException e) {
            throw new IllegalArgumentException(e.sentence(), e);
        }
    }

    @Override
    public SpecificRecord event(Values values) throws RefusedException {
        SourceRecord record = values.record();
        String shard = values.name(SHARD);
        byte[] value = record.value();
        return new Transaction(
                Pools.of(Objects.requireNonNull(values.text(POOL))).pool(shard),
                shard,
                record.id(),
                ByteBuffer.wrap(value == null ? new byte[0] : value),
                Bytes.wrapped(record.key()),
                record.headers().stream()
                        .map(header -> new Header(header.name(), Bytes.wrapped(header.value())))
                        .toList(),
                record.coordinates(),
                value == null);
    }

    @Override
    public SourceRecord record(SpecificRecord event, String topicId) throws RefusedException {
        Transaction transaction = (Transaction) event;
        return SourceRecord.at(
                transaction.getSource(),
                topicId,
                Bytes.orNull(transaction.getKey()),
                transaction.getHeaders().stream()
                        .map(header -> new SourceRecord.Header(header.getName(), Bytes.orNull(header.getValue())))
                        .toList(),
                transaction.getTombstone() ? null : Bytes.orNull(transaction.getPayload()));
    }

    /** One pool, or several by hash. */
    private record Pools(String name, int count) {

        static Pools of(String setting) {
            int slash = setting.lastIndexOf('/');
            String count = setting.substring(slash + 1);
            if (slash < 0 || !count.matches("[0-9]{1,4}")) {
                return new Pools(setting, 1);
            }
            int pools = Integer.parseInt(count);
            if (pools < 1 || pools > POOLS_MAX) {
                throw new IllegalArgumentException(
                        "expected 1 to " + POOLS_MAX + " pools, but it is '" + setting + "'");
            }
            return new Pools(setting.substring(0, slash), pools);
        }

        String pool(String shard) {
            if (count == 1) {
                return name;
            }
            int hash = ByteBuffer.wrap(Avro.sha256().digest(shard.getBytes(StandardCharsets.UTF_8)))
                    .getInt();
            return name + "-" + Integer.remainderUnsigned(hash, count);
        }
    }
}
