/** Changes of a record: {@link dev.rota.whatif.change.ChangeFile} reads them, each is a stage that its events pass. */
package dev.rota.whatif.change;
