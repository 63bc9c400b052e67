//! Members with all that their sponsors see of them.

use std::collections::{BTreeSet, HashMap};

use domain::ids::AccountId;
use domain::preferences::Preferences;
use domain::proofs::{DisabilityType, ProofSource};
use domain::readers::Reader;
use jiff::Timestamp;
use sea_query::{Expr, ExprTrait, Query};

use crate::conn::Conn;
use crate::error::Result;
use crate::proofs;
use crate::readers;
use crate::roster_tags::RosterTag;
use crate::rosters::Person;
use crate::sql::{Sql, places};
use crate::tx::Tx;
use crate::values::word;

/// A member of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The account with its standing.
    pub reader: Reader,
    /// District and school.
    pub tag: Option<RosterTag>,
    /// On the quick list of the sponsor who looks.
    pub on_quick_list: bool,
    /// How the person likes to read.
    pub preferences: Preferences,
    /// Disabilities, see [`disabilities`].
    pub disabilities: BTreeSet<DisabilityType>,
}

/// What else is known of people on a roster, in their order: two statements, however many they are.
pub async fn complete(mut conn: impl Conn, people: Vec<Person>, now: Timestamp) -> Result<Vec<Member>> {
    let ids: Vec<AccountId> = people.iter().map(|person| person.account.id.clone()).collect();
    let readers = readers::many(&mut conn, &ids, now).await?;
    let mut disabilities = disabilities(&mut conn, &ids).await?;
    let mut by_id: HashMap<AccountId, Reader> =
        readers.into_iter().map(|reader| (reader.account.id.clone(), reader)).collect();
    let member = |person: Person| {
        let reader = by_id.remove(&person.account.id)?;
        let disabilities = disabilities.remove(&person.account.id).unwrap_or_default();
        let Person { tag, on_quick_list, preferences, .. } = person;
        Some(Member { reader, tag, on_quick_list, preferences, disabilities })
    };
    Ok(people.into_iter().filter_map(member).collect())
}

/// The disabilities of these accounts that their organizations know: all proofs of members, and of those who
/// are individual members too only what a school verified. What else they proved is their own affair.
pub async fn disabilities(
    mut conn: impl Conn,
    ids: &[AccountId],
) -> Result<HashMap<AccountId, BTreeSet<DisabilityType>>> {
    let mut known: HashMap<AccountId, BTreeSet<DisabilityType>> = HashMap::new();
    if ids.is_empty() {
        return Ok(known);
    }
    let statement = Sql::new(format!(
        "SELECT p.account_id, p.disability_type FROM proofs p JOIN accounts a ON a.id = p.account_id \
         WHERE p.account_id IN ({}) AND (p.source = 'schoolVerified' OR NOT a.is_individual)",
        places(1, ids.len())
    ))
    .list(ids.iter().map(AccountId::as_str));
    for (id, kind) in conn.all::<(String, String)>(statement).await? {
        known.entry(AccountId(id)).or_default().insert(word(&kind)?);
    }
    Ok(known)
}

/// Replaces what the school says about a member's disabilities; other proofs stay.
pub async fn set_disabilities(
    tx: &mut Tx,
    id: &AccountId,
    disabilities: &BTreeSet<DisabilityType>,
    now: Timestamp,
) -> Result<()> {
    let source = ProofSource::SchoolVerified.as_str();
    let mut delete = Query::delete();
    delete
        .from_table("proofs")
        .and_where(Expr::col("account_id").eq(id.as_str()))
        .and_where(Expr::col("source").eq(source))
        .and_where(Expr::col("disability_type").is_not_in(disabilities.iter().map(|kind| kind.as_str())));
    tx.execute(delete).await?;
    proofs::add_all(tx, id, disabilities, ProofSource::SchoolVerified, now).await
}
