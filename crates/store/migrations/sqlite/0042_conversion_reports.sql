-- What was repaired or left out when a book was read (format '') or converted (docs/formats.md): the last
-- report of each kind.
CREATE TABLE conversion_reports (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    title_id BIGINT REFERENCES titles (id),
    edition_id TEXT REFERENCES editions (id),
    site_id TEXT NOT NULL REFERENCES sites (id),
    format TEXT NOT NULL,
    severity TEXT NOT NULL,
    findings TEXT NOT NULL,
    reported_at BIGINT NOT NULL,
    acknowledged_at BIGINT
);
CREATE UNIQUE INDEX conversion_reports_title ON conversion_reports (title_id, format) WHERE title_id IS NOT NULL;
CREATE UNIQUE INDEX conversion_reports_edition ON conversion_reports (edition_id, format) WHERE edition_id IS NOT NULL;
CREATE INDEX conversion_reports_open ON conversion_reports (site_id, id)
    WHERE acknowledged_at IS NULL AND severity <> 'repaired';
