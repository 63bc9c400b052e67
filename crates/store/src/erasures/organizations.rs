//! Erasing an organization with its people.

use domain::{AccountId, Organization, OrganizationId, erasure};

use crate::{Conn, Result, Sql, Tx, organizations, to_count};

/// Tables whose rows go with an organization, in the order of their references; each has the column
/// `organization_id`.
pub const ORGANIZATION_DELETED_TABLES: [&str; 9] = [
    "hand_overs", "call_notes", "reading_lists", "groups", "organization_admissions", "roster_imports",
    "roster_folders", "roster_runs", "roster_tags",
];

/// Tables that go on naming the organization, with the reason.
pub const ORGANIZATION_RETAINED_TABLES: &[(&str, &str)] = &[
    ("accounts", "people leave one by one"),
    ("subscriptions", "accounting"),
    ("quota_usage", "what was borrowed, as it is reported to rights holders"),
    ("downloads", "which organization's right opened a title"),
];

/// Numbers of people of an organization.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OrganizationPeople {
    pub members: u64,
    pub sponsors: u64,
    /// People who are individual members, too: they leave, and are not erased.
    pub linked: u64,
    /// Removed members whose removal can still be undone.
    pub removed: u64,
}

/// Removed members who can still be restored and are not erased; `$1` is the organization.
const REMOVED_PEOPLE: &str = "FROM roster_run_members m JOIN roster_runs r ON r.id = m.run_id \
     JOIN accounts a ON a.id = m.account_id WHERE r.organization_id = $1 AND a.deleted \
     AND a.organization_id IS NULL AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.account_id = a.id)";

/// Counts the people of an organization: two statements.
pub async fn count_people(mut conn: impl Conn, organization: &OrganizationId) -> Result<OrganizationPeople> {
    let statement = Sql::new(
        "SELECT COUNT(CASE WHEN is_member THEN 1 END), COUNT(CASE WHEN is_sponsor THEN 1 END), \
         COUNT(CASE WHEN is_individual THEN 1 END) FROM accounts WHERE organization_id = $1 AND NOT deleted",
    )
    .bind(organization.as_str());
    let (members, sponsors, linked) = conn.fetch_one::<(i64, i64, i64)>(statement).await?;
    let statement =
        Sql::new(format!("SELECT COUNT(DISTINCT m.account_id) {REMOVED_PEOPLE}")).bind(organization.as_str());
    let (removed,) = conn.fetch_one::<(i64,)>(statement).await?;
    Ok(OrganizationPeople {
        members: to_count(members)?,
        sponsors: to_count(sponsors)?,
        linked: to_count(linked)?,
        removed: to_count(removed)?,
    })
}

/// People of an organization, and removed members who can still be restored, by identifier: those after
/// `after`, at most `limit`.
pub async fn list_people(
    mut conn: impl Conn,
    organization: &OrganizationId,
    after: &AccountId,
    limit: u32,
) -> Result<Vec<AccountId>> {
    let statement = Sql::new(format!(
        "SELECT id FROM (SELECT id FROM accounts WHERE organization_id = $1 AND NOT deleted \
         UNION SELECT m.account_id AS id {REMOVED_PEOPLE}) AS people WHERE id > $2 ORDER BY id LIMIT {limit}"
    ))
    .bind(organization.as_str())
    .bind(after.as_str());
    let rows = conn.fetch_all::<(String,)>(statement).await?;
    Ok(rows.into_iter().map(|(id,)| AccountId(id)).collect())
}

/// Deletes everything of an organization that nobody belongs to any more; the name stays for the accounts.
pub async fn erase_organization(tx: &mut Tx, organization: &Organization) -> Result<()> {
    for table in ORGANIZATION_DELETED_TABLES {
        let statement = Sql::new(format!("DELETE FROM {table} WHERE organization_id = $1"));
        tx.execute(statement.bind(organization.id.as_str())).await?;
    }
    organizations::update(tx, &erasure::erase_organization(organization)).await.map(|_| ())
}
