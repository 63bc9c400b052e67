//! Proofs of disability: the active ones, and what people submitted for confirmation.

use std::collections::{BTreeSet, HashMap};

use domain::{AccountId, DisabilityType, ProofSource};
use jiff::Timestamp;

use crate::sql::{ROWS_PER_STATEMENT, insert_in_chunks};
use crate::{Conn, OnConflict, Result, Sql, Tx, insert_rows, parse_enum, placeholders, to_timestamp};

/// An active proof; an account has at most one of each disability type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    pub kind: DisabilityType,
    pub source: ProofSource,
}

/// An active proof, and the moment at which it was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatedProof {
    pub proof: Proof,
    pub added: Timestamp,
}

/// Something submitted for confirmation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Source that the proof is to come from.
    pub source: Option<ProofSource>,
    /// Membership number at the source.
    pub membership_id: Option<String>,
    pub kinds: BTreeSet<DisabilityType>,
    pub note: Option<String>,
    pub date: Timestamp,
    /// True if such a proof suffices by the rules that the site had then (docs/rules/joining.md#rule-4).
    pub suffices: bool,
}

/// Adds an active proof. False if the account has one of this type.
pub async fn add(mut conn: impl Conn, account: &AccountId, proof: &Proof, now: Timestamp) -> Result<bool> {
    let statement = Sql::new(
        "INSERT INTO proofs (account_id, disability_type, source, date_added) VALUES ($1, $2, $3, $4) \
         ON CONFLICT DO NOTHING",
    )
    .bind(account.as_str())
    .bind(proof.kind.as_str())
    .bind(proof.source.as_str())
    .bind_time(now);
    conn.affects_rows(statement).await
}

const COLUMNS: [&str; 4] = ["account_id", "disability_type", "source", "date_added"];

/// Adds an active proof of each of these types that the account does not have yet.
pub async fn add_all(
    mut conn: impl Conn,
    account: &AccountId,
    kinds: &BTreeSet<DisabilityType>,
    source: ProofSource,
    now: Timestamp,
) -> Result<()> {
    if kinds.is_empty() {
        return Ok(());
    }
    let row = |kind: &DisabilityType| {
        [account.as_str().into(), kind.as_str().into(), source.as_str().into(), now.as_microsecond().into()]
    };
    let rows = kinds.iter().map(row).collect();
    conn.execute(insert_rows("proofs", COLUMNS, rows, OnConflict::Keep)).await.map(|_| ())
}

/// Adds active proofs of many accounts; existing ones stay unchanged.
pub async fn add_many(
    tx: &mut Tx,
    proofs: &[(&AccountId, DisabilityType, ProofSource)],
    now: Timestamp,
) -> Result<()> {
    let at = now.as_microsecond();
    let rows = proofs.iter().map(|(account, kind, source)| {
        [account.as_str().into(), kind.as_str().into(), source.as_str().into(), at.into()]
    });
    tx.execute_each(insert_in_chunks("proofs", COLUMNS, rows, OnConflict::Keep)).await.map(drop)
}

/// Withdraws proofs of many accounts, as far as their schools verified them.
pub async fn remove_verified(tx: &mut Tx, proofs: &[(&AccountId, DisabilityType)]) -> Result<()> {
    for chunk in proofs.chunks(ROWS_PER_STATEMENT) {
        let pairs: Vec<String> =
            (0..chunk.len()).map(|pair| format!("({})", placeholders(2 + 2 * pair, 2))).collect();
        let delete = format!(
            "DELETE FROM proofs WHERE source = $1 AND (account_id, disability_type) IN (VALUES {})",
            pairs.join(", ")
        );
        let values = chunk.iter().flat_map(|(account, kind)| [account.as_str(), kind.as_str()]);
        tx.execute(Sql::new(delete).bind(ProofSource::SchoolVerified.as_str()).bind_list(values)).await?;
    }
    Ok(())
}

/// The disabilities of these accounts that their schools verified.
pub async fn list_verified(
    mut conn: impl Conn,
    accounts: &[AccountId],
) -> Result<HashMap<AccountId, BTreeSet<DisabilityType>>> {
    let mut verified: HashMap<AccountId, BTreeSet<DisabilityType>> = HashMap::new();
    let select =
        Sql::new("SELECT account_id, disability_type FROM proofs WHERE source = $1 AND account_id IN (?)")
            .bind(ProofSource::SchoolVerified.as_str());
    let statements = select.for_keys(accounts.iter().map(AccountId::as_str));
    for (account, kind) in conn.fetch_each::<(String, String)>(statements).await? {
        verified.entry(AccountId(account)).or_default().insert(parse_enum(&kind)?);
    }
    Ok(verified)
}

