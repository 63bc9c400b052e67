//! Reading lists, their titles, members and subscribers (docs/rules/lists.md#rule-1).

mod members;
mod titles;
mod views;

use domain::{AccountId, OrganizationId, SiteId, TitleId};
use jiff::Timestamp;

pub use domain::lists::{ListAccess, ReadingList};
pub use members::{add_members, find_members, find_members_of_organization, is_member, remove_member};
pub use titles::{TitleSort, count_titles, titles_page};
pub use views::{ListScope, ListSort, ListView, count, get_view, page};

use crate::{Conn, Result, Sql, Tx, parse_enum, to_count, to_timestamp};

const COLUMNS: &str =
    "SELECT id, site_id, owner_id, organization_id, name, description, access, updated_at FROM reading_lists";

type ListRow = (String, String, String, Option<String>, String, String, String, i64);

fn list((id, site, owner, organization, name, description, access, updated): ListRow) -> Result<ReadingList> {
    Ok(ReadingList {
        id,
        site: SiteId(site),
        owner: AccountId(owner),
        organization: organization.map(OrganizationId),
        name,
        description,
        access: parse_enum(&access)?,
        updated: to_timestamp(updated)?,
    })
}

/// Adds a list. Conflict `reading_lists_pkey` if it exists.
pub async fn insert(mut conn: impl Conn, list: &ReadingList) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO reading_lists (id, site_id, owner_id, organization_id, name, description, access, \
         updated_at, sort_name, searched) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    );
    conn.execute(bind_list(statement, list)).await.map(|_| ())
}

/// Counts the lists that an account owns. The account stays locked until the transaction ends: of concurrent
/// requests each counts the lists of those before it.
pub async fn lock_and_count_owned(tx: &mut Tx, owner: &AccountId) -> Result<u64> {
    let account = format!("SELECT id FROM accounts WHERE id = $1{}", tx.lock_clause());
    tx.fetch_optional::<(String,)>(Sql::new(account).bind(owner.as_str())).await?;
    let statement = Sql::new("SELECT COUNT(*) FROM reading_lists WHERE owner_id = $1").bind(owner.as_str());
    to_count(tx.fetch_one::<(i64,)>(statement).await?.0)
}

/// Replaces a list's record. False if the list does not exist.
pub async fn update(mut conn: impl Conn, list: &ReadingList) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE reading_lists SET site_id = $2, owner_id = $3, organization_id = $4, name = $5, \
         description = $6, access = $7, updated_at = $8, sort_name = $9, searched = $10 WHERE id = $1",
    );
    conn.affects_rows(bind_list(statement, list)).await
}

/// Deletes a list with all that is on it. False if the list does not exist.
pub async fn remove(mut conn: impl Conn, id: &str) -> Result<bool> {
    conn.affects_rows(Sql::new("DELETE FROM reading_lists WHERE id = $1").bind(id)).await
}

fn bind_list(statement: Sql, list: &ReadingList) -> Sql {
    statement
        .bind(list.id.as_str())
        .bind(list.site.as_str())
        .bind(list.owner.as_str())
        .bind(list.organization.as_ref().map(OrganizationId::as_str))
        .bind(list.name.as_str())
        .bind(list.description.as_str())
        .bind(list.access.as_str())
        .bind_time(list.updated)
        .bind(domain::sorting::name_key(&list.name))
        .bind(list.search_text())
}

pub async fn get(mut conn: impl Conn, id: &str) -> Result<Option<ReadingList>> {
    let statement = Sql::new(format!("{COLUMNS} WHERE id = $1")).bind(id);
    conn.fetch_optional::<ListRow>(statement).await?.map(list).transpose()
}

/// The lists that an account owns, and those of its organization's sponsors together, by name: at most
/// `limit`.
pub async fn list_owned_or_shared(
    mut conn: impl Conn,
    owner: &AccountId,
    organization: &OrganizationId,
    limit: u32,
) -> Result<Vec<ReadingList>> {
    let statement = Sql::new(format!(
        "{COLUMNS} WHERE owner_id = $1 OR (organization_id = $2 AND access = 'org') \
         ORDER BY sort_name, id LIMIT {limit}"
    ))
    .bind(owner.as_str())
    .bind(organization.as_str());
    conn.fetch_all::<ListRow>(statement).await?.into_iter().map(list).collect()
}

/// One list, locked against other writers until the transaction ends: read it, check permissions, change it.
pub async fn get_for_update(tx: &mut Tx, id: &str) -> Result<Option<ReadingList>> {
    let text = format!("{COLUMNS} WHERE id = $1{}", tx.lock_clause());
    tx.fetch_optional::<ListRow>(Sql::new(text).bind(id)).await?.map(list).transpose()
}

/// Adds a title. False if it is on the list already.
pub async fn add_title(
    tx: &mut Tx,
    list: &str,
    title: TitleId,
    by: &AccountId,
    now: Timestamp,
) -> Result<bool> {
    let statement = Sql::new(
        "INSERT INTO reading_list_titles (list_id, title_id, added_by, date_added) \
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind(list)
    .bind(title.0)
    .bind(by.as_str())
    .bind_time(now);
    let added = tx.affects_rows(statement).await?;
    touch(tx, list, added, now).await
}

/// Takes a title off. False if it is not on the list, or was removed permanently, which no list shows.
pub async fn remove_title(tx: &mut Tx, list: &str, title: TitleId, now: Timestamp) -> Result<bool> {
    let statement = Sql::new(
        "DELETE FROM reading_list_titles WHERE list_id = $1 AND title_id = $2 \
         AND EXISTS (SELECT 1 FROM titles t WHERE t.id = title_id AND t.status <> 'removed')",
    )
    .bind(list)
    .bind(title.0);
    let removed = tx.affects_rows(statement).await?;
    touch(tx, list, removed, now).await
}

pub async fn list_titles(mut conn: impl Conn, list: &str) -> Result<Vec<TitleId>> {
    let statement =
        Sql::new("SELECT title_id FROM reading_list_titles WHERE list_id = $1 ORDER BY title_id").bind(list);
    Ok(conn.fetch_all::<(i64,)>(statement).await?.into_iter().map(|(id,)| TitleId(id)).collect())
}

/// Subscribes an account to a list, or ends its subscription. False if nothing changed.
pub async fn set_subscribed(
    mut conn: impl Conn,
    list: &str,
    account: &AccountId,
    subscribed: bool,
    now: Timestamp,
) -> Result<bool> {
    let statement = if subscribed {
        Sql::new(
            "INSERT INTO reading_list_subscriptions (list_id, account_id, date_added) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING",
        )
        .bind(list)
        .bind(account.as_str())
        .bind_time(now)
    } else {
        Sql::new("DELETE FROM reading_list_subscriptions WHERE list_id = $1 AND account_id = $2")
            .bind(list)
            .bind(account.as_str())
    };
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
    .bind(list.id.as_str())
    .bind(seen_by);
    conn.affects_rows(statement).await
}

/// The list's date moves with its titles and members.
async fn touch(tx: &mut Tx, list: &str, changed: bool, now: Timestamp) -> Result<bool> {
    if changed {
        let statement =
            Sql::new("UPDATE reading_lists SET updated_at = $2 WHERE id = $1 AND updated_at < $2")
                .bind(list)
                .bind_time(now);
        tx.execute(statement).await?;
    }
    Ok(changed)
}
