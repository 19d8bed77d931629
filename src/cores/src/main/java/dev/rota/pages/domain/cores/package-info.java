/** The pages of relay chains: cores by block, claims, and the duties of validators. */
package dev.rota.pages.domain.cores;
