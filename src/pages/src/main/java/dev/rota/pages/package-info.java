/**
 * The operators' pages: the decisions of each scheduler, their reasons and their evidence. The pages are read from the
 * topics, without a consumer group; costly questions are answered by a replay of the log, one at a time.
 */
package dev.rota.pages;
