package dev.rota.cli.topics;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.options.ExitCode;
import dev.rota.engine.Domain;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.stream.TopicLayout;
import dev.rota.stream.takeover.HangingTransactions;
import dev.rota.stream.takeover.OpenTransaction;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.utils.Utils;

/** Shows the transactions that hold partitions back, and ends those that nobody else will end. */
final class HangingReport {

    private final Cluster cluster;
    private final PrintWriter out;
    private final boolean abort;
    private final HangingTransactions transactions;

    HangingReport(Cluster cluster, PrintWriter out, boolean abort) {
        this.cluster = cluster;
        this.out = out;
        this.abort = abort;
        this.transactions = new HangingTransactions(cluster.admin());
    }

    /** The exit code: whether no transaction hangs when it is done. */
    int run(List<Domain> domains) {
        Set<String> topics = new TreeSet<>();
        Set<String> groups = new TreeSet<>();
        for (Domain domain : domains) {
            cluster.layout(domain).stream().map(TopicLayout.Topic::name).forEach(topics::add);
            Names names = cluster.names(domain);
            topics.add(names.changelog());
            groups.add(names.scheduler());
        }
        List<TopicPartition> partitions = topics.stream()
                .flatMap(topic -> Topics.find(cluster.admin(), topic).stream())
                .flatMap(topic -> Topics.partitions(topic).stream())
                .collect(Collectors.toCollection(ArrayList::new));
        Topics.find(cluster.admin(), Topic.GROUP_METADATA_TOPIC_NAME).ifPresent(offsets -> {
            int count = offsets.partitions().size();
            groups.forEach(
                    group -> partitions.add(new TopicPartition(offsets.name(), Utils.abs(group.hashCode()) % count)));
        });
        return report(transactions.open(partitions), partitions.size());
    }

    private int report(List<OpenTransaction> open, int partitions) {
        boolean hanging = false;
        for (OpenTransaction one : open) {
            out.println(one.sentence());
            if (one.hanging() && abort) {
                transactions.abort(one);
                out.println("  aborted");
            }
            hanging |= one.hanging() && !abort;
        }
        if (open.isEmpty()) {
            out.println("No transaction is open in " + partitions + " partitions");
        } else if (abort && open.stream().noneMatch(OpenTransaction::hanging)) {
            out.println("Nothing was aborted: the coordinators end these. To end one sooner, stop its program, or start"
                    + " that again with the same transactional.id");
        }
        return hanging ? ExitCode.DOES_NOT_HOLD : ExitCode.DONE;
    }
}
