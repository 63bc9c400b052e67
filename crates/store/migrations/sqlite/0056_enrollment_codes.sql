-- Codes on printed cards with which a browser is signed in once: the newest one of each account, as its hash.
-- created_by: the sponsor who made it.
CREATE TABLE enrollment_codes (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    hash TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE UNIQUE INDEX enrollment_codes_hash ON enrollment_codes (hash);
CREATE INDEX enrollment_codes_created_by ON enrollment_codes (created_by);
CREATE INDEX enrollment_codes_expires ON enrollment_codes (expires_at);

-- kind: how the browser was signed in, which decides how long it stays signed in.
ALTER TABLE sessions ADD COLUMN kind TEXT NOT NULL DEFAULT 'password';
