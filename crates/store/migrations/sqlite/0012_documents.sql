-- What users send in to read it in other formats: the file behind each title that has an owner.
CREATE TABLE documents (
    title_id BIGINT NOT NULL PRIMARY KEY REFERENCES titles (id),
    owner_id TEXT NOT NULL REFERENCES accounts (id),
    media_type TEXT NOT NULL,
    file TEXT NOT NULL,
    size BIGINT NOT NULL,
    state TEXT NOT NULL,
    pending_since BIGINT NOT NULL
);
CREATE INDEX documents_owner ON documents (owner_id);
CREATE INDEX documents_pending ON documents (pending_since) WHERE state = 'pending';

-- Who has connected the partner's drive. The tokens are sealed with a key of the configuration: they must be
-- read again, so a hash will not do.
CREATE TABLE drive_connections (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    sealed BLOB NOT NULL,
    updated_at BIGINT NOT NULL
);
