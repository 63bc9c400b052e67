-- The periodicals that people follow (docs/rules/periodicals.md).
CREATE TABLE series_follows (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    series_id TEXT COLLATE "C" NOT NULL REFERENCES series (id),
    date_added BIGINT NOT NULL,
    PRIMARY KEY (account_id, series_id)
);
CREATE INDEX series_follows_series ON series_follows (series_id, account_id);
