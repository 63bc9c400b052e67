-- Browsers that are signed in to the library's own pages. hash: of the cookie's value.
CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    started_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL
);
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_used ON sessions (used_at);
