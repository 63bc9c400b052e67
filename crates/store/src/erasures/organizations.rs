//! Erasing an organization with its people.

use domain::{AccountId, Organization, OrganizationId, erasure};

use crate::{Conn, Result, Sql, Tx, organizations};

/// Tables whose rows go with an organization, in the order of their references; each has the column
/// `organization_id`.
pub const ORGANIZATION_DELETED_TABLES: [&str; 9] = [
    "hand_overs", "call_notes", "reading_lists", "groups", "organization_admissions", "roster_imports",
    "roster_folders", "roster_runs", "roster_tags",
];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OrganizationPeople {
    pub members: u64,
    pub sponsors: u64,
    /// People who are individual members, too: they leave, and are not erased.
    pub linked: u64,
    /// Removed members whose removal can still be undone.
    pub removed: u64,
}

/// The tables and the condition of removed members who can still be restored and are not erased;
/// `organization` is a parameter.
fn removed_people_clause(organization: &str) -> String {
    format!(
        "FROM roster_run_members m JOIN roster_runs r ON r.id = m.run_id \
         JOIN accounts a ON a.id = m.account_id WHERE r.organization_id = {organization} AND a.deleted \
         AND a.organization_id IS NULL AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.account_id = a.id)"
    )
}

/// Selects the identifiers of the people of an organization, and of the removed members who can still be
/// restored; `organization` is a parameter.
pub(crate) fn select_people(organization: &str) -> String {
    format!(
        "SELECT id FROM accounts WHERE organization_id = {organization} AND NOT deleted \
         UNION SELECT m.account_id AS id {}",
        removed_people_clause(organization)
    )
}

/// Counts the people of an organization: two statements.
pub async fn count_people(mut conn: impl Conn, organization: &OrganizationId) -> Result<OrganizationPeople> {
    let statement = Sql::new(
        "SELECT COUNT(CASE WHEN is_member THEN 1 END), COUNT(CASE WHEN is_sponsor THEN 1 END), \
         COUNT(CASE WHEN is_individual THEN 1 END) FROM accounts WHERE organization_id = $1 AND NOT deleted",
    )
    .bind(organization);
    let (members, sponsors, linked) = conn.fetch_one::<(u64, u64, u64)>(statement).await?;
    let text = format!("SELECT COUNT(DISTINCT m.account_id) {}", removed_people_clause("$1"));
    let removed = conn.fetch_one(Sql::new(text).bind(organization)).await?;
    Ok(OrganizationPeople { members, sponsors, linked, removed })
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
        "SELECT id FROM ({}) AS people WHERE id > $2 ORDER BY id LIMIT {limit}",
        select_people("$1")
    ))
    .bind_all((organization, after));
    conn.fetch_all(statement).await
}

/// Locks the people of an organization until the transaction ends, in the order of their identifiers. Lock
/// the organization first.
pub async fn lock_people(tx: &mut Tx, organization: &OrganizationId) -> Result<()> {
    let text = format!(
        "SELECT id FROM accounts WHERE organization_id = $1 AND NOT deleted ORDER BY id{}",
        tx.lock_clause()
    );
    tx.fetch_all::<AccountId>(Sql::new(text).bind(organization)).await.map(drop)
}

/// Deletes the data of an organization without people; the name stays for the accounts.
pub async fn erase_organization(tx: &mut Tx, organization: &Organization) -> Result<()> {
    for table in ORGANIZATION_DELETED_TABLES {
        let statement = Sql::new(format!("DELETE FROM {table} WHERE organization_id = $1"));
        tx.execute(statement.bind(organization.id.as_str())).await?;
    }
    organizations::update(tx, &erasure::erase_organization(organization)).await.map(drop)
}
