-- The place in each title that a reader's apps reported last over OPDS (docs/opds.md).

-- refs: a JSON array of URI references. locator: a locator of Readium as JSON.
CREATE TABLE progressions (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    title_id BIGINT NOT NULL REFERENCES titles (id),
    modified_at BIGINT NOT NULL,
    progression DOUBLE PRECISION NOT NULL,
    title TEXT COLLATE "C",
    device_id TEXT COLLATE "C",
    device_name TEXT COLLATE "C" NOT NULL,
    refs TEXT COLLATE "C" NOT NULL,
    locator TEXT COLLATE "C",
    PRIMARY KEY (account_id, title_id)
);
CREATE INDEX progressions_title ON progressions (title_id);
