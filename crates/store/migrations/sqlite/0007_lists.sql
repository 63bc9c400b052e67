-- Reading lists are sorted and searched by what they are called, folded. Lists that are there already get
-- the plain lower case until they are next written.
ALTER TABLE reading_lists ADD COLUMN sort_name TEXT NOT NULL DEFAULT '';
ALTER TABLE reading_lists ADD COLUMN searched TEXT NOT NULL DEFAULT '';
UPDATE reading_lists SET sort_name = lower(name), searched = lower(name || ' ' || description);
