-- Places that reading apps keep by file (docs/kosync.md).

-- What copies are recognized by: keys of files and of file names. Without an account: a file that several
-- people share.
CREATE TABLE copy_keys (
    key TEXT COLLATE "C" NOT NULL,
    account_id TEXT COLLATE "C" REFERENCES accounts (id),
    title_id BIGINT REFERENCES titles (id),
    edition_id TEXT COLLATE "C" REFERENCES editions (id),
    format TEXT COLLATE "C" NOT NULL,
    noted_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX copy_keys_identity ON copy_keys (key, COALESCE(account_id, ''));
CREATE INDEX copy_keys_account ON copy_keys (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX copy_keys_title ON copy_keys (title_id) WHERE title_id IS NOT NULL;

-- format: of what the document is a copy, with title or edition. Without: the library does not know it.
CREATE TABLE synced_documents (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    document TEXT COLLATE "C" NOT NULL,
    title_id BIGINT REFERENCES titles (id),
    edition_id TEXT COLLATE "C" REFERENCES editions (id),
    format TEXT COLLATE "C",
    progress TEXT COLLATE "C" NOT NULL,
    percentage DOUBLE PRECISION NOT NULL,
    device TEXT COLLATE "C" NOT NULL,
    device_id TEXT COLLATE "C",
    synced_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, document)
);
CREATE INDEX synced_documents_unknown ON synced_documents (account_id, synced_at, document) WHERE format IS NULL;
CREATE INDEX synced_documents_title ON synced_documents (title_id, account_id) WHERE title_id IS NOT NULL;
CREATE INDEX synced_documents_edition ON synced_documents (edition_id, account_id) WHERE edition_id IS NOT NULL;

-- How far into the title, where the app says so.
ALTER TABLE reading_events ADD COLUMN total_progression DOUBLE PRECISION;
