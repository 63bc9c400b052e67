-- Who reads what: assignments, reading lists, downloads and the books that count against quotas.

CREATE TABLE assignments (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    title_id BIGINT NOT NULL REFERENCES titles (id),
    assigned_by TEXT REFERENCES accounts (id),
    date_assigned BIGINT NOT NULL,
    date_downloaded BIGINT,
    PRIMARY KEY (account_id, title_id)
);
CREATE INDEX assignments_title ON assignments (title_id, account_id);

CREATE TABLE reading_lists (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id),
    owner_id TEXT NOT NULL REFERENCES accounts (id),
    organization_id TEXT REFERENCES organizations (id),
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    access TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX reading_lists_owner ON reading_lists (owner_id, id);
CREATE INDEX reading_lists_site ON reading_lists (site_id, access, id);
CREATE INDEX reading_lists_organization ON reading_lists (organization_id, id);

CREATE TABLE reading_list_titles (
    list_id TEXT NOT NULL REFERENCES reading_lists (id) ON DELETE CASCADE,
    title_id BIGINT NOT NULL REFERENCES titles (id),
    added_by TEXT REFERENCES accounts (id),
    date_added BIGINT NOT NULL,
    PRIMARY KEY (list_id, title_id)
);
CREATE INDEX reading_list_titles_title ON reading_list_titles (title_id, list_id);

CREATE TABLE reading_list_members (
    list_id TEXT NOT NULL REFERENCES reading_lists (id) ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    assigned_by TEXT REFERENCES accounts (id),
    date_added BIGINT NOT NULL,
    PRIMARY KEY (list_id, account_id)
);
CREATE INDEX reading_list_members_account ON reading_list_members (account_id, list_id);

CREATE TABLE reading_list_subscriptions (
    list_id TEXT NOT NULL REFERENCES reading_lists (id) ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    date_added BIGINT NOT NULL,
    PRIMARY KEY (list_id, account_id)
);
CREATE INDEX reading_list_subscriptions_account ON reading_list_subscriptions (account_id, list_id);

-- charge: nobody, own (the recipient's quota) or organization (that of charged_organization).
CREATE TABLE downloads (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    caller_id TEXT REFERENCES accounts (id),
    recipient_id TEXT REFERENCES accounts (id),
    title_id BIGINT NOT NULL REFERENCES titles (id),
    format TEXT NOT NULL,
    artifact_version BIGINT NOT NULL,
    day TEXT,
    status TEXT NOT NULL,
    package TEXT,
    failure_told BOOLEAN NOT NULL,
    charge TEXT NOT NULL,
    charged_organization TEXT REFERENCES organizations (id),
    date_requested BIGINT NOT NULL,
    pending_since BIGINT NOT NULL,
    date_packaged BIGINT,
    date_downloaded BIGINT
);
-- One record however many requests race; a guest is nobody, and nobody is one.
CREATE UNIQUE INDEX downloads_identity ON downloads
    (title_id, format, artifact_version, COALESCE(caller_id, ''), COALESCE(recipient_id, ''), COALESCE(day, ''));
CREATE INDEX downloads_caller ON downloads (caller_id, id);
CREATE INDEX downloads_recipient ON downloads (recipient_id, title_id);
CREATE INDEX downloads_in_progress ON downloads (caller_id) WHERE status = 'PENDING';
CREATE INDEX downloads_pending ON downloads (pending_since) WHERE status = 'PENDING';
CREATE INDEX downloads_packaged ON downloads (date_packaged) WHERE package IS NOT NULL;

-- One row for each complete fetch of a package that counts (the first fetch of each packaging).
-- organization_id: whose quota it counts against; none is the reader's own.
CREATE TABLE takings (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    title_id BIGINT NOT NULL REFERENCES titles (id),
    organization_id TEXT REFERENCES organizations (id),
    taken_at BIGINT NOT NULL
);
CREATE INDEX takings_account ON takings (account_id, taken_at);
CREATE INDEX takings_title ON takings (account_id, title_id, organization_id, taken_at);
CREATE INDEX takings_organization ON takings (organization_id, taken_at);

-- Keys of files that nothing refers to any more, until they are deleted from the file store.
CREATE TABLE discarded_files (
    key TEXT NOT NULL PRIMARY KEY,
    discarded_at BIGINT NOT NULL
);
CREATE INDEX discarded_files_at ON discarded_files (discarded_at, key);
