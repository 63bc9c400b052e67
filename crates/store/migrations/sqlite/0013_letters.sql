-- What letters are about. Keys that go out in letters are kept as hashes.

-- Requests to competent authorities to confirm a disability. statement: JSON of what the authority said.
CREATE TABLE confirmations (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    authority TEXT,
    message TEXT,
    requested_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    statement TEXT
);
CREATE INDEX confirmations_account ON confirmations (account_id, requested_at);
CREATE INDEX confirmations_email ON confirmations (email_folded, requested_at);

-- Each try to send the letter makes a key of its own; all of them are good.
CREATE TABLE confirmation_keys (
    hash TEXT NOT NULL PRIMARY KEY,
    confirmation_id TEXT NOT NULL REFERENCES confirmations (id) ON DELETE CASCADE
);
CREATE INDEX confirmation_keys_confirmation ON confirmation_keys (confirmation_id);

-- Keys of pages where a new password is chosen. request: the job whose letter carries the key.
CREATE TABLE password_resets (
    hash TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    request BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX password_resets_account ON password_resets (account_id);
CREATE INDEX password_resets_expires ON password_resets (expires_at);

-- By which links people came: POST /v2/utm.
CREATE TABLE referrals (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    site_id TEXT NOT NULL REFERENCES sites (id),
    client_id TEXT NOT NULL REFERENCES clients (id),
    account_id TEXT REFERENCES accounts (id),
    source TEXT NOT NULL,
    medium TEXT,
    campaign TEXT,
    term TEXT,
    content TEXT,
    recorded_at BIGINT NOT NULL
);
CREATE INDEX referrals_site ON referrals (site_id, recorded_at);
