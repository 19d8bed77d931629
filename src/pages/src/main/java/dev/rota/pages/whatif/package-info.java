/** The form that asks what would have happened if, and its answer. */
package dev.rota.pages.whatif;
