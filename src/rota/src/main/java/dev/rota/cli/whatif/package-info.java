/** {@code what-if}: the record of a unit under a change, as a report, and as a test of a policy. */
package dev.rota.cli.whatif;
