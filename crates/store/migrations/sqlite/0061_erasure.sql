-- Erasures of people and organizations, without their names. They refer to nothing, because they outlast what they are
-- about; erased_by: none is the operator, or the retention rules. report: numbers by noun, and what is kept until when, as
-- JSON. parent_id: the erasure of the organization that a person was erased with. noted_at: since when the journal in the
-- file store has it.
CREATE TABLE erasures (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    site_id TEXT NOT NULL,
    account_id TEXT,
    organization_id TEXT,
    parent_id BIGINT,
    reason TEXT NOT NULL,
    erased_at BIGINT NOT NULL,
    erased_by TEXT,
    finished_at BIGINT,
    report TEXT NOT NULL,
    noted_at BIGINT
);
CREATE INDEX erasures_account ON erasures (account_id);
CREATE INDEX erasures_organization ON erasures (organization_id);
CREATE INDEX erasures_parent ON erasures (parent_id);
CREATE INDEX erasures_unnoted ON erasures (id) WHERE noted_at IS NULL;
CREATE INDEX erasures_noted ON erasures (noted_at, account_id);

-- People who must not be erased. held_by: none is the operator.
CREATE TABLE erasure_holds (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    reason TEXT NOT NULL,
    held_at BIGINT NOT NULL,
    held_by TEXT REFERENCES accounts (id)
);

-- What is kept of erased people, and until when.
CREATE TABLE erasure_remains (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    part TEXT NOT NULL,
    keep_until BIGINT NOT NULL,
    PRIMARY KEY (account_id, part)
);
CREATE INDEX erasure_remains_due ON erasure_remains (keep_until);

-- Since when accounts are closed that are not erased yet.
CREATE TABLE leavers (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    left_at BIGINT NOT NULL
);
CREATE INDEX leavers_left ON leavers (left_at);
CREATE INDEX accounts_deleted ON accounts (id) WHERE deleted;

-- An erasure finds what other tables have of a person without reading them whole.
CREATE INDEX jobs_caused_by ON jobs (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX referrals_account ON referrals (account_id) WHERE account_id IS NOT NULL;
