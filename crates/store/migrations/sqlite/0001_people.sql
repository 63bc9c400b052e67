-- People and what they belong to. Times are microseconds since 1970 in UTC; documents are JSON.

CREATE TABLE sites (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    country TEXT NOT NULL,
    private_label BOOLEAN NOT NULL
);

CREATE TABLE clients (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id),
    name TEXT NOT NULL,
    secret_hash TEXT,
    redirect_uris TEXT NOT NULL,
    privileges TEXT NOT NULL,
    disabled BOOLEAN NOT NULL
);

CREATE TABLE organizations (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id),
    name TEXT NOT NULL,
    books_allowed BIGINT,
    document TEXT NOT NULL
);
CREATE INDEX organizations_site ON organizations (site_id, id);

CREATE TABLE roster_tags (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    district TEXT,
    school TEXT,
    date_added BIGINT NOT NULL
);
CREATE UNIQUE INDEX roster_tags_names ON roster_tags (organization_id, COALESCE(district, ''), COALESCE(school, ''));

-- What SQL filters and sorts by stands in columns, copied from the document at each write.
CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id),
    organization_id TEXT REFERENCES organizations (id),
    roster_tag_id BIGINT REFERENCES roster_tags (id),
    is_member BOOLEAN NOT NULL,
    is_sponsor BOOLEAN NOT NULL,
    locked BOOLEAN NOT NULL,
    deleted BOOLEAN NOT NULL,
    last_name TEXT NOT NULL,
    first_name TEXT NOT NULL,
    grade TEXT,
    date_of_birth TEXT,
    password_hash TEXT,
    created_at BIGINT NOT NULL,
    document TEXT NOT NULL
);
CREATE INDEX accounts_site ON accounts (site_id, id);
CREATE INDEX accounts_organization ON accounts (organization_id, id);

-- User names and e-mail addresses are one namespace over all sites, compared folded.
CREATE TABLE logins (
    folded TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX logins_account ON logins (account_id);

CREATE TABLE subscriptions (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT REFERENCES accounts (id),
    organization_id TEXT REFERENCES organizations (id),
    kind TEXT NOT NULL,
    start_at BIGINT NOT NULL,
    end_at BIGINT,
    books_allowed BIGINT,
    timeframe TEXT NOT NULL,
    notes TEXT,
    CHECK ((account_id IS NULL) <> (organization_id IS NULL))
);
CREATE INDEX subscriptions_account ON subscriptions (account_id, start_at);
CREATE INDEX subscriptions_organization ON subscriptions (organization_id, start_at);

CREATE TABLE agreements (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    date_signed BIGINT NOT NULL,
    date_expired BIGINT,
    print_name TEXT NOT NULL,
    recorded_by TEXT REFERENCES accounts (id),
    signed_by_guardian BOOLEAN NOT NULL
);
CREATE INDEX agreements_account ON agreements (account_id, date_signed);
CREATE UNIQUE INDEX agreements_current ON agreements (account_id, kind) WHERE date_expired IS NULL;

CREATE TABLE proofs (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    disability_type TEXT NOT NULL,
    source TEXT NOT NULL,
    date_added BIGINT NOT NULL,
    PRIMARY KEY (account_id, disability_type)
);

CREATE TABLE proof_submissions (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    source TEXT,
    membership_id TEXT,
    note TEXT,
    date_submitted BIGINT NOT NULL
);
CREATE INDEX proof_submissions_account ON proof_submissions (account_id, date_submitted);
