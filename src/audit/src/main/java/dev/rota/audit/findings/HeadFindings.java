package dev.rota.audit.findings;

import dev.rota.engine.Nullable;

/**
 * The finding about a head that an auditor noted earlier.
 * @param at the log record after which the chain had this head; null if there is none
 * @param holds whether the head was found, and the outputs show that this log record was decided
 */
public record HeadFindings(ExpectedHead head, @Nullable String at, boolean holds) {}
