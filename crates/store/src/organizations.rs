//! Organizations and their roster tags.

use domain::ids::{OrganizationId, SiteId};
use domain::organizations::Organization;
use jiff::Timestamp;
use sea_query::{Expr, ExprTrait, Order, Query};

use crate::conn::Conn;
use crate::error::Result;
use crate::page::Page;
use crate::sql::Sql;
use crate::tx::Tx;
use crate::values::{document, record, time};

/// A district and school by which a roster is sorted (document 2, "Roster tag").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterTag {
    /// Identifier.
    pub id: i64,
    /// District.
    pub district: Option<String>,
    /// School.
    pub school: Option<String>,
    /// When it was added.
    pub date_added: Timestamp,
}

/// One organization.
pub async fn get(mut conn: impl Conn, id: &OrganizationId) -> Result<Option<Organization>> {
    let statement = Sql::new("SELECT document FROM organizations WHERE id = $1").bind(id.as_str());
    conn.optional::<(String,)>(statement).await?.map(|(document,)| record(&document)).transpose()
}

/// One organization, locked against other writers until the transaction ends: read, change, [`update`].
pub async fn for_update(tx: &mut Tx, id: &OrganizationId) -> Result<Option<Organization>> {
    let text = format!("SELECT document FROM organizations WHERE id = $1{}", tx.locking());
    let row = tx.optional::<(String,)>(Sql::new(text).bind(id.as_str())).await?;
    row.map(|(document,)| record(&document)).transpose()
}

/// Adds an organization. Conflict `organizations_pkey` when it is there.
pub async fn insert(mut conn: impl Conn, organization: &Organization) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO organizations (id, site_id, name, books_allowed, document) VALUES ($1, $2, $3, $4, $5)",
    );
    conn.execute(bind(statement, organization)?).await.map(|_| ())
}

/// Replaces the record. False when there is no such organization.
pub async fn update(mut conn: impl Conn, organization: &Organization) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE organizations SET site_id = $2, name = $3, books_allowed = $4, document = $5 WHERE id = $1",
    );
    conn.changed(bind(statement, organization)?).await
}

fn bind(statement: Sql, organization: &Organization) -> Result<Sql> {
    Ok(statement
        .bind(organization.id.as_str())
        .bind(organization.site.as_str())
        .bind(organization.name.as_str())
        .bind(organization.books_allowed.map(i64::from))
        .bind(document(organization)?))
}

/// Organizations of one site or of all, by identifier.
pub async fn list(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    page: &Page<OrganizationId>,
) -> Result<Vec<Organization>> {
    let mut select = Query::select();
    select
        .column("document")
        .from("organizations")
        .and_where_option(site.map(|site| Expr::col("site_id").eq(site.as_str())))
        .and_where_option(page.after.as_ref().map(|id| Expr::col("id").gt(id.as_str())))
        .order_by("id", Order::Asc)
        .limit(page.limit.into());
    let rows = conn.all::<(String,)>(select).await?;
    rows.iter().map(|(document,)| record(document)).collect()
}

/// Roster tags of an organization, newest first.
pub async fn roster_tags(mut conn: impl Conn, id: &OrganizationId) -> Result<Vec<RosterTag>> {
    let statement = Sql::new(
        "SELECT id, district, school, date_added FROM roster_tags WHERE organization_id = $1 \
         ORDER BY date_added DESC, id DESC",
    )
    .bind(id.as_str());
    let rows = conn.all::<(i64, Option<String>, Option<String>, i64)>(statement).await?;
    rows.into_iter()
        .map(|(id, district, school, added)| Ok(RosterTag { id, district, school, date_added: time(added)? }))
        .collect()
}

/// Adds a roster tag. Conflict `roster_tags_names` when the same names are there.
pub async fn add_roster_tag(
    mut conn: impl Conn,
    id: &OrganizationId,
    district: Option<&str>,
    school: Option<&str>,
    now: Timestamp,
) -> Result<RosterTag> {
    let statement = Sql::new(
        "INSERT INTO roster_tags (organization_id, district, school, date_added) VALUES ($1, $2, $3, $4) \
         RETURNING id, date_added",
    )
    .bind(id.as_str())
    .bind(district)
    .bind(school)
    .time(now);
    let (id, added) = conn.one::<(i64, i64)>(statement).await?;
    Ok(RosterTag {
        id,
        district: district.map(str::to_owned),
        school: school.map(str::to_owned),
        date_added: time(added)?,
    })
}
