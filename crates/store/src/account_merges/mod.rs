//! Merges of two accounts of one person, with a journal of what moved (docs/rules/memberships.md#rule-19).

mod rows;
mod submissions;
mod table;

use std::collections::{BTreeMap, HashMap};

use domain::AccountId;
use domain::account_merges::{AffiliationChange, MergedNoun, UNDO_WINDOW};
use jiff::Timestamp;

pub use rows::{lock_titles, move_rows, move_rows_back};
pub use table::{MOVED_ROWS, MovedRows, NewerRows};

use crate::{Conn, Result, Sql, Tx, parse_enum, parse_record, to_count, to_opt_timestamp, to_timestamp};

const MAX_MERGES: u32 = 50;

/// Table and column of journal entries about roles and the place in an organization.
const ACCOUNTS_TABLE: &str = "accounts";
const ACCOUNTS_COLUMN: &str = "document";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountMerge {
    pub key: MergeKey,
    pub merged: Timestamp,
    /// `None` if it was not undone.
    pub undone: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeKey {
    pub id: i64,
    pub kept: AccountId,
    pub closed: AccountId,
}

/// Numbers of records of one kind in a merge of two accounts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MergeCounts {
    pub kept: u64,
    /// Records of the other account.
    pub closed: u64,
    /// Records of the other account that stay with it.
    pub blocked: u64,
}

type MergeRow = (i64, String, String, i64, Option<i64>);

const SELECT_MERGES: &str = "SELECT id, kept_id, closed_id, merged_at, undone_at FROM account_merges";

fn merge_from_row((id, kept, closed, merged, undone): MergeRow) -> Result<AccountMerge> {
    Ok(AccountMerge {
        key: MergeKey { id, kept: AccountId(kept), closed: AccountId(closed) },
        merged: to_timestamp(merged)?,
        undone: to_opt_timestamp(undone)?,
    })
}

/// Counts what a merge of the second account into the first would move, by kind: one statement.
pub async fn count_rows(
    mut conn: impl Conn,
    [kept, closed]: [&AccountId; 2],
) -> Result<BTreeMap<MergedNoun, MergeCounts>> {
    let select = |rows: &MovedRows| {
        let MovedRows { noun, table, column, .. } = rows;
        let blocked = rows.blocked_condition(true);
        format!(
            "SELECT '{noun}' AS noun, (SELECT COUNT(*) FROM {table} t WHERE t.{column} = $1), \
             (SELECT COUNT(*) FROM {table} t WHERE t.{column} = $2), \
             (SELECT COUNT(*) FROM {table} t WHERE t.{column} = $2 AND ({blocked}))"
        )
    };
    let selects: Vec<String> = MOVED_ROWS.iter().map(select).collect();
    let statement = Sql::new(selects.join(" UNION ALL ")).bind(kept.as_str()).bind(closed.as_str());
    let mut counts: BTreeMap<MergedNoun, MergeCounts> = BTreeMap::new();
    for (noun, kept, closed, blocked) in conn.fetch_all::<(String, i64, i64, i64)>(statement).await? {
        let count = counts.entry(parse_enum(&noun)?).or_default();
        count.kept += to_count::<u64>(kept)?;
        count.closed += to_count::<u64>(closed)?;
        count.blocked += to_count::<u64>(blocked)?;
    }
    Ok(counts)
}

pub async fn insert(
    tx: &mut Tx,
    [kept, closed]: [&AccountId; 2],
    by: Option<&AccountId>,
    now: Timestamp,
) -> Result<MergeKey> {
    let statement = Sql::new(
        "INSERT INTO account_merges (kept_id, closed_id, merged_by, merged_at) VALUES ($1, $2, $3, $4) \
         RETURNING id",
    )
    .bind(kept.as_str())
    .bind(closed.as_str())
    .bind(by.map(AccountId::as_str))
    .bind_time(now);
    let (id,) = tx.fetch_one::<(i64,)>(statement).await?;
    Ok(MergeKey { id, kept: kept.clone(), closed: closed.clone() })
}

/// A merge, locked against other writers until the transaction ends.
pub async fn get_for_update(tx: &mut Tx, id: i64) -> Result<Option<AccountMerge>> {
    let text = format!("{SELECT_MERGES} WHERE id = $1{}", tx.lock_clause());
    tx.fetch_optional::<MergeRow>(Sql::new(text).bind(id)).await?.map(merge_from_row).transpose()
}

pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<AccountMerge>> {
    let statement = Sql::new(format!("{SELECT_MERGES} WHERE id = $1")).bind(id);
    conn.fetch_optional::<MergeRow>(statement).await?.map(merge_from_row).transpose()
}

/// Merges that an account was kept or closed by, newest first: at most 50.
pub async fn list_of_account(mut conn: impl Conn, account: &AccountId) -> Result<Vec<AccountMerge>> {
    let statement = Sql::new(format!(
        "{SELECT_MERGES} WHERE kept_id = $1 OR closed_id = $1 ORDER BY merged_at DESC, id DESC \
         LIMIT {MAX_MERGES}"
    ))
    .bind(account.as_str());
    conn.fetch_all::<MergeRow>(statement).await?.into_iter().map(merge_from_row).collect()
}

