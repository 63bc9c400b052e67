-- Notes about people who were served by telephone. organization_id: the organization whose sponsors read the note; a note
-- without one is the membership desk's. author_id: none is an account that was closed.
CREATE TABLE call_notes (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    author_id TEXT REFERENCES accounts (id),
    organization_id TEXT REFERENCES organizations (id),
    text TEXT NOT NULL,
    noted_at BIGINT NOT NULL
);
CREATE INDEX call_notes_account ON call_notes (account_id, noted_at);
CREATE INDEX call_notes_author ON call_notes (author_id);
CREATE INDEX call_notes_organization ON call_notes (organization_id);
CREATE INDEX call_notes_noted ON call_notes (noted_at);
