-- Who may join on the pages of a site: readers; organizations (no, reviewed, yes).
ALTER TABLE sites ADD COLUMN readers_may_join BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE sites ADD COLUMN organizations_may_join TEXT NOT NULL DEFAULT 'reviewed';

-- Requests to join whose email address is not confirmed yet. applicant: as JSON.
CREATE TABLE join_requests (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id),
    email TEXT NOT NULL,
    applicant TEXT NOT NULL,
    language TEXT NOT NULL,
    requested_at BIGINT NOT NULL
);
CREATE INDEX join_requests_requested ON join_requests (requested_at);
CREATE INDEX join_requests_site ON join_requests (site_id);

-- Each try to send the email makes a key of its own; all of them are good.
CREATE TABLE join_request_keys (
    hash TEXT NOT NULL PRIMARY KEY,
    request_id TEXT NOT NULL REFERENCES join_requests (id) ON DELETE CASCADE
);
CREATE INDEX join_request_keys_request ON join_request_keys (request_id);
