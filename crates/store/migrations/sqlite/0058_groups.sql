-- Named sets of members of an organization. origin: byHand if a sponsor made it; className or classId if a file did.
-- source: what files call the class, none for a group that was made by hand.
CREATE TABLE groups (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    sort_name TEXT NOT NULL,
    origin TEXT NOT NULL,
    source TEXT,
    date_added BIGINT NOT NULL
);
CREATE UNIQUE INDEX groups_names ON groups (organization_id, name_key);
CREATE UNIQUE INDEX groups_sources ON groups (organization_id, origin, source);

CREATE TABLE group_members (
    group_id BIGINT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (group_id, account_id)
);
CREATE INDEX group_members_account ON group_members (account_id);
