-- Who changed what: one row for each account, organization, title, periodical, client or site that an act changed.
-- actor_id: none was not signed in, or is the operator. One of the columns from account_id on names what was changed; all
-- but accounts may be deleted, and their entries stay.
CREATE TABLE audit_changes (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    changed_at BIGINT NOT NULL,
    actor_id TEXT REFERENCES accounts (id),
    client_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    act TEXT NOT NULL,
    account_id TEXT REFERENCES accounts (id),
    organization_id TEXT,
    title_id BIGINT,
    series_id TEXT,
    changed_client_id TEXT,
    site_id TEXT
);
CREATE INDEX audit_changes_at ON audit_changes (changed_at);
CREATE INDEX audit_changes_account ON audit_changes (account_id, id);
CREATE INDEX audit_changes_actor ON audit_changes (actor_id, id);
CREATE INDEX audit_changes_act ON audit_changes (act, id);

-- When people fetched their newest books: for those who have had none for a time.
CREATE INDEX downloads_fetched ON downloads (recipient_id, date_downloaded);
