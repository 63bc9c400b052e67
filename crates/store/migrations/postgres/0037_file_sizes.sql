-- Exact sizes of files that are delivered: of converted files without what is kept next to them, and of packages.
ALTER TABLE artifacts ADD COLUMN file_size BIGINT;
CREATE INDEX artifacts_edition ON artifacts (edition_id) WHERE edition_id IS NOT NULL;
ALTER TABLE downloads ADD COLUMN package_size BIGINT;
