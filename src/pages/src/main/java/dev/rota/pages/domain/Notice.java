package dev.rota.pages.domain;

/**
 * A sentence about a problem.
 *
 * @param url the address of the page with details; empty if there is none
 */
public record Notice(String text, String url) {}
