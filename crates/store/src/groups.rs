//! Groups of members: classes, and groups that sponsors make by hand (docs/rules/organizations.md#rule-17).

use std::collections::{BTreeSet, HashMap};

use domain::groups::{GroupOrigin, group_name_key};
use domain::{AccountId, OrganizationId, name_key};
use jiff::Timestamp;

use crate::sql::{ROWS_PER_STATEMENT, TableRow, typed_rows};
use crate::{
    Conn, OnConflict, PageRequest, Record as _, Result, RowPosition, Sql, Tx, group_by_key, insert_rows,
    record,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub id: i64,
    pub name: String,
    pub origin: GroupOrigin,
    /// The class as files name it. `None` if a sponsor made the group.
    pub source: Option<String>,
    pub date_added: Timestamp,
}

/// A group that is not stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGroup {
    pub name: String,
    pub origin: GroupOrigin,
    /// The class as files name it. `None` if a sponsor makes the group.
    pub source: Option<String>,
}

record! { Group { id, name, origin, source, date_added } }

/// The number of members of the group `g`.
const MEMBER_COUNT: &str = "(SELECT COUNT(*) FROM group_members m WHERE m.group_id = g.id)";

/// Adds a group. Conflict `groups_names` if the organization has one of this name.
pub async fn add(
    mut conn: impl Conn,
    organization: &OrganizationId,
    new: &NewGroup,
    now: Timestamp,
) -> Result<Group> {
    let row = group_row(organization, new, now);
    conn.fetch_one(row.insert().append(" RETURNING ").append(Group::COLUMNS)).await
}

fn group_row(organization: &OrganizationId, new: &NewGroup, now: Timestamp) -> TableRow<'static> {
    TableRow::new("groups")
        .set("organization_id", organization)
        .set("name", &new.name)
        .set("name_key", group_name_key(&new.name))
        .set("sort_name", name_key(&new.name))
        .set("origin", new.origin)
        .set("source", new.source.as_deref())
        .set("date_added", now)
}

/// Adds groups with names and sources that the organization does not have yet.
pub async fn add_many(
    tx: &mut Tx,
    organization: &OrganizationId,
    new: &[NewGroup],
    now: Timestamp,
) -> Result<()> {
    let rows = new.iter().map(|group| group_row(organization, group, now));
    tx.execute_each(insert_rows(rows, OnConflict::Fail)).await.map(drop)
}

pub async fn get(mut conn: impl Conn, organization: &OrganizationId, id: i64) -> Result<Option<Group>> {
    let statement = Group::select_from("groups WHERE organization_id = $1 AND id = $2");
    conn.fetch_optional(statement.bind(organization).bind(id)).await
}

/// All groups of the organization, by name: at most
/// [`MAX_GROUPS_PER_ORGANIZATION`](domain::groups::MAX_GROUPS_PER_ORGANIZATION).
pub async fn list(mut conn: impl Conn, organization: &OrganizationId) -> Result<Vec<Group>> {
    let statement = Group::select_from("groups WHERE organization_id = $1 ORDER BY sort_name, id");
    conn.fetch_all(statement.bind(organization)).await
}

/// All groups of the organization, by name, each with the number of its members.
pub async fn list_with_counts(
    mut conn: impl Conn,
    organization: &OrganizationId,
) -> Result<Vec<(Group, u64)>> {
    let text = format!(
        "SELECT {}, {MEMBER_COUNT} FROM groups g WHERE g.organization_id = $1 ORDER BY g.sort_name, g.id",
        Group::columns_of("g")
    );
    conn.fetch_all(Sql::new(text).bind(organization)).await
}

/// A page of the organization's groups by name, each with its position and the number of its members.
pub async fn page(
    mut conn: impl Conn,
    organization: &OrganizationId,
    page_request: PageRequest<'_, (), i64>,
) -> Result<Vec<(RowPosition<i64>, (Group, u64))>> {
    let statement = Sql::new(format!(
        "SELECT g.sort_name, g.id, {}, {MEMBER_COUNT} FROM groups g WHERE g.organization_id = $1",
        Group::columns_of("g")
    ))
    .bind(organization);
    conn.fetch_all(page_request.complete(statement, "g.sort_name", "g.id")).await
}

