-- Devices: apps and reading devices that sign in to an account with a name and a password of their own.

-- proof_hash: keyed hash of what the password proves; the key is in secrets. The names of
-- revoked devices stay taken until their rows are removed.
CREATE TABLE devices (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    sign_in TEXT NOT NULL,
    scope TEXT NOT NULL,
    proof_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    last_app TEXT,
    revoked_at BIGINT
);
CREATE UNIQUE INDEX devices_sign_in ON devices (sign_in);
CREATE INDEX devices_account ON devices (account_id, created_at);
CREATE INDEX devices_revoked ON devices (revoked_at) WHERE revoked_at IS NOT NULL;

-- The client that all reading apps of a site share. New sites get theirs from the program.
INSERT INTO clients (id, site_id, name, secret_hash, redirect_uris, privileges, disabled)
SELECT
    CASE WHEN id = 'service' THEN 'http://opds-spec.org/auth/client' ELSE 'http://opds-spec.org/auth/client#' || id END,
    id, 'Reading apps', NULL, '["opds://authorize/"]', '[]', FALSE
FROM sites;
