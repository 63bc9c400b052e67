//! Districts and schools by which rosters are sorted (docs/rules/records.md#rule-35).

use domain::{OrganizationId, name_key};
use jiff::Timestamp;

use crate::sql::insert_in_chunks;
use crate::{Conn, OnConflict, PageRequest, Result, RowPosition, Sql, Tx, to_count, to_timestamp};

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

type TagRow = (i64, Option<String>, Option<String>, i64);

/// The sort key before the columns of a [`TagRow`].
type SortedRow = (Option<String>, i64, Option<String>, Option<String>, i64);

fn tag_from_row((id, district, school, added): TagRow) -> Result<RosterTag> {
    Ok(RosterTag { id, district, school, date_added: to_timestamp(added)? })
}

/// Adds a tag. Conflict `roster_tags_names` when the organization has one with the same names.
pub async fn add(
    mut conn: impl Conn,
    organization: &OrganizationId,
    district: Option<&str>,
    school: Option<&str>,
    now: Timestamp,
) -> Result<RosterTag> {
    let statement = Sql::new(
        "INSERT INTO roster_tags (organization_id, district, school, date_added, sort_district, sort_school) \
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id, district, school, date_added",
    )
    .bind(organization.as_str())
    .bind(district)
    .bind(school)
    .bind_time(now)
    .bind(district.map(name_key))
    .bind(school.map(name_key));
    tag_from_row(conn.fetch_one(statement).await?)
}

/// Adds tags that the organization does not have yet: its district and its school.
pub async fn add_many(
    tx: &mut Tx,
    organization: &OrganizationId,
    names: &[(Option<&str>, Option<&str>)],
    now: Timestamp,
) -> Result<()> {
    let columns = ["organization_id", "district", "school", "date_added", "sort_district", "sort_school"];
    let rows = names.iter().map(|(district, school)| {
        [
            organization.as_str().into(),
            (*district).into(),
            (*school).into(),
            now.as_microsecond().into(),
            district.map(name_key).into(),
            school.map(name_key).into(),
        ]
    });
    tx.execute_each(insert_in_chunks("roster_tags", columns, rows, OnConflict::Keep)).await.map(drop)
}

/// All tags of the organization, the oldest first.
pub async fn list(mut conn: impl Conn, organization: &OrganizationId) -> Result<Vec<RosterTag>> {
    let statement = Sql::new(
        "SELECT id, district, school, date_added FROM roster_tags WHERE organization_id = $1 \
         ORDER BY date_added, id",
    );
    let rows = conn.fetch_all::<TagRow>(statement.bind(organization.as_str())).await?;
    rows.into_iter().map(tag_from_row).collect()
}

pub async fn get(mut conn: impl Conn, organization: &OrganizationId, id: i64) -> Result<Option<RosterTag>> {
    let statement = Sql::new(
        "SELECT id, district, school, date_added FROM roster_tags WHERE organization_id = $1 AND id = $2",
    )
    .bind(organization.as_str())
    .bind(id);
    conn.fetch_optional::<TagRow>(statement).await?.map(tag_from_row).transpose()
}

/// A page of the organization's tags by the date they were added, each with its position: all of them, or
/// only one.
pub async fn page(
    mut conn: impl Conn,
    organization: &OrganizationId,
    only: Option<i64>,
    page_request: PageRequest<'_, (), i64>,
) -> Result<Vec<(RowPosition<i64>, RosterTag)>> {
    // Times have sixteen digits from 2001 to 2286, so that they sort as texts.
    let key = "CAST(date_added AS TEXT)";
    let (beyond, order) =
        (page_request.after_condition(key, "id", 3), page_request.order_and_limit(key, "id"));
    let statement = Sql::new(format!(
        "SELECT {key}, id, district, school, date_added FROM roster_tags \
         WHERE organization_id = $1 AND {ONLY_CONDITION} {beyond} {order}"
    ))
    .bind(organization.as_str())
    .bind(only);
    let rows = conn.fetch_all::<SortedRow>(page_request.bind_position(statement)).await?;
    rows.into_iter()
        .map(|(key, id, district, school, added)| {
            Ok(((key, id), tag_from_row((id, district, school, added))?))
        })
        .collect()
}

/// Counts the tags of the organization: all, or only this one.
pub async fn count(mut conn: impl Conn, organization: &OrganizationId, only: Option<i64>) -> Result<u64> {
    let statement =
        Sql::new(format!("SELECT COUNT(*) FROM roster_tags WHERE organization_id = $1 AND {ONLY_CONDITION}"))
            .bind(organization.as_str())
            .bind(only);
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// The tags of the organization by district and school, each with the number of its members: at most `limit`.
pub async fn list_with_counts(
    mut conn: impl Conn,
    organization: &OrganizationId,
    limit: u32,
) -> Result<Vec<(RosterTag, u64)>> {
    let statement = Sql::new(format!(
        "SELECT t.id, t.district, t.school, t.date_added, COALESCE(m.members, 0) FROM roster_tags t \
         LEFT JOIN (SELECT roster_tag_id, COUNT(*) AS members FROM accounts \
             WHERE organization_id = $1 AND is_member AND NOT deleted GROUP BY roster_tag_id) m \
             ON m.roster_tag_id = t.id \
         WHERE t.organization_id = $1 \
         ORDER BY COALESCE(t.sort_district, ''), COALESCE(t.sort_school, ''), t.id LIMIT {limit}"
    ))
    .bind(organization.as_str());
    let rows = conn.fetch_all::<(i64, Option<String>, Option<String>, i64, i64)>(statement).await?;
    rows.into_iter()
        .map(|(id, district, school, added, members)| {
            Ok((tag_from_row((id, district, school, added))?, to_count(members)?))
        })
        .collect()
}
