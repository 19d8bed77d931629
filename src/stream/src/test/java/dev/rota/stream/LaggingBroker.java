package dev.rota.stream;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeConfigsResult;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.internals.KafkaFutureImpl;

/** Fails the first requests for topic settings, as a broker does whose metadata does not contain the topics yet. */
final class LaggingBroker {

    private final Admin real;
    private final ApiException error;
    private int answers;

    /** @param answers the number of requests that fail */
    private LaggingBroker(Admin real, ApiException error, int answers) {
        this.real = real;
        this.error = error;
        this.answers = answers;
    }

    static Admin before(Admin real, ApiException error, int answers) {
        LaggingBroker broker = new LaggingBroker(real, error, answers);
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(),
                new Class<?>[] {Admin.class},
                (proxy, method, arguments) -> broker.answer(method, arguments));
    }

    private Object answer(Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("describeConfigs") && answers-- > 0) {
            return new Refused((Collection<?>) arguments[0], error);
        }
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static final class Refused extends DescribeConfigsResult {
        Refused(Collection<?> resources, ApiException error) {
            super(failed(resources, error));
        }

        private static Map<ConfigResource, KafkaFuture<Config>> failed(Collection<?> resources, ApiException error) {
            Map<ConfigResource, KafkaFuture<Config>> failed = new HashMap<>();
            for (Object resource : resources) {
                KafkaFutureImpl<Config> future = new KafkaFutureImpl<>();
                future.completeExceptionally(error);
                failed.put((ConfigResource) resource, future);
            }
            return failed;
        }
    }
}
