-- Refresh tokens are replaced when they are used (spec 4, 4.11).
--
-- replaces: the refresh token that the pair was made from, until the pair's token is first used. Absent in pairs that
-- were made from a code or a password, and in those that were made before this migration.
-- spent_at: when a pair that replaces the token was first used.
ALTER TABLE access_tokens ADD COLUMN replaces TEXT;
ALTER TABLE refresh_tokens ADD COLUMN replaces TEXT;
ALTER TABLE refresh_tokens ADD COLUMN spent_at BIGINT;
