//! Members with all data that their sponsors may see.

use std::collections::{BTreeSet, HashMap};

use domain::{Account, AccountId, DisabilityType, OrganizationId, Preferences, ProofSource, Reader};
use jiff::Timestamp;

use crate::roster_tags::RosterTag;
use crate::rosters::RosterPerson;
use crate::{Conn, Result, Sql, Tx, group_by_key, proofs, readers};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub reader: Reader,
    pub tag: Option<RosterTag>,
    /// On the quick list of the calling sponsor.
    pub on_quick_list: bool,
    pub preferences: Preferences,
    /// Disabilities, see [`list_disabilities`].
    pub disabilities: BTreeSet<DisabilityType>,
}

/// Adds the other data of people on a roster, in their order: two statements, however many people there
/// are.
pub async fn complete_members(
    mut conn: impl Conn,
    people: Vec<RosterPerson>,
    now: Timestamp,
) -> Result<Vec<Member>> {
    let ids: Vec<AccountId> = people.iter().map(|person| person.account.id.clone()).collect();
    let readers = readers::get_many(&mut conn, &ids, now).await?;
    let mut disabilities = list_disabilities(&mut conn, &ids).await?;
    let mut by_id: HashMap<AccountId, Reader> =
        readers.into_iter().map(|reader| (reader.account.id.clone(), reader)).collect();
    let member = |person: RosterPerson| {
        let reader = by_id.remove(&person.account.id)?;
        let disabilities = disabilities.remove(&person.account.id).unwrap_or_default();
        let RosterPerson { tag, on_quick_list, preferences, .. } = person;
        Some(Member { reader, tag, on_quick_list, preferences, disabilities })
    };
    Ok(people.into_iter().filter_map(member).collect())
}

/// The disabilities of these accounts that their organizations may see: all proofs of members, but only what
/// a school verified of people who are also individual members.
pub async fn list_disabilities(
    mut conn: impl Conn,
    ids: &[AccountId],
) -> Result<HashMap<AccountId, BTreeSet<DisabilityType>>> {
    let select = Sql::new(
        "SELECT p.account_id, p.disability_type FROM proofs p JOIN accounts a ON a.id = p.account_id \
         WHERE p.account_id IN (?) AND (p.source = 'schoolVerified' OR NOT a.is_individual)",
    );
    Ok(group_by_key(conn.fetch_each::<Vec<(AccountId, DisabilityType)>>(select.for_keys(ids)).await?))
}

/// The accounts among these that are members of an organization, by identifier.
pub async fn find_chosen(
    conn: impl Conn,
    organization: &OrganizationId,
    ids: &[AccountId],
) -> Result<Vec<Account>> {
    select_chosen(conn, organization, ids, "").await
}

/// The accounts among these that are members of an organization, by identifier, locked against other writers
/// until the transaction ends. Lock the organization first.
pub async fn lock_chosen(
    tx: &mut Tx,
    organization: &OrganizationId,
    ids: &[AccountId],
) -> Result<Vec<Account>> {
    let lock = tx.lock_clause();
    select_chosen(tx, organization, ids, lock).await
}

/// One statement for every few hundred. They are locked in the order of their identifiers, so
/// that two requests never deadlock.
async fn select_chosen(
    mut conn: impl Conn,
    organization: &OrganizationId,
    ids: &[AccountId],
    lock_clause: &str,
) -> Result<Vec<Account>> {
    let ids: BTreeSet<&AccountId> = ids.iter().collect();
    let select = Sql::new(format!(
        "SELECT document FROM accounts WHERE organization_id = $1 AND is_member AND NOT deleted \
         AND id IN (?) ORDER BY id{lock_clause}"
    ))
    .bind(organization);
    conn.fetch_each(select.for_keys(ids)).await
}

/// The members of an organization with all their proofs, locked until the transaction ends, to be compared
/// with a table of members: two statements.
pub async fn with_proofs(
    tx: &mut Tx,
    organization: &OrganizationId,
) -> Result<Vec<(Account, Vec<proofs::Proof>)>> {
    let members = "organization_id = $1 AND is_member AND NOT deleted";
    let text = format!(
        "SELECT account_id, disability_type, source FROM proofs WHERE account_id IN \
         (SELECT id FROM accounts WHERE {members})"
    );
    let statement = Sql::new(text).bind(organization);
    let rows = tx.fetch_all::<(AccountId, proofs::Proof)>(statement).await?;
    let mut by_id: HashMap<AccountId, Vec<proofs::Proof>> = group_by_key(rows);
    let lock = tx.lock_clause();
    let text = format!("SELECT document FROM accounts WHERE {members} ORDER BY id{lock}");
    let accounts = tx.fetch_all::<Account>(Sql::new(text).bind(organization)).await?;
    let with_proofs = |account: Account| {
        let proofs = by_id.remove(&account.id).unwrap_or_default();
        (account, proofs)
    };
    Ok(accounts.into_iter().map(with_proofs).collect())
}

/// The identifiers of the school's own system that members of an organization have, with the members.
pub async fn list_sourced_ids(
    mut conn: impl Conn,
    organization: &OrganizationId,
) -> Result<HashMap<String, AccountId>> {
    // The document alone has them.
    let statement = Sql::new(
        "SELECT document FROM accounts WHERE organization_id = $1 AND is_member AND NOT deleted \
         AND document LIKE '%\"sourced_id\":\"%'",
    )
    .bind(organization);
    let mut members = HashMap::new();
    for account in conn.fetch_all::<Account>(statement).await? {
        if let Some(id) = account.membership.and_then(|place| place.sourced_id) {
            members.insert(id, account.id);
        }
    }
    Ok(members)
}

/// Replaces what the school says about a member's disabilities; other proofs stay.
pub async fn set_school_disabilities(
    tx: &mut Tx,
    id: &AccountId,
    disabilities: &BTreeSet<DisabilityType>,
    now: Timestamp,
) -> Result<()> {
    let mut delete = Sql::new("DELETE FROM proofs WHERE account_id = $1 AND source = $2")
        .bind_all((id, ProofSource::SchoolVerified));
    if !disabilities.is_empty() {
        delete = delete.append(" AND disability_type NOT IN (?)").bind_in(disabilities.iter().copied());
    }
    tx.execute(delete).await?;
    proofs::add_all(tx, id, disabilities, ProofSource::SchoolVerified, now).await
}
