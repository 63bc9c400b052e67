-- The rules of admission of a site: the sources of proofs, and the kinds of professionals, that suffice, each
-- separated by spaces (NULL: all); days of access while a proof is checked.
ALTER TABLE sites ADD COLUMN proof_sources TEXT COLLATE "C";
ALTER TABLE sites ADD COLUMN certifiers TEXT COLLATE "C";
ALTER TABLE sites ADD COLUMN provisional_days BIGINT NOT NULL DEFAULT 0;

-- suffices: by the rules of the site at that time. provisional_ended_at: when it was decided that the person
-- has no access any more while a proof is checked.
ALTER TABLE proof_submissions ADD COLUMN suffices BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE proof_submissions ADD COLUMN provisional_ended_at BIGINT;

-- To find an entry by its city or by its name alone.
CREATE INDEX reference_organizations_city ON reference_organizations (city, sort_name, id);
CREATE INDEX reference_organizations_name ON reference_organizations (sort_name, id);
