//! Sites: catalogs and users partitioned on one server (docs/rules/access.md#rule-24).

use std::collections::BTreeSet;

use domain::admission::AdmissionRules;
use domain::confirmations::ReviewRule;
use domain::joining::{JoiningRules, OrganizationJoining};
use domain::{Client, Site, SiteId, WireEnum};

use crate::sql::TableRow;
use crate::{Conn, Db, Record as _, Result, Sql, Tx, clients, record};

record! { Site { id, name, country, private_label } }

record! { JoiningRules { readers: "readers_may_join", organizations: "organizations_may_join" } }

record! {
    AdmissionRules {
        proof_sources: "proof_sources" => parse_choice,
        certifiers: "certifiers" => parse_choice,
        provisional_days,
    }
}

/// All sites, by identifier.
pub async fn list(mut conn: impl Conn) -> Result<Vec<Site>> {
    conn.fetch_all(Site::select_from("sites ORDER BY id")).await
}

pub async fn get(mut conn: impl Conn, id: &SiteId) -> Result<Option<Site>> {
    conn.fetch_optional(Site::select_from("sites WHERE id = $1").bind(id)).await
}

/// One site, locked against other writers until the transaction ends: read, change, [`update`].
pub async fn get_for_update(tx: &mut Tx, id: &SiteId) -> Result<Option<Site>> {
    let statement = Site::select_from("sites WHERE id = $1").append(tx.lock_clause());
    tx.fetch_optional(statement.bind(id)).await
}

/// Replaces everything about a site but its rules. Returns false if the site does not exist.
pub async fn update(mut conn: impl Conn, site: &Site) -> Result<bool> {
    conn.affects_rows(site_row(site).update()).await
}

fn site_row(site: &Site) -> TableRow<'static> {
    TableRow::new("sites")
        .set("id", &site.id)
        .set("name", &site.name)
        .set("country", &site.country)
        .set("private_label", site.private_label)
}

/// The site's rule for reviewing confirmations of disabilities. The default for an unknown site.
pub async fn confirmation_review(mut conn: impl Conn, id: &SiteId) -> Result<ReviewRule> {
    let statement = Sql::new("SELECT confirmation_review FROM sites WHERE id = $1").bind(id);
    Ok(conn.fetch_optional(statement).await?.unwrap_or(ReviewRule::Doubtful))
}

/// Sets which confirmations of disabilities the site's staff review. False if the site does not exist.
pub async fn set_confirmation_review(mut conn: impl Conn, id: &SiteId, rule: ReviewRule) -> Result<bool> {
    let statement = Sql::new("UPDATE sites SET confirmation_review = $2 WHERE id = $1");
    conn.affects_rows(statement.bind(id).bind(rule)).await
}

/// Returns the rules about joining on the pages of a site; at an unknown site, joining is not allowed.
pub async fn joining_rules(mut conn: impl Conn, id: &SiteId) -> Result<JoiningRules> {
    let rules = conn.fetch_optional(JoiningRules::select_from("sites WHERE id = $1").bind(id)).await?;
    Ok(rules.unwrap_or(JoiningRules { readers: false, organizations: OrganizationJoining::No }))
}

/// Sets the rules about joining on the pages of a site. Returns false if the site does not exist.
pub async fn set_joining_rules(mut conn: impl Conn, id: &SiteId, rules: JoiningRules) -> Result<bool> {
    let row = TableRow::new("sites")
        .set("id", id)
        .set("readers_may_join", rules.readers)
        .set("organizations_may_join", rules.organizations);
    conn.affects_rows(row.update()).await
}

/// Returns the rules of admission of a site: the default ones for an unknown site.
pub async fn admission_rules(mut conn: impl Conn, id: &SiteId) -> Result<AdmissionRules> {
    let rules = conn.fetch_optional(AdmissionRules::select_from("sites WHERE id = $1").bind(id)).await?;
    Ok(rules.unwrap_or_default())
}

/// Sets the rules of admission of a site. Returns false if the site does not exist.
pub async fn set_admission_rules(mut conn: impl Conn, id: &SiteId, rules: &AdmissionRules) -> Result<bool> {
    let row = TableRow::new("sites")
        .set("id", id)
        .set("proof_sources", choice_text(&rules.proof_sources))
        .set("certifiers", choice_text(&rules.certifiers))
        .set("provisional_days", rules.provisional_days);
    conn.affects_rows(row.update()).await
}

/// The stored choice of values, all if none is stored. Values that this program does not know are left out.
fn parse_choice<E: WireEnum + Ord>(text: Option<String>) -> BTreeSet<E> {
    match text {
        None => E::ALL.iter().copied().collect(),
        Some(text) => text.split_whitespace().filter_map(|word| E::parse(word).ok()).collect(),
    }
}

/// The stored form of a choice of values. `None` for all of them, which includes values added later.
fn choice_text<E: WireEnum + Ord>(chosen: &BTreeSet<E>) -> Option<String> {
    let words = || chosen.iter().map(|value| value.as_str()).collect::<Vec<_>>().join(" ");
    (chosen.len() < E::ALL.len()).then(words)
}

/// Adds a site, with the client that reading apps share there. Conflict `sites_pkey` if it exists.
pub async fn insert(db: &Db, site: &Site) -> Result<()> {
    let mut tx = db.begin().await?;
    insert_in(&mut tx, site).await?;
    tx.commit().await
}

/// Adds a site in a transaction, with the client that reading apps share there.
pub async fn insert_in(tx: &mut Tx, site: &Site) -> Result<()> {
    tx.execute(site_row(site).insert()).await?;
    clients::insert(tx, &Client::reading_apps(&site.id)).await
}
