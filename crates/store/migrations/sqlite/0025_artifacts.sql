-- Converted files are called what they are called everywhere else.
ALTER TABLE made_artifacts RENAME TO artifacts;
DROP INDEX made_artifacts_title;
CREATE INDEX artifacts_title ON artifacts (title_id);
DROP INDEX made_artifacts_last_used;
CREATE INDEX artifacts_last_used ON artifacts (last_used, key);
