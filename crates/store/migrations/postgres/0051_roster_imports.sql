-- Tables of members that a sponsor has uploaded and not confirmed yet. content: the table, as JSON.
CREATE TABLE roster_imports (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    organization_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id),
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    file_name TEXT COLLATE "C" NOT NULL,
    content TEXT COLLATE "C" NOT NULL,
    uploaded_at BIGINT NOT NULL
);
CREATE INDEX roster_imports_uploaded ON roster_imports (uploaded_at);
CREATE INDEX roster_imports_account ON roster_imports (account_id);
CREATE INDEX roster_imports_organization ON roster_imports (organization_id);
