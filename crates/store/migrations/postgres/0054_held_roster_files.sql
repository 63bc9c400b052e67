-- Tables of members that wait for a sponsor: uploaded ones, and files of the folder that are held, which nobody has
-- uploaded. held_reason: why, with the numbers, as JSON.
ALTER TABLE roster_imports ALTER COLUMN account_id DROP NOT NULL;
ALTER TABLE roster_imports ADD COLUMN held_reason TEXT COLLATE "C";

-- What organizations want of the files in their folders, and a hash of the file that was taken last.
CREATE TABLE roster_folders (
    organization_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES organizations (id),
    keeps_missing BOOLEAN NOT NULL DEFAULT FALSE,
    paused_from TEXT COLLATE "C",
    paused_until TEXT COLLATE "C",
    last_content TEXT COLLATE "C",
    taken_at BIGINT
);
