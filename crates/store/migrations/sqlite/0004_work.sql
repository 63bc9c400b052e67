-- Background work, sign-in and secrets.

CREATE TABLE jobs (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    run_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    max_attempts BIGINT NOT NULL,
    unique_key TEXT,
    order_key TEXT,
    worker TEXT,
    lease_until BIGINT,
    last_error TEXT,
    progress_done BIGINT NOT NULL,
    progress_total BIGINT NOT NULL,
    progress_note TEXT,
    cancel_requested BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    finished_at BIGINT
);
CREATE INDEX jobs_ready ON jobs (state, run_at, id);
CREATE INDEX jobs_running ON jobs (state, lease_until);
CREATE INDEX jobs_state ON jobs (state, id);
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX jobs_order_ready ON jobs (order_key, id) WHERE order_key IS NOT NULL AND state = 'ready';
CREATE UNIQUE INDEX jobs_unique_key ON jobs (unique_key)
    WHERE unique_key IS NOT NULL AND state IN ('ready', 'running');
-- Two workers can never run two jobs of one order key, whatever they read before they claimed.
CREATE UNIQUE INDEX jobs_order_running ON jobs (order_key) WHERE order_key IS NOT NULL AND state = 'running';

-- Codes and tokens are kept as hashes. A family is all that came from one sign-in.
CREATE TABLE authorization_codes (
    hash TEXT NOT NULL PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES clients (id),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    redirect_uri TEXT NOT NULL,
    challenge TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    redeemed_at BIGINT
);
CREATE INDEX authorization_codes_expires ON authorization_codes (expires_at);

CREATE TABLE access_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    family TEXT NOT NULL,
    client_id TEXT NOT NULL REFERENCES clients (id),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT
);
CREATE INDEX access_tokens_family ON access_tokens (family);
CREATE INDEX access_tokens_account ON access_tokens (account_id);
CREATE INDEX access_tokens_expires ON access_tokens (expires_at);

CREATE TABLE refresh_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    family TEXT NOT NULL,
    client_id TEXT NOT NULL REFERENCES clients (id),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT
);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_account ON refresh_tokens (account_id);
CREATE INDEX refresh_tokens_expires ON refresh_tokens (expires_at);

-- subject: `login:...` or `address:...`.
CREATE TABLE sign_in_failures (
    subject TEXT NOT NULL PRIMARY KEY,
    failures BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);
CREATE INDEX sign_in_failures_last ON sign_in_failures (last_at);

CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
);
