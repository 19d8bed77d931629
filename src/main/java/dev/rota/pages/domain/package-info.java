/**
 * What the pages show of one kind of scheduler beyond what all have: a picture of a unit, and of its subjects. It reads
 * what everybody may read, the unit's {@code state.json} and the outputs, both as JSON.
 */
package dev.rota.pages.domain;
