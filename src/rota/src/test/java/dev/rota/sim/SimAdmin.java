package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminAnswers;
import org.apache.kafka.clients.admin.ClassicGroupDescription;
import org.apache.kafka.clients.admin.DescribeClassicGroupsResult;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.DescribeTransactionsResult;
import org.apache.kafka.clients.admin.FenceProducersResult;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ListTransactionsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.apache.kafka.common.utils.internals.ProducerIdAndEpoch;

/** Implements the admin client operations that intake and schedulers use. */
final class SimAdmin {

    /** The {@code default.api.timeout.ms} of these clients. */
    private static final long API_NS = 5_000_000_000L;

    private final World world;
    private final Supplier<SimActor> asking;

    /** The connection for requests that change something; null before the first. */
    @Nullable
    private SimConnection coordinators;

    SimAdmin(World world, SimActor actor) {
        this(world, () -> actor);
    }

    /** @param asking supplies the thread, of those that share the client, that sends the request */
    SimAdmin(World world, Supplier<SimActor> asking) {
        this.world = world;
        this.asking = asking;
    }

    private SimActor call(String what) {
        SimActor actor = asking.get();
        world.call(actor, what);
        return actor;
    }

    private static <T> KafkaFutureImpl<T> failed(Throwable failure) {
        KafkaFutureImpl<T> answer = new KafkaFutureImpl<>();
        answer.completeExceptionally(failure);
        return answer;
    }

    private static <T> KafkaFutureImpl<T> answer(T told) {
        KafkaFutureImpl<T> answer = new KafkaFutureImpl<>();
        answer.complete(told);
        return answer;
    }

    private static <T> KafkaFutureImpl<T> unanswered() {
        return failed(new TimeoutException("the cluster does not answer"));
    }

    private boolean isUnanswered(SimActor actor) {
        return world.isAway() || actor.isUnanswered();
    }

    Admin asAdmin() {
        return Proxies.of(Admin.class, this);
    }

    /** Makes the constructor accessible. */
    private static final class Described extends DescribeTopicsResult {
        Described(Map<String, KafkaFuture<TopicDescription>> topics) {
            super(null, topics);
        }
    }

    DescribeTopicsResult describeTopics(Collection<String> names) {
        SimActor actor = call("describeTopics");
        Map<String, KafkaFuture<TopicDescription>> described = new HashMap<>();
        for (String name : names) {
            SimTopic topic = world.cluster.topic(name);
            if (isUnanswered(actor)) {
                described.put(name, unanswered());
            } else if (topic == null) {
                described.put(name, failed(new UnknownTopicOrPartitionException(name)));
            } else {
                List<TopicPartitionInfo> partitions = new ArrayList<>();
                for (int i = 0; i < topic.partitions().size(); i++) {
                    partitions.add(new TopicPartitionInfo(i, Node.noNode(), List.of(), List.of()));
                }
                described.put(name, answer(new TopicDescription(name, false, partitions, Set.of(), topic.id())));
            }
        }
        return new Described(described);
    }

    ListOffsetsResult listOffsets(Map<TopicPartition, OffsetSpec> asked, ListOffsetsOptions options) {
        SimActor actor = call("listOffsets");
        Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> found = new HashMap<>();
        asked.forEach((partition, which) -> {
            if (isUnanswered(actor)) {
                found.put(partition, unanswered());
            } else {
                SimPartition log = world.cluster.partition(partition);
                long latest = options.isolationLevel() == IsolationLevel.READ_COMMITTED ? log.lastStable() : log.end();
                long offset = which instanceof OffsetSpec.EarliestSpec ? log.begin() : latest;
                found.put(partition, answer(new ListOffsetsResultInfo(offset, -1, Optional.empty())));
            }
        });
        return new ListOffsetsResult(found);
    }

    ListConsumerGroupOffsetsResult listConsumerGroupOffsets(String group) {
        return listConsumerGroupOffsets(group, new ListConsumerGroupOffsetsOptions());
    }

    ListConsumerGroupOffsetsResult listConsumerGroupOffsets(String group, ListConsumerGroupOffsetsOptions options) {
        SimActor actor = call("listConsumerGroupOffsets");
        if (isUnanswered(actor)) {
            return AdminAnswers.offsets(group, unanswered());
        }
        SimGroup its = world.cluster.group(group);
        return AdminAnswers.offsets(group, answer(its.told(its.positioned())));
    }

    // ---- Transactions of others -----------------------------------------------------------------------------------

    /** Returns all open transactions, whatever the options. No caller filters for others. */
    ListTransactionsResult listTransactions(ListTransactionsOptions options) {
        SimActor actor = call("listTransactions");
        return AdminAnswers.transactions(isUnanswered(actor) ? unanswered() : answer(world.cluster.ongoing()));
    }

    DescribeTransactionsResult describeTransactions(Collection<String> ids) {
        SimActor actor = call("describeTransactions");
        Map<String, KafkaFuture<TransactionDescription>> described = new HashMap<>();
        for (String id : ids) {
            TransactionDescription known = world.cluster.described(id);
            if (isUnanswered(actor)) {
                described.put(id, unanswered());
            } else if (known == null) {
                described.put(id, failed(new TransactionalIdNotFoundException(id)));
            } else {
                described.put(id, answer(known));
            }
        }
        return AdminAnswers.descriptions(described);
    }

    DescribeClassicGroupsResult describeClassicGroups(Collection<String> groups) {
        SimActor actor = call("describeClassicGroups");
        Map<String, KafkaFuture<ClassicGroupDescription>> described = new HashMap<>();
        for (String group : groups) {
            described.put(
                    group,
                    isUnanswered(actor)
                            ? unanswered()
                            : answer(world.cluster.group(group).described(group)));
        }
        return new DescribeClassicGroupsResult(described);
    }

    /** Fences producers. A request without a response in time may arrive later, when another producer has the id. */
    FenceProducersResult fenceProducers(Collection<String> ids) {
        SimActor actor = call("fenceProducers " + ids);
        SimConnection to = coordinators == null ? world.connect(actor.name + " admin") : coordinators;
        coordinators = to;
        long lateMs = actor.fencesLate();
        if (lateMs > 0) {
            to.stall(world.nanos() + lateMs * 1_000_000);
        }
        Map<String, KafkaFuture<ProducerIdAndEpoch>> answers = new HashMap<>();
        for (String id : ids) {
            KafkaFutureImpl<ProducerIdAndEpoch> answer = new KafkaFutureImpl<>();
            answers.put(id, answer);
            to.send(() -> {
                short epoch = world.cluster.fence(id);
                return () -> answer.complete(new ProducerIdAndEpoch(0, epoch));
            });
        }
        if (!world.await(actor, () -> answers.values().stream().allMatch(KafkaFuture::isDone), API_NS)) {
            answers.values()
                    .forEach(answer -> ((KafkaFutureImpl<ProducerIdAndEpoch>) answer)
                            .completeExceptionally(new TimeoutException("no answer in time")));
        }
        return AdminAnswers.fenced(answers);
    }

    /** Ends with its process. Some of the requests that it has sent may still arrive. */
    void die() {
        if (coordinators != null) {
            coordinators.orphan(world.draw(coordinators.name() + " arriving", coordinators.underWay() + 1));
        }
    }

    void close(Duration patience) {
        close();
    }

    void close() {
        world.note("close admin");
    }
}
