/** The user's configuration: a properties file, overridden by the environment, overridden by options. */
package dev.rota.settings;
