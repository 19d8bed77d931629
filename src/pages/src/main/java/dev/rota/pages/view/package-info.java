/** The views that templates render: texts and addresses, which the templates escape. */
package dev.rota.pages.view;
