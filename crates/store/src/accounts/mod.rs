//! Accounts and the names they sign in by.

mod batch;
mod records;
mod reserved;

pub use batch::{find_by_logins, insert_many, update_many};
pub use records::{find_taken_names, get_by_ids, get_by_ids_for_update, update_records};

use std::collections::BTreeSet;

use domain::{Account, AccountId, OrganizationId, Role, SiteId, name_key};
use unicode_normalization::UnicodeNormalization as _;

use crate::json::{lock_and_change_document, new_document};
use crate::{
    Conn, KeyPage, OnConflict, Result, Sql, StoreError, Tx, Value, insert_rows, parse_record,
    password_resets, sessions, to_count,
};

/// A user name or email address in the form that sign-in names are compared in: trimmed, lower case
/// (docs/rules/organizations.md#rule-12), and the same however a keyboard puts its letters together (Unicode
/// normalization form KC).
pub fn fold_login(login: &str) -> String {
    let text = login.trim().to_lowercase();
    if text.is_ascii() { text } else { text.nfkc().collect() }
}

/// The account that an identifier names: its own identifier before another's user name or email address.
/// `$1` is the identifier, `$2` its folded form.
pub(crate) const BY_IDENTIFIER: &str = "SELECT id FROM accounts \
     WHERE id = $1 OR id = (SELECT account_id FROM logins WHERE folded = $2) \
     ORDER BY CASE WHEN id = $1 THEN 0 ELSE 1 END LIMIT 1";

fn parse_documents(rows: &[(String,)]) -> Result<Vec<Account>> {
    rows.iter().map(|(document,)| parse_record(document)).collect()
}

/// Adds an account; without a password hash it cannot sign in. Conflict `logins_pkey` when the user name
/// or email address is taken by another account of any site.
pub async fn insert(tx: &mut Tx, account: &Account, password_hash: Option<&str>) -> Result<()> {
    let rows = vec![to_row(account, new_document(account)?, password_hash)];
    tx.execute(insert_rows("accounts", COLUMNS, rows, OnConflict::Fail)).await?;
    insert_logins(tx, account).await
}

/// Replaces the record and its sign-in names; the password stays. With other names than before, keys that
/// emails took to the old address are void. False if the account does not exist; Conflict `logins_pkey` as
/// for [`insert`]. A deleted account gives its names free.
pub async fn update(tx: &mut Tx, account: &Account) -> Result<bool> {
    let document = lock_and_change_document(tx, account.id.as_str(), account).await?;
    write_record(tx, account, document).await
}

/// Replaces everything that is stored about the person with this record: nothing stays of the one before, not
/// even what a newer program has written. Otherwise as by [`update`].
pub(crate) async fn replace(tx: &mut Tx, account: &Account) -> Result<bool> {
    let document = new_document(account)?;
    write_record(tx, account, document).await
}

async fn write_record(tx: &mut Tx, account: &Account, document: String) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE accounts SET site_id = $2, organization_id = $3, roster_tag_id = $4, is_member = $5, \
         is_sponsor = $6, locked = $7, deleted = $8, last_name = $9, first_name = $10, grade = $11, \
         date_of_birth = $12, document = $13, is_individual = $14, grade_key = $15 WHERE id = $1",
    );
    if !tx
        .affects_rows(statement.bind_list(to_row(account, document, None).into_iter().take(RECORD_COLUMNS)))
        .await?
    {
        return Ok(false);
    }
    let statement = Sql::new("SELECT folded FROM logins WHERE account_id = $1").bind(account.id.as_str());
    let before: BTreeSet<String> =
        tx.fetch_all::<(String,)>(statement).await?.into_iter().map(|(name,)| name).collect();
    if before != login_names(account) {
        tx.execute(Sql::new("DELETE FROM logins WHERE account_id = $1").bind(account.id.as_str())).await?;
        insert_logins(tx, account).await?;
        password_resets::void_open_keys(tx, &account.id).await?;
    }
    Ok(true)
}

/// The columns of an account. An update of the record writes the first ones, [`RECORD_COLUMNS`].
const COLUMNS: [&str; 17] = [
    "id", "site_id", "organization_id", "roster_tag_id", "is_member", "is_sponsor", "locked", "deleted",
    "last_name", "first_name", "grade", "date_of_birth", "document", "is_individual", "grade_key",
    "created_at", "password_hash",
];

/// Number of the columns that come from the record.
const RECORD_COLUMNS: usize = 15;

