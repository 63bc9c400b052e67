//! Proofs of disability: the active ones, and what people submitted for confirmation.

use std::collections::{BTreeSet, HashMap};

use domain::{AccountId, DisabilityType, ProofSource};
use jiff::Timestamp;

use crate::sql::{ROWS_PER_STATEMENT, TableRow};
use crate::{
    Column, Conn, OnConflict, Record as _, Result, Sql, Tx, group_by_key, insert_rows, parse_enum,
    placeholders, record,
};

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
    pub source: Option<ProofSource>,
    /// Membership number at the source.
    pub membership_id: Option<String>,
    pub kinds: BTreeSet<DisabilityType>,
    pub note: Option<String>,
    pub date: Timestamp,
    /// True if such a proof suffices by the rules that the site had then (docs/rules/joining.md#rule-4).
    pub suffices: bool,
}

record! { Proof { kind: "disability_type", source } }

record! { DatedProof { proof: "disability_type, source", added: "date_added" } }

record! {
    Submission {
        source,
        membership_id,
        kinds: "disability_types",
        note,
        date: "date_submitted",
        suffices,
    }
}

/// Words with spaces between them.
impl Column for BTreeSet<DisabilityType> {
    type StoredForm = String;

    fn from_stored(stored: String) -> Result<Self> {
        stored.split_whitespace().map(parse_enum).collect()
    }
}

/// Adds an active proof. False if the account has one of this type.
pub async fn add(mut conn: impl Conn, account: &AccountId, proof: &Proof, now: Timestamp) -> Result<bool> {
    conn.affects_rows(proof_row(account, *proof, now).insert_if_new()).await
}

fn proof_row(account: &AccountId, proof: Proof, now: Timestamp) -> TableRow<'static> {
    TableRow::new("proofs")
        .set("account_id", account)
        .set("disability_type", proof.kind)
        .set("source", proof.source)
        .set("date_added", now)
}

/// Adds an active proof of each of these types that the account does not have yet.
pub async fn add_all(
    mut conn: impl Conn,
    account: &AccountId,
    kinds: &BTreeSet<DisabilityType>,
    source: ProofSource,
    now: Timestamp,
) -> Result<()> {
    let rows = kinds.iter().map(|kind| proof_row(account, Proof { kind: *kind, source }, now));
    conn.execute_each(insert_rows(rows, OnConflict::Keep)).await.map(drop)
}

/// Adds active proofs of many accounts; existing ones stay unchanged.
pub async fn add_many(
    tx: &mut Tx,
    proofs: &[(&AccountId, DisabilityType, ProofSource)],
    now: Timestamp,
) -> Result<()> {
    let row = |(account, kind, source): &(&AccountId, DisabilityType, ProofSource)| {
        proof_row(account, Proof { kind: *kind, source: *source }, now)
    };
    tx.execute_each(insert_rows(proofs.iter().map(row), OnConflict::Keep)).await.map(drop)
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
        tx.execute(Sql::new(delete).bind(ProofSource::SchoolVerified).bind_list(values)).await?;
    }
    Ok(())
}

/// The disabilities of these accounts that their schools verified.
pub async fn list_verified(
    mut conn: impl Conn,
    accounts: &[AccountId],
) -> Result<HashMap<AccountId, BTreeSet<DisabilityType>>> {
    let select =
        Sql::new("SELECT account_id, disability_type FROM proofs WHERE source = $1 AND account_id IN (?)")
            .bind(ProofSource::SchoolVerified);
    Ok(group_by_key(conn.fetch_each::<Vec<(AccountId, DisabilityType)>>(select.for_keys(accounts)).await?))
}

/// The sources of the active proofs of one disability, of those of these accounts that have one.
pub async fn list_sources(
    mut conn: impl Conn,
    accounts: &[AccountId],
    kind: DisabilityType,
) -> Result<HashMap<AccountId, ProofSource>> {
    let select =
        Sql::new("SELECT account_id, source FROM proofs WHERE disability_type = $1 AND account_id IN (?)");
    conn.fetch_each(select.bind(kind).for_keys(accounts)).await
}

/// Replaces the source of an active proof. `false` if there is none of this type.
pub async fn set_source(
    mut conn: impl Conn,
    account: &AccountId,
    kind: DisabilityType,
    source: ProofSource,
) -> Result<bool> {
    let statement = Sql::new("UPDATE proofs SET source = $3 WHERE account_id = $1 AND disability_type = $2")
        .bind_all((account, kind, source));
    conn.affects_rows(statement).await
}

/// Removes an active proof. `false` if there is none of this type.
pub async fn remove(mut conn: impl Conn, account: &AccountId, kind: DisabilityType) -> Result<bool> {
    let statement = Sql::new("DELETE FROM proofs WHERE account_id = $1 AND disability_type = $2")
        .bind_all((account, kind));
    conn.affects_rows(statement).await
}

/// Active proofs of an account, by disability type.
pub async fn list_for_account(mut conn: impl Conn, account: &AccountId) -> Result<Vec<Proof>> {
    let statement = Proof::select_from("proofs WHERE account_id = $1 ORDER BY disability_type");
    conn.fetch_all(statement.bind(account)).await
}

/// Active proofs of an account with their dates, newest first.
pub async fn list_dated(mut conn: impl Conn, account: &AccountId) -> Result<Vec<DatedProof>> {
    let statement =
        DatedProof::select_from("proofs WHERE account_id = $1 ORDER BY date_added DESC, disability_type");
    conn.fetch_all(statement.bind(account)).await
}

pub async fn record_submission(
    mut conn: impl Conn,
    account: &AccountId,
    submission: &Submission,
) -> Result<()> {
    let kinds: Vec<&str> = submission.kinds.iter().map(|kind| kind.as_str()).collect();
    let row = TableRow::new("proof_submissions")
        .set("account_id", account)
        .set("source", submission.source)
        .set("membership_id", submission.membership_id.as_deref())
        .set("note", submission.note.as_deref())
        .set("date_submitted", submission.date)
        .set("disability_types", kinds.join(" "))
        .set("suffices", submission.suffices);
    conn.execute(row.insert()).await.map(drop)
}

/// Ends the access that a person has while a submitted proof is checked, for good: the proof was refused, or
/// one was withdrawn.
pub async fn end_provisional_access(mut conn: impl Conn, account: &AccountId, now: Timestamp) -> Result<()> {
    let statement = Sql::new(
        "UPDATE proof_submissions SET provisional_ended_at = $2 \
         WHERE account_id = $1 AND provisional_ended_at IS NULL",
    );
    conn.execute(statement.bind(account).bind(now)).await.map(drop)
}

/// The submissions of an account, newest first.
pub async fn list_submissions(mut conn: impl Conn, account: &AccountId) -> Result<Vec<Submission>> {
    let statement = Submission::select_from(
        "proof_submissions WHERE account_id = $1 ORDER BY date_submitted DESC, id DESC",
    );
    conn.fetch_all(statement.bind(account)).await
}
