-- notice: what the pages of the site tell their visitors for some days (JSON). NULL for nothing.
ALTER TABLE sites ADD COLUMN notice TEXT COLLATE "C";