/// The values of [`COLUMNS`].
fn to_row(account: &Account, document: String, password_hash: Option<&str>) -> [Value; 17] {
    let membership = account.membership.as_ref();
    let grade = membership.and_then(|m| m.grade.as_deref());
    [
        account.id.as_str().into(),
        account.site.as_str().into(),
        membership.map(|m| m.organization.as_str()).into(),
        membership.and_then(|m| m.roster_tag).into(),
        account.has_role(Role::OrganizationMember).into(),
        account.has_role(Role::OrganizationSponsor).into(),
        account.locked.into(),
        account.deleted.into(),
        name_key(&account.name.last).into(),
        name_key(&account.name.first).into(),
        grade.into(),
        account.date_of_birth.map(|date| date.to_string()).into(),
        document.into(),
        account.has_role(Role::Individual).into(),
        grade.map(domain::grades::sort_key).into(),
        account.created.as_microsecond().into(),
        password_hash.into(),
    ]
}

/// The names that an account signs in by, folded.
fn login_names(account: &Account) -> BTreeSet<String> {
    let names = [&account.username, &account.email].into_iter().flatten().map(|name| fold_login(name));
    names.filter(|name| !name.is_empty() && !account.deleted).collect()
}

async fn insert_logins(tx: &mut Tx, account: &Account) -> Result<()> {
    let names = login_names(account).into_iter().map(|name| (name, &account.id)).collect();
    insert_names(tx, names).await
}

async fn insert_names(tx: &mut Tx, names: Vec<(String, &AccountId)>) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    // The constraint that another account's name violates.
    if reserved::has_reserved_name(tx, &names).await? {
        return Err(StoreError::Conflict("logins_pkey".to_owned()));
    }
    let rows = names.into_iter().map(|(name, id)| [name.into(), id.as_str().into()]).collect();
    tx.execute(insert_rows("logins", ["folded", "account_id"], rows, OnConflict::Fail)).await.map(|_| ())
}

/// One account, locked and deleted ones too.
pub async fn get(mut conn: impl Conn, id: &AccountId) -> Result<Option<Account>> {
    let statement = Sql::new("SELECT document FROM accounts WHERE id = $1").bind(id.as_str());
    conn.fetch_optional::<(String,)>(statement).await?.map(|(document,)| parse_record(&document)).transpose()
}

/// One account, locked against other writers until the transaction ends: read, change, [`update`].
pub async fn get_for_update(tx: &mut Tx, id: &AccountId) -> Result<Option<Account>> {
    let text = format!("SELECT document FROM accounts WHERE id = $1{}", tx.lock_clause());
    let row = tx.fetch_optional::<(String,)>(Sql::new(text).bind(id.as_str())).await?;
    row.map(|(document,)| parse_record(&document)).transpose()
}

/// One account with its password hash, locked as by [`get_for_update`].
pub async fn get_with_password_for_update(
    tx: &mut Tx,
    id: &AccountId,
) -> Result<Option<(Account, Option<String>)>> {
    let text = format!("SELECT document, password_hash FROM accounts WHERE id = $1{}", tx.lock_clause());
    let row = tx.fetch_optional::<(String, Option<String>)>(Sql::new(text).bind(id.as_str())).await?;
    row.map(|(document, hash)| Ok((parse_record(&document)?, hash))).transpose()
}

/// The account with this identifier, user name or email address, as [`find_by_identifier`] finds it, locked
/// as by [`get_for_update`].
pub async fn lock_by_identifier(tx: &mut Tx, identifier: &str) -> Result<Option<Account>> {
    let text = format!("SELECT document FROM accounts WHERE id = ({BY_IDENTIFIER}){}", tx.lock_clause());
    let row =
        tx.fetch_optional::<(String,)>(Sql::new(text).bind(identifier).bind(fold_login(identifier))).await?;
    row.map(|(document,)| parse_record(&document)).transpose()
}

