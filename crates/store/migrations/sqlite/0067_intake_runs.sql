-- Books and records that collection staff upload, and what became of them. account_id: who uploaded them, NULL if the
-- account is closed. outcome: NULL until the run has ended; before, its job says whether it waits, runs or has failed.
CREATE TABLE intake_runs (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    site_id TEXT NOT NULL REFERENCES sites (id),
    account_id TEXT REFERENCES accounts (id),
    started_at BIGINT NOT NULL,
    options TEXT NOT NULL,
    files TEXT NOT NULL,
    job_id BIGINT,
    stop_requested BOOLEAN NOT NULL DEFAULT FALSE,
    counts TEXT NOT NULL,
    details TEXT,
    report TEXT,
    outcome TEXT,
    reason TEXT,
    ended_at BIGINT
);
CREATE INDEX intake_runs_site ON intake_runs (site_id, id);
CREATE INDEX intake_runs_account ON intake_runs (account_id);
CREATE INDEX intake_runs_started ON intake_runs (started_at);
