package dev.rota.laws.broken.audit.files;

import dev.rota.laws.broken.audit.Audit;

/** Evidence in files that depends on its verifier. */
public final class Verifying {

    final Audit audit = new Audit();
}
