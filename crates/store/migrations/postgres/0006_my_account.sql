-- What people set for themselves. An account without a row has the defaults; documents are JSON.

CREATE TABLE preferences (
    account_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES accounts (id),
    document TEXT COLLATE "C" NOT NULL
);

CREATE TABLE recommendation_profiles (
    account_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES accounts (id),
    document TEXT COLLATE "C" NOT NULL
);

-- The school of somebody who is no member of an organization.
CREATE TABLE student_profiles (
    account_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES accounts (id),
    organization_name TEXT COLLATE "C",
    reference_org_id TEXT COLLATE "C",
    grade TEXT COLLATE "C"
);

-- What somebody has left to pay subscriptions with, in the smallest unit of the currency.
CREATE TABLE credits (
    account_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES accounts (id),
    balance BIGINT NOT NULL
);

-- What a person's lists are sorted by; none until the title is next written, and of titles without authors.
ALTER TABLE titles ADD COLUMN sort_title TEXT COLLATE "C";
ALTER TABLE titles ADD COLUMN sort_author TEXT COLLATE "C";
