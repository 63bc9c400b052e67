-- A copy follows what its reader prefers (braille): the settings belong to the identity of a download.
ALTER TABLE downloads ADD COLUMN settings TEXT COLLATE "C" NOT NULL DEFAULT '';
DROP INDEX downloads_identity;
DROP INDEX downloads_edition_identity;
CREATE UNIQUE INDEX downloads_identity ON downloads
    (title_id, format, artifact_version, COALESCE(caller_id, ''), COALESCE(recipient_id, ''), COALESCE(day, ''), settings);
CREATE UNIQUE INDEX downloads_edition_identity ON downloads
    (edition_id, format, artifact_version, COALESCE(caller_id, ''), COALESCE(recipient_id, ''), COALESCE(day, ''), settings);
