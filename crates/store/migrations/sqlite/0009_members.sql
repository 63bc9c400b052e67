-- Rosters are filtered by who is an individual member too, and sorted by grades in the order of school years.
ALTER TABLE accounts ADD COLUMN is_individual BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE accounts ADD COLUMN grade_key TEXT;
UPDATE accounts SET is_individual = EXISTS (
    SELECT 1 FROM json_each(document, '$.roles') WHERE value = 'individual');
UPDATE accounts SET grade_key = CASE grade
    WHEN 'P' THEN '00'
    WHEN 'K' THEN '01'
    WHEN '1' THEN '02'
    WHEN '2' THEN '03'
    WHEN '3' THEN '04'
    WHEN '4' THEN '05'
    WHEN '5' THEN '06'
    WHEN '6' THEN '07'
    WHEN '7' THEN '08'
    WHEN '8' THEN '09'
    WHEN '9' THEN '10'
    WHEN '10' THEN '11'
    WHEN '11' THEN '12'
    WHEN '12' THEN '13'
    WHEN '13' THEN '14'
    WHEN '14' THEN '15'
    WHEN '15' THEN '16'
    WHEN '16' THEN '17'
    WHEN '17' THEN '18'
    ELSE grade END;

-- District and school, folded. Tags that are there already get the plain lower case.
ALTER TABLE roster_tags ADD COLUMN sort_district TEXT;
ALTER TABLE roster_tags ADD COLUMN sort_school TEXT;
UPDATE roster_tags SET sort_district = lower(district), sort_school = lower(school);

-- The members that a sponsor wants at hand.
CREATE TABLE quick_lists (
    sponsor_id TEXT NOT NULL REFERENCES accounts (id),
    member_id TEXT NOT NULL REFERENCES accounts (id),
    date_added BIGINT NOT NULL,
    PRIMARY KEY (sponsor_id, member_id)
);
CREATE INDEX quick_lists_member ON quick_lists (member_id, sponsor_id);

-- What organizations vouch for are proofs like others.
INSERT INTO proofs (account_id, disability_type, source, date_added)
SELECT a.id, d.value, 'schoolVerified', a.created_at FROM accounts a
    JOIN json_each(a.document, '$.membership.disabilities') d
WHERE TRUE ON CONFLICT DO NOTHING;
