/** Classes that Kafka 4.4 has moved from here, and that parallel-consumer still names. */
package org.apache.kafka.common.utils;
