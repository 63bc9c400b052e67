//! Sites: catalogs and users partitioned on one server (docs/rules/access.md#rule-24).

use std::collections::BTreeSet;

use domain::admission::AdmissionRules;
use domain::confirmations::ReviewRule;
use domain::joining::{JoiningRules, OrganizationJoining};
use domain::{Client, Site, SiteId, WireEnum};

use crate::{Conn, Db, Result, Sql, Tx, clients, parse_enum, to_count};

const COLUMNS: &str = "SELECT id, name, country, private_label FROM sites";

type SiteRow = (String, String, String, bool);

fn site_from_row((id, name, country, private_label): SiteRow) -> Site {
    Site { id: SiteId(id), name, country, private_label }
}

/// All sites, by identifier.
pub async fn list(mut conn: impl Conn) -> Result<Vec<Site>> {
    let rows = conn.fetch_all::<SiteRow>(Sql::new(format!("{COLUMNS} ORDER BY id"))).await?;
    Ok(rows.into_iter().map(site_from_row).collect())
}

pub async fn get(mut conn: impl Conn, id: &SiteId) -> Result<Option<Site>> {
    let statement = Sql::new(format!("{COLUMNS} WHERE id = $1")).bind(id.as_str());
    Ok(conn.fetch_optional::<SiteRow>(statement).await?.map(site_from_row))
}

/// One site, locked against other writers until the transaction ends: read, change, [`update`].
pub async fn get_for_update(tx: &mut Tx, id: &SiteId) -> Result<Option<Site>> {
    let statement = Sql::new(format!("{COLUMNS} WHERE id = $1{}", tx.lock_clause())).bind(id.as_str());
    Ok(tx.fetch_optional::<SiteRow>(statement).await?.map(site_from_row))
}

/// Replaces everything about a site but its rules. Returns false if the site does not exist.
pub async fn update(mut conn: impl Conn, site: &Site) -> Result<bool> {
    let statement = Sql::new("UPDATE sites SET name = $2, country = $3, private_label = $4 WHERE id = $1")
        .bind(site.id.as_str())
        .bind(site.name.as_str())
        .bind(site.country.as_str())
        .bind(site.private_label);
    conn.affects_rows(statement).await
}

/// The site's rule for reviewing confirmations of disabilities. The default for an unknown site.
pub async fn confirmation_review(mut conn: impl Conn, id: &SiteId) -> Result<ReviewRule> {
    let statement = Sql::new("SELECT confirmation_review FROM sites WHERE id = $1").bind(id.as_str());
    let row = conn.fetch_optional::<(String,)>(statement).await?;
    row.map_or(Ok(ReviewRule::Doubtful), |(rule,)| parse_enum(&rule))
}

/// Sets which confirmations of disabilities the site's staff review. False if the site does not exist.
pub async fn set_confirmation_review(mut conn: impl Conn, id: &SiteId, rule: ReviewRule) -> Result<bool> {
    let statement = Sql::new("UPDATE sites SET confirmation_review = $2 WHERE id = $1");
    conn.affects_rows(statement.bind(id.as_str()).bind(rule.as_str())).await
}

/// Returns the rules about joining on the pages of a site; at an unknown site, joining is not allowed.
pub async fn joining_rules(mut conn: impl Conn, id: &SiteId) -> Result<JoiningRules> {
    let statement = Sql::new("SELECT readers_may_join, organizations_may_join FROM sites WHERE id = $1");
    let row = conn.fetch_optional::<(bool, String)>(statement.bind(id.as_str())).await?;
    let Some((readers, organizations)) = row else {
        return Ok(JoiningRules { readers: false, organizations: OrganizationJoining::No });
    };
    Ok(JoiningRules { readers, organizations: parse_enum(&organizations)? })
}

/// Sets the rules about joining on the pages of a site. Returns false if the site does not exist.
pub async fn set_joining_rules(mut conn: impl Conn, id: &SiteId, rules: JoiningRules) -> Result<bool> {
    let statement =
        Sql::new("UPDATE sites SET readers_may_join = $2, organizations_may_join = $3 WHERE id = $1")
            .bind(id.as_str())
            .bind(rules.readers)
            .bind(rules.organizations.as_str());
    conn.affects_rows(statement).await
}

/// Returns the rules of admission of a site: the default ones for an unknown site.
pub async fn admission_rules(mut conn: impl Conn, id: &SiteId) -> Result<AdmissionRules> {
    let statement = Sql::new("SELECT proof_sources, certifiers, provisional_days FROM sites WHERE id = $1");
    let row =
        conn.fetch_optional::<(Option<String>, Option<String>, i64)>(statement.bind(id.as_str())).await?;
    let Some((sources, certifiers, days)) = row else { return Ok(AdmissionRules::default()) };
    Ok(AdmissionRules {
        proof_sources: parse_choice(sources.as_deref()),
        certifiers: parse_choice(certifiers.as_deref()),
        provisional_days: to_count(days)?,
    })
}

/// Sets the rules of admission of a site. Returns false if the site does not exist.
pub async fn set_admission_rules(mut conn: impl Conn, id: &SiteId, rules: &AdmissionRules) -> Result<bool> {
    let statement =
        Sql::new("UPDATE sites SET proof_sources = $2, certifiers = $3, provisional_days = $4 WHERE id = $1")
            .bind(id.as_str())
            .bind(choice_text(&rules.proof_sources))
            .bind(choice_text(&rules.certifiers))
            .bind(i64::from(rules.provisional_days));
    conn.affects_rows(statement).await
}

/// The stored choice of values, all if none is stored. Values that this program does not know are left out.
fn parse_choice<E: WireEnum + Ord>(text: Option<&str>) -> BTreeSet<E> {
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
    let statement = Sql::new("INSERT INTO sites (id, name, country, private_label) VALUES ($1, $2, $3, $4)")
        .bind(site.id.as_str())
        .bind(site.name.as_str())
        .bind(site.country.as_str())
        .bind(site.private_label);
    tx.execute(statement).await?;
    clients::insert(tx, &Client::reading_apps(&site.id)).await
}
