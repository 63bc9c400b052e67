-- The numbers of an organization's members by grade and by roster tag, without reading their records.
CREATE INDEX accounts_roster ON accounts (organization_id, is_member, deleted, grade_key, grade, roster_tag_id);
