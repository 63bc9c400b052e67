-- Requests of sponsors to become the primary contact of their organization. At most one per organization waits.
CREATE TABLE hand_overs (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    requested_by TEXT NOT NULL REFERENCES accounts (id),
    reason TEXT NOT NULL,
    requested_at BIGINT NOT NULL,
    decided_at BIGINT,
    decided_by TEXT REFERENCES accounts (id),
    granted BOOLEAN
);
CREATE UNIQUE INDEX hand_overs_open ON hand_overs (organization_id) WHERE decided_at IS NULL;
CREATE INDEX hand_overs_waiting ON hand_overs (requested_at, id) WHERE decided_at IS NULL;
CREATE INDEX hand_overs_organization ON hand_overs (organization_id);
CREATE INDEX hand_overs_requested_by ON hand_overs (requested_by);
CREATE INDEX hand_overs_decided_by ON hand_overs (decided_by);

-- Emails from templates that staff sent to people. language: a BCP 47 tag. sentence: in the sender's own words.
CREATE TABLE staff_emails (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    sent_by TEXT REFERENCES accounts (id),
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    sentence TEXT,
    sent_at BIGINT NOT NULL
);
CREATE INDEX staff_emails_account ON staff_emails (account_id, sent_at);
CREATE INDEX staff_emails_sent_by ON staff_emails (sent_by);

-- Accounts with the same name and birth date that staff know to be of different people: each pair once, the lesser
-- identifier first.
CREATE TABLE distinct_people (
    first_id TEXT NOT NULL REFERENCES accounts (id),
    second_id TEXT NOT NULL REFERENCES accounts (id),
    decided_by TEXT REFERENCES accounts (id),
    decided_at BIGINT NOT NULL,
    PRIMARY KEY (first_id, second_id)
);
CREATE INDEX distinct_people_second ON distinct_people (second_id);
CREATE INDEX distinct_people_decided_by ON distinct_people (decided_by);
CREATE INDEX accounts_namesakes ON accounts (last_name, first_name, date_of_birth, site_id, id)
    WHERE NOT deleted AND date_of_birth IS NOT NULL;
