package dev.rota.cores.scheduler;

import dev.rota.cores.CoresConfig;
import dev.rota.cores.Rotation;
import dev.rota.cores.SessionChange;
import dev.rota.cores.SessionRow;
import java.util.HexFormat;
import java.util.List;

/**
 * A session that results from a valid change.
 *
 * @param row its row
 * @param validators its validators, shuffled and truncated
 * @param groups the groups, one per core, of indices into the validators; empty if there are no validators or no
 *     cores
 */
record NewSession(SessionRow row, List<String> validators, List<List<Integer>> groups) {

    static NewSession of(SessionChange change, long startBlock) {
        CoresConfig config = change.getConfig();
        int cores = (int) cores(change);
        List<String> validators = validators(change);
        List<List<Integer>> groups = GroupPartition.of(validators.size(), cores).indices();
        SessionRow row = new SessionRow(
                change.getIndex(),
                startBlock,
                cores,
                groups.size(),
                config.getParathreadCores(),
                config.getParathreadRetries(),
                (long) config.getParathreadCores() * config.getSchedulingLookahead(),
                config.getGroupRotationFrequency(),
                config.getRotation() == Rotation.BACKWARD,
                config.getChainAvailabilityPeriod(),
                config.getThreadAvailabilityPeriod(),
                forecastBlocks(config),
                ascending(change.getParachains()),
                ascending(change.getParathreads()));
        return new NewSession(row, validators, groups);
    }

    private static int forecastBlocks(CoresConfig config) {
        Integer blocks = config.getForecastBlocks();
        return blocks == null ? CoresLimits.FORECAST_BLOCKS_DEFAULT : blocks;
    }

    /**
     * Returns the number of cores: one per parachain and those for parathreads, or more if the validators per core are
     * limited.
     */
    static long cores(SessionChange change) {
        CoresConfig config = change.getConfig();
        long cores = (long) change.getParachains().size() + config.getParathreadCores();
        Integer perCore = config.getMaxValidatorsPerCore();
        return perCore == null || perCore == 0 ? cores : Math.max(cores, validatorCount(change) / perCore);
    }

    private static List<String> validators(SessionChange change) {
        String hex = change.getRandomness();
        List<String> validators = hex.isEmpty()
                ? change.getValidators()
                : Shuffle.of(change.getValidators(), HexFormat.of().parseHex(hex));
        return validators.subList(0, validatorCount(change));
    }

    private static int validatorCount(SessionChange change) {
        Integer max = change.getConfig().getMaxValidators();
        int given = change.getValidators().size();
        return max == null ? given : Math.min(max, given);
    }

    private static List<Integer> ascending(List<Integer> numbers) {
        return numbers.stream().sorted().toList();
    }
}
