-- Kinds of organizations, and the list of those that exist, from which organizations register.

-- Shown in the order of their places.
CREATE TABLE organization_types (
    name TEXT NOT NULL PRIMARY KEY,
    description TEXT NOT NULL,
    place BIGINT NOT NULL
);
INSERT INTO organization_types (name, description, place) VALUES
    ('school', 'School', 1),
    ('district', 'School district', 2),
    ('university', 'College or university', 3),
    ('library', 'Library', 4),
    ('rehabilitation', 'Rehabilitation center', 5),
    ('agency', 'Public agency', 6),
    ('group', 'Group or club', 7),
    ('other', 'Other', 8);

-- state and city: where it stands. sort_name and city are folded.
CREATE TABLE reference_organizations (
    id TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    city TEXT NOT NULL,
    sort_name TEXT NOT NULL,
    kind TEXT NOT NULL,
    document TEXT NOT NULL
);
CREATE INDEX reference_organizations_state ON reference_organizations (state, sort_name, id);

-- What organizations are compared by when one registers. Those that are there already get the plain lower case
-- until they are next written.
ALTER TABLE organizations ADD COLUMN sort_name TEXT NOT NULL DEFAULT '';
ALTER TABLE organizations ADD COLUMN reference_org_id TEXT;
UPDATE organizations SET sort_name = lower(name);
CREATE INDEX organizations_name ON organizations (site_id, sort_name);
CREATE INDEX organizations_reference ON organizations (site_id, reference_org_id);

-- The row's lock makes registrations wait for each other.
INSERT INTO counters (name, value) VALUES ('organizations', 0);
