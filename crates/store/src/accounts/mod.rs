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
use crate::sql::TableRow;
use crate::{Conn, KeyPage, OnConflict, Result, Sql, StoreError, Tx, insert_rows, password_resets, sessions};

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

/// Adds an account; without a password hash it cannot sign in. Conflict `logins_pkey` when the user name
/// or email address is taken by another account of any site.
pub async fn insert(tx: &mut Tx, account: &Account, password_hash: Option<&str>) -> Result<()> {
    tx.execute(new_row(account, password_hash)?.insert()).await?;
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
    if !tx.affects_rows(record_row(account, document).update()).await? {
        return Ok(false);
    }
    let statement = Sql::new("SELECT folded FROM logins WHERE account_id = $1").bind(account.id.as_str());
    let before: BTreeSet<String> = tx.fetch_all::<String>(statement).await?.into_iter().collect();
    if before != login_names(account) {
        tx.execute(Sql::new("DELETE FROM logins WHERE account_id = $1").bind(account.id.as_str())).await?;
        insert_logins(tx, account).await?;
        password_resets::void_open_keys(tx, &account.id).await?;
    }
    Ok(true)
}

fn new_row(account: &Account, password_hash: Option<&str>) -> Result<TableRow<'static>> {
    let row = record_row(account, new_document(account)?);
    Ok(row.set("created_at", account.created).set("password_hash", password_hash))
}

/// The columns that are written with the record.
fn record_row(account: &Account, document: String) -> TableRow<'static> {
    roster_row(account, document)
        .set("site_id", &account.site)
        .set("organization_id", account.membership.as_ref().map(|m| &m.organization))
        .set("is_member", account.has_role(Role::OrganizationMember))
        .set("is_sponsor", account.has_role(Role::OrganizationSponsor))
        .set("is_individual", account.has_role(Role::Individual))
        .set("locked", account.locked)
        .set("deleted", account.deleted)
}

/// The columns that change with a row of a roster.
fn roster_row(account: &Account, document: String) -> TableRow<'static> {
    let membership = account.membership.as_ref();
    let grade = membership.and_then(|m| m.grade.as_deref());
    TableRow::new("accounts")
        .set("id", &account.id)
        .set("roster_tag_id", membership.and_then(|m| m.roster_tag))
        .set("last_name", name_key(&account.name.last))
        .set("first_name", name_key(&account.name.first))
        .set("grade", grade)
        .set("grade_key", grade.map(domain::grades::sort_key))
        .set("date_of_birth", account.date_of_birth.map(|date| date.to_string()))
        .set("document", document)
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
    let row =
        |(name, id): (String, &AccountId)| TableRow::new("logins").set("folded", name).set("account_id", id);
    tx.execute_each(insert_rows(names.into_iter().map(row), OnConflict::Fail)).await.map(drop)
}

/// One account, locked and deleted ones too.
pub async fn get(mut conn: impl Conn, id: &AccountId) -> Result<Option<Account>> {
    conn.fetch_optional(Sql::new("SELECT document FROM accounts WHERE id = $1").bind(id)).await
}

/// One account, locked against other writers until the transaction ends: read, change, [`update`].
pub async fn get_for_update(tx: &mut Tx, id: &AccountId) -> Result<Option<Account>> {
    let text = format!("SELECT document FROM accounts WHERE id = $1{}", tx.lock_clause());
    tx.fetch_optional(Sql::new(text).bind(id)).await
}

/// One account with its password hash, locked as by [`get_for_update`].
pub async fn get_with_password_for_update(
    tx: &mut Tx,
    id: &AccountId,
) -> Result<Option<(Account, Option<String>)>> {
    let text = format!("SELECT document, password_hash FROM accounts WHERE id = $1{}", tx.lock_clause());
    tx.fetch_optional(Sql::new(text).bind(id)).await
}

/// The account with this identifier, user name or email address, as [`find_by_identifier`] finds it, locked
/// as by [`get_for_update`].
pub async fn lock_by_identifier(tx: &mut Tx, identifier: &str) -> Result<Option<Account>> {
    let text = format!("SELECT document FROM accounts WHERE id = ({BY_IDENTIFIER}){}", tx.lock_clause());
    tx.fetch_optional(Sql::new(text).bind(identifier).bind(fold_login(identifier))).await
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
        .bind_all((identifier, fold_login(identifier)));
    conn.fetch_optional(statement).await
}

/// The account that signs in by this user name or email address, with its password hash; without a hash it
/// cannot sign in. The caller checks if it is locked.
pub async fn find_by_login(mut conn: impl Conn, login: &str) -> Result<Option<(Account, Option<String>)>> {
    let statement = Sql::new(
        "SELECT a.document, a.password_hash FROM logins l JOIN accounts a ON a.id = l.account_id \
         WHERE l.folded = $1",
    )
    .bind(fold_login(login));
    conn.fetch_optional(statement).await
}

/// Returns true if a user name or email address is taken.
pub async fn is_login_taken(mut conn: impl Conn, login: &str) -> Result<bool> {
    let statement = Sql::new("SELECT COUNT(*) FROM logins WHERE folded = $1").bind(fold_login(login));
    Ok(conn.fetch_one::<i64>(statement).await? > 0)
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
        .bind_all((id, hash, document));
    tx.affects_rows(statement).await
}

/// Locks the account or unlocks it; a locked account's tokens are refused immediately
/// (docs/rules/authentication.md#rule-11). `false` if the account does not exist.
pub async fn set_locked(tx: &mut Tx, id: &AccountId, locked: bool) -> Result<bool> {
    let Some(mut account) = get_for_update(tx, id).await? else { return Ok(false) };
    account.locked = locked;
    let document = lock_and_change_document(tx, id.as_str(), &account).await?;
    let statement = Sql::new("UPDATE accounts SET locked = $2, document = $3 WHERE id = $1")
        .bind_all((id, locked, document));
    tx.affects_rows(statement).await
}

/// Accounts of one site or of all, by identifier, deleted ones too.
pub async fn list(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    page: &KeyPage<AccountId>,
) -> Result<Vec<Account>> {
    let statement = Sql::new("SELECT document FROM accounts WHERE TRUE")
        .and_if_some("site_id = ?", site)
        .and_if_some("id > ?", page.after.as_ref().map(AccountId::as_str))
        .append(&format!(" ORDER BY id LIMIT {}", page.limit));
    conn.fetch_all(statement).await
}

pub async fn count(mut conn: impl Conn, site: Option<&SiteId>) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM accounts WHERE TRUE").and_if_some("site_id = ?", site);
    conn.fetch_one(statement).await
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
    .bind(organization);
    conn.fetch_all(statement).await
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