pub async fn count(mut conn: impl Conn, organization: &OrganizationId) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM groups WHERE organization_id = $1");
    conn.fetch_one(statement.bind(organization)).await
}

pub async fn count_members(mut conn: impl Conn, group: i64) -> Result<u64> {
    conn.fetch_one(Sql::new("SELECT COUNT(*) FROM group_members WHERE group_id = $1").bind(group)).await
}

/// Renames a group of the organization. Returns false if it does not exist. Conflict
/// `groups_names` if another group has the name.
pub async fn rename(mut conn: impl Conn, organization: &OrganizationId, id: i64, name: &str) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE groups SET name = $3, name_key = $4, sort_name = $5 WHERE organization_id = $1 AND id = $2",
    )
    .bind_all((organization, id, name, group_name_key(name), name_key(name)));
    conn.affects_rows(statement).await
}

/// Deletes a group of the organization; its members stay members. Returns false if the group does not exist.
pub async fn delete(mut conn: impl Conn, organization: &OrganizationId, id: i64) -> Result<bool> {
    let statement = Sql::new("DELETE FROM groups WHERE organization_id = $1 AND id = $2");
    conn.affects_rows(statement.bind(organization).bind(id)).await
}

/// Deletes the classes of the organization that a file added at this moment and that have no members. Returns
/// how many.
pub async fn delete_empty_classes(
    mut conn: impl Conn,
    organization: &OrganizationId,
    added: Timestamp,
) -> Result<u64> {
    let statement = Sql::new(
        "DELETE FROM groups WHERE organization_id = $1 AND date_added = $2 AND origin <> $3 \
         AND NOT EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = groups.id)",
    )
    .bind_all((organization, added, GroupOrigin::ByHand));
    conn.execute(statement).await
}

/// The groups of members, by member. Members in no group are left out.
pub type Memberships = HashMap<AccountId, BTreeSet<i64>>;

/// The groups of all members of the organization: one statement.
pub async fn list_memberships(mut conn: impl Conn, organization: &OrganizationId) -> Result<Memberships> {
    let statement = Sql::new(
        "SELECT m.account_id, m.group_id FROM group_members m JOIN groups g ON g.id = m.group_id \
         WHERE g.organization_id = $1",
    );
    Ok(group_by_key(conn.fetch_all::<(AccountId, i64)>(statement.bind(organization)).await?))
}

pub async fn list_memberships_of(mut conn: impl Conn, members: &[AccountId]) -> Result<Memberships> {
    let select = Sql::new("SELECT account_id, group_id FROM group_members WHERE account_id IN (?)");
    Ok(group_by_key(conn.fetch_each::<Vec<(AccountId, i64)>>(select.for_keys(members)).await?))
}

/// Puts members into groups, which must exist.
pub async fn add_members(tx: &mut Tx, places: &[(i64, &AccountId)]) -> Result<()> {
    let row = |(group, account): &(i64, &AccountId)| {
        TableRow::new("group_members").set("group_id", *group).set("account_id", *account)
    };
    tx.execute_each(insert_rows(places.iter().map(row), OnConflict::Keep)).await.map(drop)
}

pub async fn remove_members(tx: &mut Tx, places: &[(i64, &AccountId)]) -> Result<()> {
    for some in places.chunks(ROWS_PER_STATEMENT) {
        let pairs = typed_rows(&["BIGINT", "TEXT"], some.len());
        let text = format!("DELETE FROM group_members WHERE (group_id, account_id) IN (VALUES {pairs})");
        let mut statement = Sql::new(text);
        for (group, account) in some {
            statement = statement.bind(*group).bind(account.as_str());
        }
        tx.execute(statement).await?;
    }
    Ok(())
}
