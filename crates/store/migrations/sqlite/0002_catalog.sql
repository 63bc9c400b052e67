-- Titles, what happened to them, and the log that the search index follows.

-- Numbers that must grow in the order of commits: the row's lock makes writers wait for each other.
CREATE TABLE counters (
    name TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('titles', 1000), ('changes', 0);

-- The whole record is the document; what SQL filters and constrains stands beside it.
CREATE TABLE titles (
    id BIGINT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id),
    owner_id TEXT REFERENCES accounts (id),
    status TEXT NOT NULL,
    usage_restriction TEXT NOT NULL,
    sharing TEXT NOT NULL,
    isbn13 TEXT,
    product_identifier TEXT,
    source_hash TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    document TEXT NOT NULL
);
CREATE UNIQUE INDEX titles_source_hash ON titles (site_id, source_hash) WHERE source_hash IS NOT NULL;
CREATE UNIQUE INDEX titles_product_identifier ON titles (site_id, product_identifier)
    WHERE product_identifier IS NOT NULL;
CREATE INDEX titles_isbn13 ON titles (isbn13);
CREATE INDEX titles_owner ON titles (owner_id, id);
CREATE INDEX titles_updated ON titles (site_id, updated_at, id);

CREATE TABLE change_log (
    position BIGINT NOT NULL PRIMARY KEY,
    title_id BIGINT NOT NULL
);

CREATE TABLE history (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    title_id BIGINT NOT NULL REFERENCES titles (id),
    date_at BIGINT NOT NULL,
    person TEXT,
    action TEXT NOT NULL,
    comment TEXT,
    format TEXT
);
CREATE INDEX history_title ON history (title_id, id);

-- Converted files before marking, kept while they are used.
CREATE TABLE made_artifacts (
    key TEXT NOT NULL PRIMARY KEY,
    title_id BIGINT NOT NULL REFERENCES titles (id),
    format TEXT NOT NULL,
    converter TEXT NOT NULL,
    file TEXT NOT NULL,
    size BIGINT NOT NULL,
    last_used BIGINT NOT NULL
);
CREATE INDEX made_artifacts_title ON made_artifacts (title_id);
CREATE INDEX made_artifacts_last_used ON made_artifacts (last_used, key);

CREATE TABLE categories (
    name TEXT NOT NULL PRIMARY KEY
);

CREATE TABLE bisac_codes (
    code TEXT NOT NULL PRIMARY KEY,
    description TEXT NOT NULL,
    folded TEXT NOT NULL
);
CREATE INDEX bisac_codes_folded ON bisac_codes (folded);
