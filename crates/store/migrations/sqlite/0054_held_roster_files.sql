-- Tables of members that wait for a sponsor: uploaded ones, and files of the folder that are held, which nobody has
-- uploaded. held_reason: why, with the numbers, as JSON.
CREATE TABLE roster_imports_with_holds (
    id TEXT NOT NULL PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    content TEXT NOT NULL,
    uploaded_at BIGINT NOT NULL,
    held_reason TEXT
);
INSERT INTO roster_imports_with_holds (id, organization_id, account_id, file_name, content, uploaded_at)
SELECT id, organization_id, account_id, file_name, content, uploaded_at FROM roster_imports;
DROP TABLE roster_imports;
ALTER TABLE roster_imports_with_holds RENAME TO roster_imports;
CREATE INDEX roster_imports_uploaded ON roster_imports (uploaded_at);
CREATE INDEX roster_imports_account ON roster_imports (account_id);
CREATE INDEX roster_imports_organization ON roster_imports (organization_id);

-- What organizations want of the files in their folders, and a hash of the file that was taken last.
CREATE TABLE roster_folders (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    keeps_missing BOOLEAN NOT NULL DEFAULT FALSE,
    paused_from TEXT,
    paused_until TEXT,
    last_content TEXT,
    taken_at BIGINT
);
