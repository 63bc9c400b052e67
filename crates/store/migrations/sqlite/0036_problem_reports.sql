-- Problems with titles that readers report (docs/rules/titles.md). A report outlives its reporter's account.
CREATE TABLE problem_reports (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    title_id BIGINT NOT NULL REFERENCES titles (id),
    site_id TEXT NOT NULL REFERENCES sites (id),
    account_id TEXT REFERENCES accounts (id),
    kind TEXT NOT NULL,
    words TEXT,
    reported_at BIGINT NOT NULL,
    closed_at BIGINT
);
CREATE INDEX problem_reports_title ON problem_reports (title_id);
CREATE INDEX problem_reports_account ON problem_reports (account_id, reported_at);
CREATE INDEX problem_reports_open ON problem_reports (site_id, id) WHERE closed_at IS NULL;
