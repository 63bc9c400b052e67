-- Changes of many members of an organization at once, which can be undone for 30 days. account_id: who made it, none for
-- the operator.
CREATE TABLE roster_runs (
    id TEXT NOT NULL PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    kind TEXT NOT NULL,
    file_name TEXT,
    account_id TEXT REFERENCES accounts (id),
    made_at BIGINT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    removed BIGINT NOT NULL,
    undone_at BIGINT,
    undone_by TEXT REFERENCES accounts (id)
);
CREATE INDEX roster_runs_organization ON roster_runs (organization_id, made_at);
CREATE INDEX roster_runs_made ON roster_runs (made_at);

-- What a run changed of each member, as JSON: the state before and after; of removed members what was deleted with them.
-- kept: what undoing the run left as it was, and why.
CREATE TABLE roster_run_members (
    run_id TEXT NOT NULL REFERENCES roster_runs (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    state_before TEXT,
    state_after TEXT,
    snapshot TEXT,
    kept TEXT,
    PRIMARY KEY (run_id, position)
);
CREATE INDEX roster_run_members_account ON roster_run_members (account_id);
