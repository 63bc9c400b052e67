-- Without statistics a planner takes one value of a site, or none of an owner, for as rare as one ISBN, and looks
-- through the whole catalog for each batch of records. Now the ISBNs of a site are one lookup, and titles without an
-- owner, which are nearly all, are in no index of owners.
DROP INDEX titles_isbn13;
CREATE INDEX titles_isbn13 ON titles (isbn13, site_id);
DROP INDEX titles_owner;
CREATE INDEX titles_owner ON titles (owner_id, id) WHERE owner_id IS NOT NULL;
