//! Groups of members: classes, and groups that sponsors make by hand (docs/rules/organizations.md#rule-17).

use std::collections::{BTreeSet, HashMap};

use domain::groups::{GroupOrigin, group_name_key};
use domain::{AccountId, OrganizationId, name_key};
use jiff::Timestamp;

use crate::sql::{ROWS_PER_STATEMENT, insert_in_chunks, typed_rows};
use crate::{
    Conn, OnConflict, PageRequest, Result, RowPosition, Sql, Tx, parse_enum, to_count, to_timestamp,
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

type GroupRow = (i64, String, String, Option<String>, i64);

/// The columns of a [`GroupRow`].
const GROUP_COLUMNS: &str = "g.id, g.name, g.origin, g.source, g.date_added";

const MEMBER_COUNT: &str = "(SELECT COUNT(*) FROM group_members m WHERE m.group_id = g.id)";

fn group_from_row((id, name, origin, source, added): GroupRow) -> Result<Group> {
    Ok(Group { id, name, origin: parse_enum(&origin)?, source, date_added: to_timestamp(added)? })
}

/// Adds a group. Conflict `groups_names` if the organization has one of this name.
pub async fn add(
    mut conn: impl Conn,
    organization: &OrganizationId,
    new: &NewGroup,
    now: Timestamp,
) -> Result<Group> {
    let statement = Sql::new(
        "INSERT INTO groups (organization_id, name, name_key, sort_name, origin, source, date_added) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id, name, origin, source, date_added",
    )
    .bind(organization.as_str())
    .bind(new.name.as_str())
    .bind(group_name_key(&new.name))
    .bind(name_key(&new.name))
    .bind(new.origin.as_str())
    .bind(new.source.as_deref())
    .bind_time(now);
    group_from_row(conn.fetch_one::<GroupRow>(statement).await?)
}

/// Adds groups with names and sources that the organization does not have yet.
pub async fn add_many(
    tx: &mut Tx,
    organization: &OrganizationId,
    new: &[NewGroup],
    now: Timestamp,
) -> Result<()> {
    let columns = ["organization_id", "name", "name_key", "sort_name", "origin", "source", "date_added"];
    let row = |group: &NewGroup| {
        [
            organization.as_str().into(),
            group.name.as_str().into(),
            group_name_key(&group.name).into(),
            name_key(&group.name).into(),
            group.origin.as_str().into(),
            group.source.as_deref().into(),
            now.as_microsecond().into(),
        ]
    };
    let statements = insert_in_chunks("groups", columns, new.iter().map(row), OnConflict::Fail);
    tx.execute_each(statements).await.map(drop)
}

pub async fn get(mut conn: impl Conn, organization: &OrganizationId, id: i64) -> Result<Option<Group>> {
    let text = format!("SELECT {GROUP_COLUMNS} FROM groups g WHERE g.organization_id = $1 AND g.id = $2");
    let statement = Sql::new(text).bind(organization.as_str()).bind(id);
    conn.fetch_optional::<GroupRow>(statement).await?.map(group_from_row).transpose()
}

/// All groups of the organization, by name: at most
/// [`MAX_GROUPS_PER_ORGANIZATION`](domain::groups::MAX_GROUPS_PER_ORGANIZATION).
pub async fn list(mut conn: impl Conn, organization: &OrganizationId) -> Result<Vec<Group>> {
    let text = format!(
        "SELECT {GROUP_COLUMNS} FROM groups g WHERE g.organization_id = $1 ORDER BY g.sort_name, g.id"
    );
    let rows = conn.fetch_all::<GroupRow>(Sql::new(text).bind(organization.as_str())).await?;
    rows.into_iter().map(group_from_row).collect()
}

type CountedRow = (i64, String, String, Option<String>, i64, i64);

fn counted_group((id, name, origin, source, added, members): CountedRow) -> Result<(Group, u64)> {
    Ok((group_from_row((id, name, origin, source, added))?, to_count(members)?))
}

/// All groups of the organization, by name, each with the number of its members.
pub async fn list_with_counts(
    mut conn: impl Conn,
    organization: &OrganizationId,
) -> Result<Vec<(Group, u64)>> {
    let text = format!(
        "SELECT {GROUP_COLUMNS}, {MEMBER_COUNT} FROM groups g WHERE g.organization_id = $1 \
         ORDER BY g.sort_name, g.id"
    );
    let rows = conn.fetch_all::<CountedRow>(Sql::new(text).bind(organization.as_str())).await?;
    rows.into_iter().map(counted_group).collect()
}

/// A page of the organization's groups by name, each with its position and the number of its members.
pub async fn page(
    mut conn: impl Conn,
    organization: &OrganizationId,
    page_request: PageRequest<'_, (), i64>,
) -> Result<Vec<(RowPosition<i64>, (Group, u64))>> {
    type PageRow = (String, i64, String, String, Option<String>, i64, i64);
    let (beyond, order) = (
        page_request.after_condition("g.sort_name", "g.id", 2),
        page_request.order_and_limit("g.sort_name", "g.id"),
    );
    let statement = Sql::new(format!(
        "SELECT g.sort_name, {GROUP_COLUMNS}, {MEMBER_COUNT} FROM groups g WHERE g.organization_id = $1 \
         {beyond} {order}"
    ))
    .bind(organization.as_str());
    let rows = conn.fetch_all::<PageRow>(page_request.bind_position(statement)).await?;
    rows.into_iter()
        .map(|(key, id, name, origin, source, added, members)| {
            Ok(((Some(key), id), counted_group((id, name, origin, source, added, members))?))
        })
        .collect()
}

pub async fn count(mut conn: impl Conn, organization: &OrganizationId) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM groups WHERE organization_id = $1");
    to_count(conn.fetch_one::<(i64,)>(statement.bind(organization.as_str())).await?.0)
}

