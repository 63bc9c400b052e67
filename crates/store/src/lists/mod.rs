//! Reading lists, their titles, members and subscribers (docs/rules/lists.md#rule-1).

mod members;
mod titles;
mod views;

use domain::{AccountId, OrganizationId, TitleId};
use jiff::Timestamp;

pub use domain::lists::{ListAccess, ReadingList};
pub use members::{add_members, find_members, find_members_of_organization, is_member, remove_member};
pub use titles::{TitleSort, count_titles, titles_page};
pub use views::{ListScope, ListSort, ListView, count, get_view, page};

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, Tx, record};

record! {
    ReadingList {
        id,
        site: "site_id",
        owner: "owner_id",
        organization: "organization_id",
        name,
        description,
        access,
        updated: "updated_at",
    }
}

/// Adds a list. Conflict `reading_lists_pkey` if it exists.
pub async fn insert(mut conn: impl Conn, list: &ReadingList) -> Result<()> {
    conn.execute(list_row(list).insert()).await.map(drop)
}

/// Counts the lists that an account owns. The account stays locked until the transaction ends: of concurrent
/// requests each counts the lists of those before it.
pub async fn lock_and_count_owned(tx: &mut Tx, owner: &AccountId) -> Result<u64> {
    let account = format!("SELECT id FROM accounts WHERE id = $1{}", tx.lock_clause());
    tx.fetch_optional::<AccountId>(Sql::new(account).bind(owner)).await?;
    tx.fetch_one(Sql::new("SELECT COUNT(*) FROM reading_lists WHERE owner_id = $1").bind(owner)).await
}

/// Replaces a list's record. False if the list does not exist.
pub async fn update(mut conn: impl Conn, list: &ReadingList) -> Result<bool> {
    conn.affects_rows(list_row(list).update()).await
}

/// Deletes a list with all that is on it. False if the list does not exist.
pub async fn remove(mut conn: impl Conn, id: &str) -> Result<bool> {
    conn.affects_rows(Sql::new("DELETE FROM reading_lists WHERE id = $1").bind(id)).await
}

pub(crate) fn list_row(list: &ReadingList) -> TableRow<'static> {
    TableRow::new("reading_lists")
        .set("id", &list.id)
        .set("site_id", &list.site)
        .set("owner_id", &list.owner)
        .set("organization_id", &list.organization)
        .set("name", &list.name)
        .set("description", &list.description)
        .set("access", list.access)
        .set("updated_at", list.updated)
        .set("sort_name", domain::sorting::name_key(&list.name))
        .set("searched", list.search_text())
}

pub async fn get(mut conn: impl Conn, id: &str) -> Result<Option<ReadingList>> {
    conn.fetch_optional(ReadingList::select_from("reading_lists WHERE id = $1").bind(id)).await
}

/// The lists that an account owns, and those of its organization's sponsors together, by name: at most
/// `limit`.
pub async fn list_owned_or_shared(
    mut conn: impl Conn,
    owner: &AccountId,
    organization: &OrganizationId,
    limit: u32,
) -> Result<Vec<ReadingList>> {
    let statement = ReadingList::select_from(&format!(
        "reading_lists WHERE owner_id = $1 OR (organization_id = $2 AND access = 'org') \
         ORDER BY sort_name, id LIMIT {limit}"
    ));
    conn.fetch_all(statement.bind(owner).bind(organization)).await
}

/// One list, locked against other writers until the transaction ends: read it, check permissions, change it.
pub async fn get_for_update(tx: &mut Tx, id: &str) -> Result<Option<ReadingList>> {
    let statement = ReadingList::select_from("reading_lists WHERE id = $1").append(tx.lock_clause());
    tx.fetch_optional(statement.bind(id)).await
}

/// Adds a title. False if it is on the list already.
pub async fn add_title(
    tx: &mut Tx,
    list: &str,
    title: TitleId,
    by: &AccountId,
    now: Timestamp,
) -> Result<bool> {
    let added = tx.affects_rows(list_title_row(list, title, Some(by), now).insert_if_new()).await?;
    touch(tx, list, added, now).await
}

pub(crate) fn list_title_row(
    list: &str,
    title: TitleId,
    by: Option<&AccountId>,
    added: Timestamp,
) -> TableRow<'static> {
    TableRow::new("reading_list_titles")
        .set("list_id", list)
        .set("title_id", title)
        .set("added_by", by)
        .set("date_added", added)
}

/// Takes a title off. False if it is not on the list, or was removed permanently, which no list shows.
pub async fn remove_title(tx: &mut Tx, list: &str, title: TitleId, now: Timestamp) -> Result<bool> {
    let statement = Sql::new(
        "DELETE FROM reading_list_titles WHERE list_id = $1 AND title_id = $2 \
         AND EXISTS (SELECT 1 FROM titles t WHERE t.id = title_id AND t.status <> 'removed')",
    )
    .bind_all((list, title));
    let removed = tx.affects_rows(statement).await?;
    touch(tx, list, removed, now).await
}

pub async fn list_titles(mut conn: impl Conn, list: &str) -> Result<Vec<TitleId>> {
    let statement =
        Sql::new("SELECT title_id FROM reading_list_titles WHERE list_id = $1 ORDER BY title_id").bind(list);
    conn.fetch_all(statement).await
}

/// Subscribes an account to a list, or ends its subscription. False if nothing changed.
pub async fn set_subscribed(
    mut conn: impl Conn,
    list: &str,
    account: &AccountId,
    subscribed: bool,
    now: Timestamp,
) -> Result<bool> {
    let row = member_row("reading_list_subscriptions", list, account);
    let statement = if subscribed { row.set("date_added", now).insert_if_new() } else { row.delete() };
    conn.affects_rows(statement).await
}

/// Ends the subscriptions of accounts that no longer see a list, after its access has changed. Returns true
/// if there were some.
pub async fn end_unseen_subscriptions(mut conn: impl Conn, list: &ReadingList) -> Result<bool> {
    let (column, seen_by) = match list.access {
        // Only its members.
        ListAccess::Private => ("id", None),
        ListAccess::Shared => ("site_id", Some(list.site.as_str())),
        ListAccess::Org => ("organization_id", list.organization.as_ref().map(OrganizationId::as_str)),
    };
    let statement = Sql::new(format!(
        "DELETE FROM reading_list_subscriptions WHERE list_id = $1 \
         AND account_id NOT IN (SELECT id FROM accounts WHERE {column} = $2) \
         AND account_id NOT IN (SELECT account_id FROM reading_list_members WHERE list_id = $1)"
    ))
    .bind_all((&list.id, seen_by));
    conn.affects_rows(statement).await
}

pub(crate) fn member_row(table: &'static str, list: &str, account: &AccountId) -> TableRow<'static> {
    TableRow::new(table).set("list_id", list).set("account_id", account)
}

/// The list's date moves with its titles and members.
async fn touch(tx: &mut Tx, list: &str, changed: bool, now: Timestamp) -> Result<bool> {
    if changed {
        let statement =
            Sql::new("UPDATE reading_lists SET updated_at = $2 WHERE id = $1 AND updated_at < $2")
                .bind_all((list, now));
        tx.execute(statement).await?;
    }
    Ok(changed)
}
