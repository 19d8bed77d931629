package dev.rota.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Collects the body of another instance's response, and fails if the body is larger than any response of an instance.
 */
final class LimitedBody implements BodySubscriber<byte[]> {

    static final int BYTES_MAX = 16 << 20;

    private final int bytesMax;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @SuppressWarnings("NullAway.Init") // onSubscribe is called before all other methods
    private Flow.Subscription subscription;

    private LimitedBody(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    static BodyHandler<byte[]> handler() {
        return handler(BYTES_MAX);
    }

    static BodyHandler<byte[]> handler(int bytesMax) {
        return answer -> new LimitedBody(bytesMax);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription its) {
        subscription = its;
        its.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer.remaining() > bytesMax - bytes.size()) {
                subscription.cancel();
                body.completeExceptionally(new IOException("its answer has more than " + bytesMax + " bytes"));
                return;
            }
            byte[] some = new byte[buffer.remaining()];
            buffer.get(some);
            bytes.writeBytes(some);
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }
}
