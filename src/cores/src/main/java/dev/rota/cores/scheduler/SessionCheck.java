package dev.rota.cores.scheduler;

import dev.rota.cores.CoresConfig;
import dev.rota.cores.SessionChange;
import dev.rota.engine.Nullable;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Validates a session change; reports the first fault as a sentence. */
final class SessionCheck {

    private final SessionChange change;
    private final CoresConfig config;
    private @Nullable String fault;

    private SessionCheck(SessionChange change) {
        this.change = change;
        this.config = change.getConfig();
    }

    static @Nullable String fault(SessionChange change) {
        SessionCheck check = new SessionCheck(change);
        check.numbers();
        check.limits();
        check.paras();
        check.validators();
        check.randomness();
        return check.fault;
    }

    private void numbers() {
        atLeast(0, "index", change.getIndex());
        atLeast(0, "parathreadCores", config.getParathreadCores());
        atLeast(0, "parathreadRetries", config.getParathreadRetries());
        atLeast(0, "groupRotationFrequency", config.getGroupRotationFrequency());
        atLeast(1, "chainAvailabilityPeriod", config.getChainAvailabilityPeriod());
        atLeast(1, "threadAvailabilityPeriod", config.getThreadAvailabilityPeriod());
        atLeast(0, "schedulingLookahead", config.getSchedulingLookahead());
        atLeast(0, "maxValidatorsPerCore", config.getMaxValidatorsPerCore());
        atLeast(1, "forecastBlocks", config.getForecastBlocks());
        atLeast(0, "maxValidators", config.getMaxValidators());
    }

    private void limits() {
        atMost(CoresLimits.VALIDATORS_MAX, "validators", change.getValidators().size());
        atMost(
                CoresLimits.PARATHREADS_MAX,
                "parathreads",
                change.getParathreads().size());
        Integer ahead = config.getForecastBlocks();
        if (ahead != null && ahead > CoresLimits.FORECAST_BLOCKS_MAX) {
            fail("expected forecastBlocks to be at most " + CoresLimits.FORECAST_BLOCKS_MAX + ", but it is " + ahead);
        }
        if (fault == null) {
            atMost(CoresLimits.CORES_MAX, "cores", NewSession.cores(change));
        }
    }

    private void paras() {
        Set<Integer> seen = new HashSet<>();
        for (List<Integer> paras : List.of(change.getParachains(), change.getParathreads())) {
            for (int para : paras) {
                atLeast(0, "a para", para);
                if (!seen.add(para)) {
                    fail("expected each para once, but " + para + " is named again");
                }
            }
        }
    }

    private void validators() {
        Set<String> seen = new HashSet<>();
        for (String validator : change.getValidators()) {
            if (!seen.add(validator)) {
                fail("expected each validator once, but " + validator + " is named again");
            }
        }
    }

    private void randomness() {
        String hex = change.getRandomness();
        atMost(CoresLimits.RANDOMNESS_BYTES_MAX, "bytes of randomness", hex.length() / 2);
        if (hex.length() % 2 != 0 || !hex.chars().allMatch(HexFormat::isHexDigit)) {
            fail("expected randomness in hex, but it is not");
        }
    }

    private void atLeast(int min, String what, @Nullable Integer number) {
        if (number != null && number < min) {
            fail("expected " + what + " to be at least " + min + ", but it is " + number);
        }
    }

    private void atMost(int max, String what, long number) {
        if (number > max) {
            fail("expected at most " + max + " " + what + ", but there are " + number);
        }
    }

    private void fail(String sentence) {
        if (fault == null) {
            fault = sentence;
        }
    }
}
