/** The pages of relay chains: cores by block, claims on their way, duties of validators. */
package dev.rota.pages.domain.cores;
