-- Changes of many members of an organization at once, which can be undone for 30 days. account_id: who made it, none for
-- the operator.
CREATE TABLE roster_runs (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    organization_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id),
    kind TEXT COLLATE "C" NOT NULL,
    file_name TEXT COLLATE "C",
    account_id TEXT COLLATE "C" REFERENCES accounts (id),
    made_at BIGINT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    removed BIGINT NOT NULL,
    undone_at BIGINT,
    undone_by TEXT COLLATE "C" REFERENCES accounts (id)
);
CREATE INDEX roster_runs_organization ON roster_runs (organization_id, made_at);
CREATE INDEX roster_runs_made ON roster_runs (made_at);

-- What a run changed of each member, as JSON: the state before and after; of removed members what was deleted with them.
-- kept: what undoing the run left as it was, and why.
CREATE TABLE roster_run_members (
    run_id TEXT COLLATE "C" NOT NULL REFERENCES roster_runs (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    state_before TEXT COLLATE "C",
    state_after TEXT COLLATE "C",
    snapshot TEXT COLLATE "C",
    kept TEXT COLLATE "C",
    PRIMARY KEY (run_id, position)
);
CREATE INDEX roster_run_members_account ON roster_run_members (account_id);
