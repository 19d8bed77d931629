/** What a user configured: one properties file, the environment over it, and options over both. */
package dev.rota.settings;
