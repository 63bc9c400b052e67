//! Districts and schools by which rosters are sorted (docs/rules/records.md#rule-35).

use domain::{OrganizationId, name_key};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, OnConflict, PageRequest, Record as _, Result, RowPosition, Sql, Tx, insert_rows, record};

/// A district, a school, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterTag {
    pub id: i64,
    pub district: Option<String>,
    pub school: Option<String>,
    pub date_added: Timestamp,
}

/// All tags, or the one that `$2` names.
const ONLY_CONDITION: &str = "(CAST($2 AS BIGINT) IS NULL OR id = $2)";

record! { RosterTag { id, district, school, date_added } }

/// Adds a tag. Conflict `roster_tags_names` when the organization has one with the same names.
pub async fn add(
    mut conn: impl Conn,
    organization: &OrganizationId,
    district: Option<&str>,
    school: Option<&str>,
    now: Timestamp,
) -> Result<RosterTag> {
    let row = tag_row(organization, district, school, now);
    conn.fetch_one(row.insert().append(" RETURNING ").append(RosterTag::COLUMNS)).await
}

fn tag_row(
    organization: &OrganizationId,
    district: Option<&str>,
    school: Option<&str>,
    now: Timestamp,
) -> TableRow<'static> {
    TableRow::new("roster_tags")
        .set("organization_id", organization)
        .set("district", district)
        .set("school", school)
        .set("date_added", now)
        .set("sort_district", district.map(name_key))
        .set("sort_school", school.map(name_key))
}

/// Adds tags that the organization does not have yet: its district and its school.
pub async fn add_many(
    tx: &mut Tx,
    organization: &OrganizationId,
    names: &[(Option<&str>, Option<&str>)],
    now: Timestamp,
) -> Result<()> {
    let rows = names.iter().map(|(district, school)| tag_row(organization, *district, *school, now));
    tx.execute_each(insert_rows(rows, OnConflict::Keep)).await.map(drop)
}

/// All tags of the organization, the oldest first.
pub async fn list(mut conn: impl Conn, organization: &OrganizationId) -> Result<Vec<RosterTag>> {
    let statement = RosterTag::select_from("roster_tags WHERE organization_id = $1 ORDER BY date_added, id");
    conn.fetch_all(statement.bind(organization)).await
}

pub async fn get(mut conn: impl Conn, organization: &OrganizationId, id: i64) -> Result<Option<RosterTag>> {
    let statement = RosterTag::select_from("roster_tags WHERE organization_id = $1 AND id = $2");
    conn.fetch_optional(statement.bind(organization).bind(id)).await
}

/// A page of the organization's tags by the date they were added, each with its position: all of them, or
/// only one.
pub async fn page(
    mut conn: impl Conn,
    organization: &OrganizationId,
    only: Option<i64>,
    page_request: PageRequest<'_, (), i64>,
) -> Result<Vec<(RowPosition<i64>, RosterTag)>> {
    let key = "CAST(date_added AS TEXT)";
    let statement = Sql::new(format!(
        "SELECT {key}, id, {} FROM roster_tags \
         WHERE organization_id = $1 AND {ONLY_CONDITION}",
        RosterTag::COLUMNS
    ))
    .bind_all((organization, only));
    conn.fetch_all(page_request.complete(statement, key, "id")).await
}

pub async fn count(mut conn: impl Conn, organization: &OrganizationId, only: Option<i64>) -> Result<u64> {
    let statement =
        Sql::new(format!("SELECT COUNT(*) FROM roster_tags WHERE organization_id = $1 AND {ONLY_CONDITION}"))
            .bind_all((organization, only));
    conn.fetch_one(statement).await
}

/// The tags of the organization by district and school, each with the number of its members: at most `limit`.
pub async fn list_with_counts(
    mut conn: impl Conn,
    organization: &OrganizationId,
    limit: u32,
) -> Result<Vec<(RosterTag, u64)>> {
    let statement = Sql::new(format!(
        "SELECT {}, COALESCE(m.members, 0) FROM roster_tags t \
         LEFT JOIN (SELECT roster_tag_id, COUNT(*) AS members FROM accounts \
             WHERE organization_id = $1 AND is_member AND NOT deleted GROUP BY roster_tag_id) m \
             ON m.roster_tag_id = t.id \
         WHERE t.organization_id = $1 \
         ORDER BY COALESCE(t.sort_district, ''), COALESCE(t.sort_school, ''), t.id LIMIT {limit}",
        RosterTag::columns_of("t")
    ));
    conn.fetch_all(statement.bind(organization)).await
}
