-- The membership desk with many members and a long audit: every page reads entries of one index. The columns after the key
-- let a condition be decided on in the index alone.

-- site_id: the site of the person. NULL if a program of the release before wrote the entry; workers fill it in.
DROP INDEX audit_account;
DROP INDEX audit_reader;
ALTER TABLE audit ADD COLUMN site_id TEXT COLLATE "C";
UPDATE audit SET site_id = (SELECT a.site_id FROM accounts a WHERE a.id = audit.account_id);
CREATE INDEX audit_account ON audit (account_id, read_at, id, reader_id);
CREATE INDEX audit_reader ON audit (reader_id, read_at, id, site_id);
CREATE INDEX audit_site ON audit (site_id, read_at, id);

-- subject_site_id: the site of the person or organization, or the site itself. NULL for what belongs to no site's staff.
DROP INDEX audit_changes_at;
DROP INDEX audit_changes_account;
DROP INDEX audit_changes_actor;
DROP INDEX audit_changes_act;
ALTER TABLE audit_changes ADD COLUMN subject_site_id TEXT COLLATE "C";
UPDATE audit_changes SET subject_site_id = COALESCE(
    (SELECT a.site_id FROM accounts a WHERE a.id = audit_changes.account_id),
    (SELECT o.site_id FROM organizations o WHERE o.id = audit_changes.organization_id), site_id);
CREATE INDEX audit_changes_at ON audit_changes (changed_at, id);
CREATE INDEX audit_changes_account ON audit_changes (account_id, changed_at, id);
CREATE INDEX audit_changes_actor ON audit_changes (actor_id, changed_at, id, act, subject_site_id);
CREATE INDEX audit_changes_act ON audit_changes (act, changed_at, id);
CREATE INDEX audit_changes_site ON audit_changes (subject_site_id, changed_at, id);
CREATE INDEX audit_changes_site_act ON audit_changes ((subject_site_id || ' ' || act), changed_at, id);

-- has_signed: an agreement to the terms of use was recorded for the account. FALSE also if that is not known.
ALTER TABLE accounts ADD COLUMN has_signed BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE accounts SET has_signed = TRUE
WHERE EXISTS (SELECT 1 FROM agreements g WHERE g.account_id = accounts.id AND g.kind = 'termsOfUse');
CREATE INDEX accounts_unsigned ON accounts (created_at, id, site_id, is_individual, deleted, locked, has_signed)
    WHERE is_individual AND NOT deleted AND NOT locked AND NOT has_signed;
CREATE INDEX agreements_ended ON agreements (kind, account_id, date_expired) WHERE date_expired IS NOT NULL;
CREATE INDEX accounts_sponsors ON accounts (organization_id, created_at) WHERE is_sponsor AND NOT deleted;
CREATE INDEX organizations_unsigned ON organizations (id) WHERE NOT agreement_signed;
CREATE INDEX proofs_added ON proofs (account_id, date_added);
DROP INDEX proof_submissions_open;
CREATE INDEX proof_submissions_open ON proof_submissions (account_id, date_submitted, decided_at)
    WHERE decided_at IS NULL;

-- People by name and by site.
DROP INDEX accounts_last_name;
CREATE INDEX accounts_last_name ON accounts (last_name, first_name, id, site_id, date_of_birth, deleted);
DROP INDEX accounts_first_name;
CREATE INDEX accounts_first_name ON accounts (first_name, last_name, id, site_id, date_of_birth, deleted);
DROP INDEX accounts_namesakes;
CREATE INDEX accounts_namesakes ON accounts (last_name, first_name, date_of_birth, site_id, id, deleted)
    WHERE NOT deleted AND date_of_birth IS NOT NULL;
DROP INDEX accounts_site;
CREATE INDEX accounts_site ON accounts
    (site_id, id, created_at, organization_id, grade, is_member, is_individual, locked, deleted);

-- Books that were fetched in some months, for reports.
CREATE INDEX downloads_downloaded ON downloads (date_downloaded, recipient_id, caller_id, title_id, format);