/// Numbers of records that stayed with an account after its merges were undone, by merge and kind, as long as
/// the journal is kept.
pub async fn count_rows_left_by_undo(
    mut conn: impl Conn,
    kept: &AccountId,
) -> Result<HashMap<i64, BTreeMap<MergedNoun, u64>>> {
    let statement = Sql::new(
        "SELECT e.merge_id, e.table_name, COUNT(*) FROM account_merge_entries e \
         JOIN account_merges m ON m.id = e.merge_id WHERE m.kept_id = $1 AND m.undone_at IS NOT NULL \
         GROUP BY e.merge_id, e.table_name",
    )
    .bind(kept.as_str());
    let mut left: HashMap<i64, BTreeMap<MergedNoun, u64>> = HashMap::new();
    for (merge, table, count) in conn.fetch_all::<(i64, String, i64)>(statement).await? {
        let rows = MOVED_ROWS.iter().find(|rows| rows.table == table);
        let noun = rows.map_or(MergedNoun::Membership, |rows| rows.noun);
        *left.entry(merge).or_default().entry(noun).or_default() += to_count::<u64>(count)?;
    }
    Ok(left)
}

pub async fn mark_undone(tx: &mut Tx, id: i64, by: Option<&AccountId>, now: Timestamp) -> Result<()> {
    let statement = Sql::new("UPDATE account_merges SET undone_by = $2, undone_at = $3 WHERE id = $1")
        .bind(id)
        .bind(by.map(AccountId::as_str))
        .bind_time(now);
    tx.execute(statement).await.map(|_| ())
}

/// Notes the change of an account's roles and organization in the journal.
pub async fn insert_affiliation_change(
    tx: &mut Tx,
    merge: &MergeKey,
    account: &AccountId,
    change: &AffiliationChange,
) -> Result<()> {
    let statement = Sql::new(format!(
        "INSERT INTO account_merge_entries (merge_id, table_name, column_name, row_key, old_value) \
         VALUES ($1, '{ACCOUNTS_TABLE}', '{ACCOUNTS_COLUMN}', $2, $3)"
    ))
    .bind(merge.id)
    .bind(account.as_str())
    .bind(serde_json::to_string(change)?);
    tx.execute(statement).await.map(|_| ())
}

/// The changes of roles and organizations that the journal has.
pub async fn list_affiliation_changes(
    mut conn: impl Conn,
    merge: i64,
) -> Result<HashMap<AccountId, AffiliationChange>> {
    let statement = Sql::new(format!(
        "SELECT row_key, old_value FROM account_merge_entries WHERE merge_id = $1 \
         AND table_name = '{ACCOUNTS_TABLE}'"
    ))
    .bind(merge);
    let rows = conn.fetch_all::<(String, String)>(statement).await?;
    rows.into_iter().map(|(id, change)| Ok((AccountId(id), parse_record(&change)?))).collect()
}

/// Removes the change of an account's roles and organization from the journal, because it was undone.
pub async fn delete_affiliation_change(tx: &mut Tx, merge: &MergeKey, account: &AccountId) -> Result<()> {
    let statement = Sql::new(format!(
        "DELETE FROM account_merge_entries WHERE merge_id = $1 AND table_name = '{ACCOUNTS_TABLE}' \
         AND row_key = $2"
    ));
    tx.execute(statement.bind(merge.id).bind(account.as_str())).await.map(|_| ())
}

/// Accounts that were merged into an account, those merged into these included, by identifier: they are
/// closed and erased with it. Held ones are left out.
pub async fn list_merged_into(mut conn: impl Conn, account: &AccountId) -> Result<Vec<AccountId>> {
    let statement = Sql::new(
        "WITH RECURSIVE merged (id) AS (\
             SELECT m.closed_id FROM account_merges m WHERE m.kept_id = $1 AND m.undone_at IS NULL \
             UNION SELECT m.closed_id FROM account_merges m JOIN merged ON merged.id = m.kept_id \
                 WHERE m.undone_at IS NULL) \
         SELECT id FROM merged WHERE id <> $1 \
         AND NOT EXISTS (SELECT 1 FROM erasure_holds h WHERE h.account_id = merged.id) ORDER BY id",
    )
    .bind(account.as_str());
    let rows = conn.fetch_all::<(String,)>(statement).await?;
    Ok(rows.into_iter().map(|(id,)| AccountId(id)).collect())
}

/// Deletes the journals of merges that cannot be undone any more. Returns the number of entries.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let before = now.saturating_sub(UNDO_WINDOW).unwrap_or(Timestamp::MIN);
    let statement = Sql::new(
        "DELETE FROM account_merge_entries \
         WHERE merge_id IN (SELECT id FROM account_merges WHERE merged_at < $1)",
    );
    conn.execute(statement.bind_time(before)).await
}
