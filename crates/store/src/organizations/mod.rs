//! Organizations.

mod leaving;

pub use leaving::{remove_members, remove_person};

use domain::{Organization, OrganizationId, SiteId, name_key};

use crate::accounts::{BY_IDENTIFIER, fold_login};
use crate::json::{lock_and_change_document, new_document};
use crate::{Conn, KeyPage, Result, Sql, Tx, parse_record};

pub async fn get(mut conn: impl Conn, id: &OrganizationId) -> Result<Option<Organization>> {
    let statement = Sql::new("SELECT document FROM organizations WHERE id = $1").bind(id.as_str());
    conn.fetch_optional::<(String,)>(statement).await?.map(|(document,)| parse_record(&document)).transpose()
}

/// One organization, locked against other writers until the transaction ends: read, change, [`update`].
pub async fn get_for_update(tx: &mut Tx, id: &OrganizationId) -> Result<Option<Organization>> {
    let text = format!("SELECT document FROM organizations WHERE id = $1{}", tx.lock_clause());
    let row = tx.fetch_optional::<(String,)>(Sql::new(text).bind(id.as_str())).await?;
    row.map(|(document,)| parse_record(&document)).transpose()
}

/// The organization that a person sponsors, locked as by [`get_for_update`]; the person by identifier, user
/// name or email address.
pub async fn get_sponsored_for_update(tx: &mut Tx, identifier: &str) -> Result<Option<Organization>> {
    let text = format!(
        "SELECT document FROM organizations WHERE id = \
             (SELECT organization_id FROM accounts WHERE is_sponsor AND id = ({BY_IDENTIFIER})){}",
        tx.lock_clause(),
    );
    let row =
        tx.fetch_optional::<(String,)>(Sql::new(text).bind(identifier).bind(fold_login(identifier))).await?;
    row.map(|(document,)| parse_record(&document)).transpose()
}

/// Adds an organization. Conflict `organizations_pkey` if it exists.
pub async fn insert(mut conn: impl Conn, organization: &Organization) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO organizations (id, site_id, name, books_allowed, sort_name, reference_org_id, document, \
         agreement_signed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    );
    conn.execute(bind_organization(statement, organization, new_document(organization)?)).await.map(|_| ())
}

/// Returns true if an organization of the site was registered from this entry of the reference list.
pub async fn is_reference_registered(mut conn: impl Conn, site: &SiteId, entry: &str) -> Result<bool> {
    let statement =
        Sql::new("SELECT EXISTS (SELECT 1 FROM organizations WHERE site_id = $1 AND reference_org_id = $2)");
    Ok(conn.fetch_one::<(bool,)>(statement.bind(site.as_str()).bind(entry)).await?.0)
}

/// Adds a newly registered organization. `false` if its site already has one like it
/// ([`Organization::is_like`]), however many registrations race.
pub async fn register(tx: &mut Tx, organization: &Organization) -> Result<bool> {
    let turn = "UPDATE counters SET value = value + 1 WHERE name = 'organizations'";
    tx.execute(Sql::new(turn)).await?;
    let statement = Sql::new(
        "SELECT document FROM organizations WHERE site_id = $1 AND (sort_name = $2 OR reference_org_id = $3)",
    )
    .bind(organization.site.as_str())
    .bind(name_key(&organization.name))
    .bind(organization.reference_org_id.as_deref());
    for (document,) in tx.fetch_all::<(String,)>(statement).await? {
        if organization.is_like(&parse_record::<Organization>(&document)?) {
            return Ok(false);
        }
    }
    insert(tx, organization).await?;
    Ok(true)
}

/// Replaces the record. False if the organization does not exist.
pub async fn update(tx: &mut Tx, organization: &Organization) -> Result<bool> {
    let document = lock_and_change_document(tx, organization.id.as_str(), organization).await?;
    let statement = Sql::new(
        "UPDATE organizations SET site_id = $2, name = $3, books_allowed = $4, sort_name = $5, \
         reference_org_id = $6, document = $7, agreement_signed = $8 WHERE id = $1",
    );
    tx.affects_rows(bind_organization(statement, organization, document)).await
}

fn bind_organization(statement: Sql, organization: &Organization, document: String) -> Sql {
    statement
        .bind(organization.id.as_str())
        .bind(organization.site.as_str())
        .bind(organization.name.as_str())
        .bind(organization.books_allowed.map(i64::from))
        .bind(name_key(&organization.name))
        .bind(organization.reference_org_id.as_deref())
        .bind(document)
        .bind(organization.agreement_signed)
}

/// Organizations of one site or of all, by identifier.
pub async fn list(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    page: &KeyPage<OrganizationId>,
) -> Result<Vec<Organization>> {
    let statement = Sql::new("SELECT document FROM organizations WHERE TRUE")
        .and_if_some("site_id = ?", site.map(SiteId::as_str))
        .and_if_some("id > ?", page.after.as_ref().map(OrganizationId::as_str))
        .append(&format!(" ORDER BY id LIMIT {}", page.limit));
    let rows = conn.fetch_all::<(String,)>(statement).await?;
    rows.iter().map(|(document,)| parse_record(document)).collect()
}
