-- Who read whose disability data: one row for each person that a request shows. reader_id: none was not signed in.
CREATE TABLE audit (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    read_at BIGINT NOT NULL,
    reader_id TEXT REFERENCES accounts (id),
    client_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id)
);
CREATE INDEX audit_at ON audit (read_at, id);
CREATE INDEX audit_account ON audit (account_id, read_at);
CREATE INDEX audit_reader ON audit (reader_id, read_at);
