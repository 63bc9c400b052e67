-- Periodicals and their editions.

-- The whole record is the document. sort_title, searched and languages are what lists are sorted and narrowed by:
-- the words of the title, and the codes, each between spaces.
CREATE TABLE series (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id),
    sort_title TEXT NOT NULL,
    searched TEXT NOT NULL,
    languages TEXT NOT NULL,
    issn TEXT,
    document TEXT NOT NULL
);
CREATE INDEX series_title ON series (site_id, sort_title, id);
CREATE INDEX series_issn ON series (issn);

-- gone_from: the first moment at which it has expired.
CREATE TABLE editions (
    id TEXT NOT NULL PRIMARY KEY,
    series_id TEXT NOT NULL REFERENCES series (id),
    sort_name TEXT NOT NULL,
    published_at BIGINT NOT NULL,
    gone_from BIGINT,
    withdrawn_at BIGINT,
    source_hash TEXT,
    document TEXT NOT NULL
);
CREATE UNIQUE INDEX editions_source_hash ON editions (series_id, source_hash) WHERE source_hash IS NOT NULL;
CREATE INDEX editions_name ON editions (series_id, sort_name, id);
CREATE INDEX editions_published ON editions (series_id, published_at, id);

CREATE TABLE periodical_history (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    series_id TEXT NOT NULL REFERENCES series (id),
    edition_id TEXT REFERENCES editions (id),
    date_at BIGINT NOT NULL,
    person TEXT,
    action TEXT NOT NULL,
    comment TEXT
);
CREATE INDEX periodical_history_series ON periodical_history (series_id, id);

-- Downloads are of titles or of editions: exactly one of the two is there.
CREATE TABLE new_downloads (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    caller_id TEXT REFERENCES accounts (id),
    recipient_id TEXT REFERENCES accounts (id),
    title_id BIGINT REFERENCES titles (id),
    edition_id TEXT REFERENCES editions (id),
    format TEXT NOT NULL,
    artifact_version BIGINT NOT NULL,
    day TEXT,
    status TEXT NOT NULL,
    package TEXT,
    failure_told BOOLEAN NOT NULL,
    charge TEXT NOT NULL,
    charged_organization TEXT REFERENCES organizations (id),
    date_requested BIGINT NOT NULL,
    pending_since BIGINT NOT NULL,
    date_packaged BIGINT,
    date_downloaded BIGINT
);
INSERT INTO new_downloads (id, caller_id, recipient_id, title_id, format, artifact_version, day, status, package,
    failure_told, charge, charged_organization, date_requested, pending_since, date_packaged, date_downloaded)
SELECT id, caller_id, recipient_id, title_id, format, artifact_version, day, status, package,
    failure_told, charge, charged_organization, date_requested, pending_since, date_packaged, date_downloaded
FROM downloads;
DROP TABLE downloads;
ALTER TABLE new_downloads RENAME TO downloads;
CREATE UNIQUE INDEX downloads_identity ON downloads
    (title_id, format, artifact_version, COALESCE(caller_id, ''), COALESCE(recipient_id, ''), COALESCE(day, ''));
CREATE UNIQUE INDEX downloads_edition_identity ON downloads
    (edition_id, format, artifact_version, COALESCE(caller_id, ''), COALESCE(recipient_id, ''), COALESCE(day, ''));
CREATE INDEX downloads_caller ON downloads (caller_id, id);
CREATE INDEX downloads_recipient ON downloads (recipient_id, title_id);
CREATE INDEX downloads_recipient_edition ON downloads (recipient_id, edition_id) WHERE edition_id IS NOT NULL;
CREATE INDEX downloads_in_progress ON downloads (caller_id) WHERE status = 'PENDING';
CREATE INDEX downloads_pending ON downloads (pending_since) WHERE status = 'PENDING';
CREATE INDEX downloads_packaged ON downloads (date_packaged) WHERE package IS NOT NULL;

-- So are converted files. They can be made again, and none was ever noted before this.
DROP TABLE made_artifacts;
CREATE TABLE made_artifacts (
    key TEXT NOT NULL PRIMARY KEY,
    title_id BIGINT REFERENCES titles (id),
    edition_id TEXT REFERENCES editions (id),
    format TEXT NOT NULL,
    converter TEXT NOT NULL,
    file TEXT NOT NULL,
    size BIGINT NOT NULL,
    last_used BIGINT NOT NULL
);
CREATE INDEX made_artifacts_title ON made_artifacts (title_id);
CREATE INDEX made_artifacts_last_used ON made_artifacts (last_used, key);
