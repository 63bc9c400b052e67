//! Organizations.

mod leaving;

pub use leaving::{remove_members, remove_person};

use domain::{Organization, OrganizationId, SiteId, name_key};

use crate::accounts::{BY_IDENTIFIER, fold_login};
use crate::json::{lock_and_change_document, new_document};
use crate::sql::TableRow;
use crate::{Conn, KeyPage, Result, Sql, Tx};

pub async fn get(mut conn: impl Conn, id: &OrganizationId) -> Result<Option<Organization>> {
    conn.fetch_optional(Sql::new("SELECT document FROM organizations WHERE id = $1").bind(id)).await
}

/// One organization, locked against other writers until the transaction ends: read, change, [`update`].
pub async fn get_for_update(tx: &mut Tx, id: &OrganizationId) -> Result<Option<Organization>> {
    let text = format!("SELECT document FROM organizations WHERE id = $1{}", tx.lock_clause());
    tx.fetch_optional(Sql::new(text).bind(id)).await
}

/// The organization that a person sponsors, locked as by [`get_for_update`]; the person by identifier, user
/// name or email address.
pub async fn get_sponsored_for_update(tx: &mut Tx, identifier: &str) -> Result<Option<Organization>> {
    let text = format!(
        "SELECT document FROM organizations WHERE id = \
             (SELECT organization_id FROM accounts WHERE is_sponsor AND id = ({BY_IDENTIFIER})){}",
        tx.lock_clause(),
    );
    tx.fetch_optional(Sql::new(text).bind(identifier).bind(fold_login(identifier))).await
}

/// Adds an organization. Conflict `organizations_pkey` if it exists.
pub async fn insert(mut conn: impl Conn, organization: &Organization) -> Result<()> {
    let row = organization_row(organization, new_document(organization)?);
    conn.execute(row.insert()).await.map(drop)
}

pub async fn is_reference_registered(mut conn: impl Conn, site: &SiteId, entry: &str) -> Result<bool> {
    let statement =
        Sql::new("SELECT EXISTS (SELECT 1 FROM organizations WHERE site_id = $1 AND reference_org_id = $2)");
    conn.fetch_one(statement.bind(site).bind(entry)).await
}

/// Adds a newly registered organization. `false` if its site already has one like it
/// ([`Organization::is_like`]), however many registrations race.
pub async fn register(tx: &mut Tx, organization: &Organization) -> Result<bool> {
    let turn = "UPDATE counters SET value = value + 1 WHERE name = 'organizations'";
    tx.execute(Sql::new(turn)).await?;
    let statement = Sql::new(
        "SELECT document FROM organizations WHERE site_id = $1 AND (sort_name = $2 OR reference_org_id = $3)",
    )
    .bind(&organization.site)
    .bind(name_key(&organization.name))
    .bind(organization.reference_org_id.as_deref());
    let others = tx.fetch_all::<Organization>(statement).await?;
    if others.iter().any(|other| organization.is_like(other)) {
        return Ok(false);
    }
    insert(tx, organization).await?;
    Ok(true)
}

/// Replaces the record. False if the organization does not exist.
pub async fn update(tx: &mut Tx, organization: &Organization) -> Result<bool> {
    let document = lock_and_change_document(tx, organization.id.as_str(), organization).await?;
    tx.affects_rows(organization_row(organization, document).update()).await
}

fn organization_row(organization: &Organization, document: String) -> TableRow<'static> {
    TableRow::new("organizations")
        .set("id", &organization.id)
        .set("site_id", &organization.site)
        .set("name", &organization.name)
        .set("books_allowed", organization.books_allowed)
        .set("sort_name", name_key(&organization.name))
        .set("reference_org_id", organization.reference_org_id.as_deref())
        .set("document", document)
        .set("agreement_signed", organization.agreement_signed)
}

/// Organizations of one site or of all, by identifier.
pub async fn list(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    page: &KeyPage<OrganizationId>,
) -> Result<Vec<Organization>> {
    let statement = Sql::new("SELECT document FROM organizations WHERE TRUE")
        .and_if_some("site_id = ?", site)
        .and_if_some("id > ?", page.after.as_ref())
        .append(&format!(" ORDER BY id LIMIT {}", page.limit));
    conn.fetch_all(statement).await
}
