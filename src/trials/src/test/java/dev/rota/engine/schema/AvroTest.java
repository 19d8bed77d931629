package dev.rota.engine.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import office.OfficeEvent;
import office.floors.Floor;
import office.kinds.OfficeOpened;
import org.junit.jupiter.api.Test;

class AvroTest {

    /** Avro rejects classes of packages that are not trusted. */
    @Test
    void shouldReadRecordsOfAllNamespacesOfADeclaredType() throws IOException {
        AvroCodec<OfficeEvent> codec = AvroCodec.of(OfficeEvent.class);
        OfficeEvent event = new OfficeEvent(new OfficeOpened(Floor.ATTIC));

        assertThat(codec.decode(codec.encode(event))).isEqualTo(event);
    }
}
