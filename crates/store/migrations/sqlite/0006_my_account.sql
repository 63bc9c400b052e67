-- What people set for themselves. An account without a row has the defaults; documents are JSON.

CREATE TABLE preferences (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    document TEXT NOT NULL
);

CREATE TABLE recommendation_profiles (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    document TEXT NOT NULL
);

-- The school of somebody who is no member of an organization.
CREATE TABLE student_profiles (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    organization_name TEXT,
    reference_org_id TEXT,
    grade TEXT
);

-- What somebody has left to pay subscriptions with, in the smallest unit of the currency.
CREATE TABLE credits (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    balance BIGINT NOT NULL
);

-- What a person's lists are sorted by; none until the title is next written, and of titles without authors.
ALTER TABLE titles ADD COLUMN sort_title TEXT;
ALTER TABLE titles ADD COLUMN sort_author TEXT;

-- What a site offers. A site without rows offers what the program knows.
CREATE TABLE subscription_types (
    site_id TEXT NOT NULL REFERENCES sites (id),
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    price BIGINT NOT NULL,
    months BIGINT,
    books_allowed BIGINT,
    timeframe TEXT NOT NULL,
    open_to_people BOOLEAN NOT NULL,
    PRIMARY KEY (site_id, name)
);

-- code: folded.
CREATE TABLE promo_codes (
    site_id TEXT NOT NULL REFERENCES sites (id),
    code TEXT NOT NULL,
    percent BIGINT NOT NULL,
    ends_at BIGINT,
    PRIMARY KEY (site_id, code)
);

-- How a subscription was paid for that somebody took out. amount_due is what is left to pay.
CREATE TABLE payments (
    subscription_id TEXT NOT NULL PRIMARY KEY REFERENCES subscriptions (id),
    promo_code TEXT,
    cost BIGINT NOT NULL,
    credits_used BIGINT NOT NULL,
    amount_due BIGINT NOT NULL
);

-- Names of disability types, separated by spaces.
ALTER TABLE proof_submissions ADD COLUMN disability_types TEXT NOT NULL DEFAULT '';
