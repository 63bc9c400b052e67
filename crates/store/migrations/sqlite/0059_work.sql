-- Work of membership staff. What waits is read from the tables of what it is about; these columns and indexes keep that
-- quick with many members.
ALTER TABLE organizations ADD COLUMN agreement_signed BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE organizations SET agreement_signed = COALESCE(json_extract(document, '$.agreement_signed'), FALSE);
CREATE INDEX accounts_individuals ON accounts (created_at, id) WHERE is_individual AND NOT deleted;
CREATE INDEX subscriptions_end ON subscriptions (end_at);
CREATE INDEX confirmations_open ON confirmations (requested_at) WHERE confirmed_at IS NULL;

-- decided_at: when staff decided on the submission, or its authority confirmed it without a review.
ALTER TABLE proof_submissions ADD COLUMN decided_at BIGINT;
UPDATE proof_submissions SET decided_at = (
    SELECT MAX(p.date_added) FROM proofs p
    WHERE p.account_id = proof_submissions.account_id AND p.date_added >= proof_submissions.date_submitted);
CREATE INDEX proof_submissions_open ON proof_submissions (account_id) WHERE decided_at IS NULL;

-- Decisions of staff on what people submitted. reason: of a refusal.
CREATE TABLE proof_decisions (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    decided_by TEXT REFERENCES accounts (id),
    decided_at BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT,
    remark TEXT
);
CREATE INDEX proof_decisions_account ON proof_decisions (account_id, decided_at);
CREATE INDEX proof_decisions_by ON proof_decisions (decided_by);

-- Organizations that joined on the pages and that staff admit or decline. Those that wait are suspended, and their
-- sponsors cannot add members.
CREATE TABLE organization_admissions (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    requested_at BIGINT NOT NULL,
    decided_at BIGINT,
    decided_by TEXT REFERENCES accounts (id),
    outcome TEXT,
    remark TEXT
);
CREATE INDEX organization_admissions_open ON organization_admissions (requested_at) WHERE decided_at IS NULL;
CREATE INDEX organization_admissions_by ON organization_admissions (decided_by);
INSERT INTO organization_admissions (organization_id, requested_at)
SELECT o.id, MIN(a.created_at) FROM organizations o
    JOIN accounts a ON a.organization_id = o.id AND a.is_sponsor
WHERE json_extract(o.document, '$.suspended') AND NOT json_extract(o.document, '$.can_create_users')
GROUP BY o.id;

-- Work that a staff member has taken. subject: the person or the organization, by the kind.
CREATE TABLE work_claims (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    holder_id TEXT NOT NULL REFERENCES accounts (id),
    claimed_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
);
CREATE INDEX work_claims_holder ON work_claims (holder_id);
CREATE INDEX work_claims_expiry ON work_claims (expires_at);
