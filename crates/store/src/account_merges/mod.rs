//! Merges of two accounts of one person, with a journal of what moved (docs/rules/memberships.md#rule-19).

mod rows;
mod submissions;
mod table;

use std::collections::{BTreeMap, HashMap};

use domain::AccountId;
use domain::account_merges::{AffiliationChange, MergedNoun, UNDO_WINDOW};
use domain::dates::time_before;
use jiff::Timestamp;

pub use rows::{lock_titles, move_rows, move_rows_back};
pub use table::{MOVED_ROWS, MovedRows, NewerRows};

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, Tx, record};

const MAX_MERGES: u32 = 50;

/// Table and column of journal entries about roles and the place in an organization.
const ACCOUNTS_TABLE: &str = "accounts";
const ACCOUNTS_COLUMN: &str = "document";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountMerge {
    pub key: MergeKey,
    pub merged: Timestamp,
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

record! { MergeKey { id, kept: "kept_id", closed: "closed_id" } }

record! { AccountMerge { key: "id, kept_id, closed_id", merged: "merged_at", undone: "undone_at" } }

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
    for (noun, kept, closed, blocked) in conn.fetch_all::<(MergedNoun, u64, u64, u64)>(statement).await? {
        let count = counts.entry(noun).or_default();
        count.kept += kept;
        count.closed += closed;
        count.blocked += blocked;
    }
    Ok(counts)
}

pub async fn insert(
    tx: &mut Tx,
    [kept, closed]: [&AccountId; 2],
    by: Option<&AccountId>,
    now: Timestamp,
) -> Result<MergeKey> {
    let row = TableRow::new("account_merges")
        .set("kept_id", kept)
        .set("closed_id", closed)
        .set("merged_by", by)
        .set("merged_at", now);
    tx.fetch_one(row.insert().append(" RETURNING ").append(MergeKey::COLUMNS)).await
}

/// A merge, locked against other writers until the transaction ends.
pub async fn get_for_update(tx: &mut Tx, id: i64) -> Result<Option<AccountMerge>> {
    let statement = AccountMerge::select_from("account_merges WHERE id = $1").append(tx.lock_clause());
    tx.fetch_optional(statement.bind(id)).await
}

pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<AccountMerge>> {
    conn.fetch_optional(AccountMerge::select_from("account_merges WHERE id = $1").bind(id)).await
}

/// Merges that an account was kept or closed by, newest first: at most 50.
pub async fn list_of_account(mut conn: impl Conn, account: &AccountId) -> Result<Vec<AccountMerge>> {
    let statement = AccountMerge::select_from(&format!(
        "account_merges WHERE kept_id = $1 OR closed_id = $1 ORDER BY merged_at DESC, id DESC LIMIT {MAX_MERGES}"
    ));
    conn.fetch_all(statement.bind(account)).await
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
    .bind(kept);
    let mut left: HashMap<i64, BTreeMap<MergedNoun, u64>> = HashMap::new();
    for (merge, table, count) in conn.fetch_all::<(i64, String, u64)>(statement).await? {
        let rows = MOVED_ROWS.iter().find(|rows| rows.table == table);
        let noun = rows.map_or(MergedNoun::Membership, |rows| rows.noun);
        *left.entry(merge).or_default().entry(noun).or_default() += count;
    }
    Ok(left)
}

pub async fn mark_undone(tx: &mut Tx, id: i64, by: Option<&AccountId>, now: Timestamp) -> Result<()> {
    let statement = Sql::new("UPDATE account_merges SET undone_by = $2, undone_at = $3 WHERE id = $1")
        .bind_all((id, by, now));
    tx.execute(statement).await.map(drop)
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
    .bind_all((merge.id, account, serde_json::to_string(change)?));
    tx.execute(statement).await.map(drop)
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
    Ok(conn.fetch_all::<(AccountId, AffiliationChange)>(statement).await?.into_iter().collect())
}

/// Removes the change of an account's roles and organization from the journal, because it was undone.
pub async fn delete_affiliation_change(tx: &mut Tx, merge: &MergeKey, account: &AccountId) -> Result<()> {
    let statement = Sql::new(format!(
        "DELETE FROM account_merge_entries WHERE merge_id = $1 AND table_name = '{ACCOUNTS_TABLE}' \
         AND row_key = $2"
    ));
    tx.execute(statement.bind(merge.id).bind(account)).await.map(drop)
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
    .bind(account);
    conn.fetch_all(statement).await
}

/// Deletes the journals of merges that cannot be undone any more. Returns the number of entries.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let before = time_before(now, UNDO_WINDOW);
    let statement = Sql::new(
        "DELETE FROM account_merge_entries \
         WHERE merge_id IN (SELECT id FROM account_merges WHERE merged_at < $1)",
    );
    conn.execute(statement.bind(before)).await
}