pub async fn count_members(mut conn: impl Conn, group: i64) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM group_members WHERE group_id = $1").bind(group);
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// Renames a group of the organization. Returns false if it does not exist. Conflict
/// `groups_names` if another group has the name.
pub async fn rename(mut conn: impl Conn, organization: &OrganizationId, id: i64, name: &str) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE groups SET name = $3, name_key = $4, sort_name = $5 WHERE organization_id = $1 AND id = $2",
    )
    .bind(organization.as_str())
    .bind(id)
    .bind(name)
    .bind(group_name_key(name))
    .bind(name_key(name));
    conn.affects_rows(statement).await
}

/// Deletes a group of the organization; its members stay members. Returns false if the group does not exist.
pub async fn delete(mut conn: impl Conn, organization: &OrganizationId, id: i64) -> Result<bool> {
    let statement = Sql::new("DELETE FROM groups WHERE organization_id = $1 AND id = $2");
    conn.affects_rows(statement.bind(organization.as_str()).bind(id)).await
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
    .bind(organization.as_str())
    .bind_time(added)
    .bind(GroupOrigin::ByHand.as_str());
    conn.execute(statement).await
}

/// The groups of members, by member. Members in no group are left out.
pub type Memberships = HashMap<AccountId, BTreeSet<i64>>;

fn memberships_from_rows(rows: Vec<(String, i64)>) -> Memberships {
    let mut memberships = Memberships::new();
    for (account, group) in rows {
        memberships.entry(AccountId(account)).or_default().insert(group);
    }
    memberships
}

/// The groups of all members of the organization: one statement.
pub async fn list_memberships(mut conn: impl Conn, organization: &OrganizationId) -> Result<Memberships> {
    let statement = Sql::new(
        "SELECT m.account_id, m.group_id FROM group_members m JOIN groups g ON g.id = m.group_id \
         WHERE g.organization_id = $1",
    );
    Ok(memberships_from_rows(conn.fetch_all(statement.bind(organization.as_str())).await?))
}

pub async fn list_memberships_of(mut conn: impl Conn, members: &[AccountId]) -> Result<Memberships> {
    let select = Sql::new("SELECT account_id, group_id FROM group_members WHERE account_id IN (?)");
    let statements = select.for_keys(members.iter().map(AccountId::as_str));
    Ok(memberships_from_rows(conn.fetch_each(statements).await?))
}

/// Puts members into groups, which must exist.
pub async fn add_members(tx: &mut Tx, places: &[(i64, &AccountId)]) -> Result<()> {
    let rows = places.iter().map(|(group, account)| [(*group).into(), account.as_str().into()]);
    let columns = ["group_id", "account_id"];
    let statements = insert_in_chunks("group_members", columns, rows, OnConflict::Keep);
    tx.execute_each(statements).await.map(drop)
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