/// These accounts, in the order given; unknown ones are left out.
pub async fn get_many(mut conn: impl Conn, ids: &[AccountId]) -> Result<Vec<Account>> {
    let mut by_id = get_by_ids(&mut conn, ids).await?;
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// The account with this identifier, user name or email address, as paths and `forUser` name it
/// (docs/rules/requests.md#rule-16).
pub async fn find_by_identifier(mut conn: impl Conn, identifier: &str) -> Result<Option<Account>> {
    let statement = Sql::new(format!("SELECT document FROM accounts WHERE id = ({BY_IDENTIFIER})"))
        .bind(identifier)
        .bind(fold_login(identifier));
    conn.fetch_optional::<(String,)>(statement).await?.map(|(document,)| parse_record(&document)).transpose()
}

/// The account that signs in by this user name or email address, with its password hash; without a hash it
/// cannot sign in. The caller checks if it is locked.
pub async fn find_by_login(mut conn: impl Conn, login: &str) -> Result<Option<(Account, Option<String>)>> {
    let statement = Sql::new(
        "SELECT a.document, a.password_hash FROM logins l JOIN accounts a ON a.id = l.account_id \
         WHERE l.folded = $1",
    )
    .bind(fold_login(login));
    match conn.fetch_optional::<(String, Option<String>)>(statement).await? {
        Some((document, hash)) => Ok(Some((parse_record(&document)?, hash))),
        None => Ok(None),
    }
}

/// Returns true if a user name or email address is taken.
pub async fn is_login_taken(mut conn: impl Conn, login: &str) -> Result<bool> {
    let statement = Sql::new("SELECT COUNT(*) FROM logins WHERE folded = $1").bind(fold_login(login));
    Ok(conn.fetch_one::<(i64,)>(statement).await?.0 > 0)
}

/// Replaces the password's hash. Keys sent by email become void, and browsers that are signed in to the
/// library's pages are signed out, regardless of who changes the password. `needs_new` says that the person
/// must change it at the next sign-in. False if the account does not exist.
pub async fn set_password_hash(
    tx: &mut Tx,
    id: &AccountId,
    hash: Option<&str>,
    needs_new: bool,
) -> Result<bool> {
    let Some(mut account) = get_for_update(tx, id).await? else { return Ok(false) };
    account.needs_new_password = needs_new;
    let document = lock_and_change_document(tx, id.as_str(), &account).await?;
    password_resets::void_open_keys(tx, id).await?;
    sessions::end_all_of_accounts(&mut *tx, &[id]).await?;
    let statement = Sql::new("UPDATE accounts SET password_hash = $2, document = $3 WHERE id = $1")
        .bind(id.as_str())
        .bind(hash)
        .bind(document);
    tx.affects_rows(statement).await
}

/// Locks the account or unlocks it; a locked account's tokens are refused immediately
/// (docs/rules/authentication.md#rule-11). `false` if the account does not exist.
pub async fn set_locked(tx: &mut Tx, id: &AccountId, locked: bool) -> Result<bool> {
    let Some(mut account) = get_for_update(tx, id).await? else { return Ok(false) };
    account.locked = locked;
    let document = lock_and_change_document(tx, id.as_str(), &account).await?;
    let statement = Sql::new("UPDATE accounts SET locked = $2, document = $3 WHERE id = $1")
        .bind(id.as_str())
        .bind(locked)
        .bind(document);
    tx.affects_rows(statement).await
}

/// Accounts of one site or of all, by identifier, deleted ones too.
pub async fn list(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    page: &KeyPage<AccountId>,
) -> Result<Vec<Account>> {
    let statement = Sql::new("SELECT document FROM accounts WHERE TRUE")
        .and_if_some("site_id = ?", site.map(SiteId::as_str))
        .and_if_some("id > ?", page.after.as_ref().map(AccountId::as_str))
        .append(&format!(" ORDER BY id LIMIT {}", page.limit));
    parse_documents(&conn.fetch_all(statement).await?)
}

/// Counts the accounts on one site or on all.
pub async fn count(mut conn: impl Conn, site: Option<&SiteId>) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM accounts WHERE TRUE")
        .and_if_some("site_id = ?", site.map(SiteId::as_str));
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// The people of an organization, without deleted ones, by identifier: with this role, or all. Only
/// `OrganizationMember` and `OrganizationSponsor` are roles of an organization.
pub async fn list_members(
    mut conn: impl Conn,
    organization: &OrganizationId,
    role: Option<Role>,
) -> Result<Vec<AccountId>> {
    let statement = Sql::new(format!(
        "SELECT id FROM accounts WHERE organization_id = $1 {} ORDER BY id",
        role_condition(role)
    ))
    .bind(organization.as_str());
    Ok(conn.fetch_all::<(String,)>(statement).await?.into_iter().map(|(id,)| AccountId(id)).collect())
}

/// The condition of a roster, to be added to a WHERE clause.
pub(crate) fn role_condition(role: Option<Role>) -> &'static str {
    match role {
        None => "AND NOT deleted",
        Some(Role::OrganizationMember) => "AND NOT deleted AND is_member",
        Some(Role::OrganizationSponsor) => "AND NOT deleted AND is_sponsor",
        Some(_) => "AND FALSE",
    }
}