/// The sources of the active proofs of one disability, of those of these accounts that have one.
pub async fn list_sources(
    mut conn: impl Conn,
    accounts: &[AccountId],
    kind: DisabilityType,
) -> Result<HashMap<AccountId, ProofSource>> {
    let select =
        Sql::new("SELECT account_id, source FROM proofs WHERE disability_type = $1 AND account_id IN (?)");
    let statements = select.bind(kind.as_str()).for_keys(accounts.iter().map(AccountId::as_str));
    let rows = conn.fetch_each::<(String, String)>(statements).await?.into_iter();
    rows.map(|(account, source)| Ok((AccountId(account), parse_enum(&source)?))).collect()
}

/// Replaces the source of an active proof. `false` if there is none of this type.
pub async fn set_source(
    mut conn: impl Conn,
    account: &AccountId,
    kind: DisabilityType,
    source: ProofSource,
) -> Result<bool> {
    let statement = Sql::new("UPDATE proofs SET source = $3 WHERE account_id = $1 AND disability_type = $2")
        .bind(account.as_str())
        .bind(kind.as_str())
        .bind(source.as_str());
    conn.affects_rows(statement).await
}

/// Removes an active proof. `false` if there is none of this type.
pub async fn remove(mut conn: impl Conn, account: &AccountId, kind: DisabilityType) -> Result<bool> {
    let statement = Sql::new("DELETE FROM proofs WHERE account_id = $1 AND disability_type = $2")
        .bind(account.as_str())
        .bind(kind.as_str());
    conn.affects_rows(statement).await
}

/// Active proofs of an account, by disability type.
pub async fn list_for_account(mut conn: impl Conn, account: &AccountId) -> Result<Vec<Proof>> {
    let statement =
        Sql::new("SELECT disability_type, source FROM proofs WHERE account_id = $1 ORDER BY disability_type")
            .bind(account.as_str());
    let rows = conn.fetch_all::<(String, String)>(statement).await?;
    rows.iter()
        .map(|(kind, source)| Ok(Proof { kind: parse_enum(kind)?, source: parse_enum(source)? }))
        .collect()
}

/// Active proofs of an account with their dates, newest first.
pub async fn list_dated(mut conn: impl Conn, account: &AccountId) -> Result<Vec<DatedProof>> {
    let statement = Sql::new(
        "SELECT disability_type, source, date_added FROM proofs WHERE account_id = $1 \
         ORDER BY date_added DESC, disability_type",
    )
    .bind(account.as_str());
    let rows = conn.fetch_all::<(String, String, i64)>(statement).await?;
    rows.iter()
        .map(|(kind, source, added)| {
            let proof = Proof { kind: parse_enum(kind)?, source: parse_enum(source)? };
            Ok(DatedProof { proof, added: to_timestamp(*added)? })
        })
        .collect()
}

pub async fn record_submission(
    mut conn: impl Conn,
    account: &AccountId,
    submission: &Submission,
) -> Result<()> {
    let kinds: Vec<&str> = submission.kinds.iter().map(|kind| kind.as_str()).collect();
    let statement = Sql::new(
        "INSERT INTO proof_submissions \
         (account_id, source, membership_id, note, date_submitted, disability_types, suffices) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(account.as_str())
    .bind(submission.source.map(ProofSource::as_str))
    .bind(submission.membership_id.as_deref())
    .bind(submission.note.as_deref())
    .bind_time(submission.date)
    .bind(kinds.join(" "))
    .bind(submission.suffices);
    conn.execute(statement).await.map(|_| ())
}

/// Ends the access that a person has while a submitted proof is checked, for good: the proof was refused, or
/// one was withdrawn.
pub async fn end_provisional_access(mut conn: impl Conn, account: &AccountId, now: Timestamp) -> Result<()> {
    let statement = Sql::new(
        "UPDATE proof_submissions SET provisional_ended_at = $2 \
         WHERE account_id = $1 AND provisional_ended_at IS NULL",
    );
    conn.execute(statement.bind(account.as_str()).bind_time(now)).await.map(|_| ())
}

/// The submissions of an account, newest first.
pub async fn list_submissions(mut conn: impl Conn, account: &AccountId) -> Result<Vec<Submission>> {
    let statement = Sql::new(
        "SELECT source, membership_id, note, date_submitted, disability_types, suffices \
         FROM proof_submissions WHERE account_id = $1 ORDER BY date_submitted DESC, id DESC",
    )
    .bind(account.as_str());
    let rows = conn
        .fetch_all::<(Option<String>, Option<String>, Option<String>, i64, String, bool)>(statement)
        .await?;
    rows.into_iter()
        .map(|(source, membership_id, note, date, kinds, suffices)| {
            let source = source.as_deref().map(parse_enum).transpose()?;
            let kinds = kinds.split_whitespace().map(parse_enum).collect::<Result<_>>()?;
            Ok(Submission { source, membership_id, kinds, note, date: to_timestamp(date)?, suffices })
        })
        .collect()
}
