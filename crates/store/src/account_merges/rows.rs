//! The statements of a merge and of its undo: a constant number, however many rows move.

use domain::{AccountId, Title, TitleId};

use super::MergeKey;
use super::submissions::{close_answered, close_remaining, reopen_answered};
use super::table::{MOVED_ROWS, MovedRows, NewerRows};
use crate::conn::Conn as _;
use crate::sql::ROWS_PER_STATEMENT;
use crate::{Result, Sql, Tx, changes, titles};

/// The column of journal entries about content that was exchanged, because the closed account's was newer.
const NEWER_COLUMN: &str = "newer";

impl MovedRows {
    /// The condition that the kept account has a row `o` of the same kind as `t`.
    fn same_condition(&self) -> String {
        let pairs: Vec<String> = self.same.iter().map(|name| format!("o.{name} = t.{name}")).collect();
        pairs.join(" AND ")
    }

    /// The condition under which a row stays with the closed account. With `is_final`, content that the merge
    /// exchanges counts as moved.
    pub(super) fn blocked_condition(&self, is_final: bool) -> String {
        let mut parts = Vec::new();
        if !self.same.is_empty() {
            let older = match self.newer {
                Some(NewerRows { time, .. }) if is_final => format!(" AND o.{time} >= t.{time}"),
                _ => String::new(),
            };
            let table = self.table;
            let column = self.column;
            let same = self.same_condition();
            parts.push(format!("EXISTS (SELECT 1 FROM {table} o WHERE o.{column} = $1 AND {same}{older})"));
        }
        if !self.blocked.is_empty() {
            parts.push(format!("({})", self.blocked));
        }
        if parts.is_empty() { "FALSE".to_owned() } else { parts.join(" OR ") }
    }

    /// The condition that the journal of merge `$3` has the row `t`. The caller adds the closing parenthesis,
    /// and may add conditions on the entry `e` before.
    fn journal_condition(&self, column: &str) -> String {
        format!(
            "EXISTS (SELECT 1 FROM account_merge_entries e WHERE e.merge_id = $3 AND e.table_name = '{}' \
             AND e.column_name = '{column}' AND e.row_key = {}",
            self.table, self.key
        )
    }

    async fn move_to_kept(&self, tx: &mut Tx, merge: &MergeKey) -> Result<()> {
        let Self { table, column, key, state, .. } = self;
        let blocked = self.blocked_condition(false);
        let journal = format!(
            "INSERT INTO account_merge_entries (merge_id, table_name, column_name, row_key, old_value) \
             SELECT CAST($3 AS BIGINT), '{table}', '{column}', {key}, {state} FROM {table} t \
             WHERE t.{column} = $2 AND t.{column} <> $1 AND NOT ({blocked})"
        );
        tx.execute(merge.bind(journal)).await?;
        let entry = self.journal_condition(column);
        let update = format!("UPDATE {table} AS t SET {column} = $1 WHERE t.{column} = $2 AND {entry})");
        tx.execute(merge.bind(update)).await?;
        let Some(newer) = &self.newer else { return Ok(()) };
        let same = self.same_condition();
        let time = newer.time;
        let journal = format!(
            "INSERT INTO account_merge_entries (merge_id, table_name, column_name, row_key, old_value) \
             SELECT CAST($3 AS BIGINT), '{table}', '{NEWER_COLUMN}', {key}, CAST(t.{time} AS TEXT) \
             FROM {table} t WHERE t.{column} = $2 AND EXISTS (SELECT 1 FROM {table} o \
                 WHERE o.{column} = $1 AND {same} AND o.{time} < t.{time})"
        );
        tx.execute(merge.bind(journal)).await?;
        // The closed account has the newer content.
        self.exchange(tx, merge, (newer, "$2")).await
    }

    /// Exchanges the content of the rows of both accounts that the journal has. The owner of the newer
    /// content is `$1` or `$2`.
    async fn exchange(&self, tx: &mut Tx, merge: &MergeKey, newer: (&NewerRows, &str)) -> Result<()> {
        let (NewerRows { time, columns }, owner) = newer;
        let Self { table, column, .. } = self;
        let sets: Vec<String> = columns.iter().map(|name| format!("{name} = o.{name}")).collect();
        let update = format!(
            "UPDATE {table} AS t SET {} FROM {table} AS o WHERE {} \
             AND ((t.{column} = $1 AND o.{column} = $2) OR (t.{column} = $2 AND o.{column} = $1)) AND {} \
             AND e.old_value = CAST(CASE WHEN t.{column} = {owner} THEN t.{time} ELSE o.{time} END AS TEXT))",
            sets.join(", "),
            self.same_condition(),
            self.journal_condition(NEWER_COLUMN),
        );
        tx.execute(merge.bind(update)).await.map(drop)
    }

    /// Moves the rows back that are unchanged. The journal keeps those that stay with the kept account.
    async fn move_back(&self, tx: &mut Tx, merge: &MergeKey) -> Result<()> {
        let Self { table, column, key, state, .. } = self;
        if let Some(newer) = &self.newer {
            self.exchange(tx, merge, (newer, "$1")).await?;
            let forget = format!(
                "DELETE FROM account_merge_entries WHERE merge_id = $3 AND table_name = '{table}' \
                 AND column_name = '{NEWER_COLUMN}' \
                 AND (row_key NOT IN (SELECT {key} FROM {table} t WHERE t.{column} = $1) \
                     OR (row_key, old_value) IN (SELECT {key}, CAST(t.{} AS TEXT) FROM {table} t \
                         WHERE t.{column} = $2))",
                newer.time
            );
            tx.execute(merge.bind(forget)).await?;
        }
        let taken = if self.same.is_empty() {
            String::new()
        } else {
            let same = self.same_condition();
            format!(" AND NOT EXISTS (SELECT 1 FROM {table} o WHERE o.{column} = $2 AND {same})")
        };
        let entry = self.journal_condition(column);
        let update = format!(
            "UPDATE {table} AS t SET {column} = $2 WHERE t.{column} = $1 AND {entry} \
             AND e.old_value = {state}){taken}"
        );
        tx.execute(merge.bind(update)).await?;
        let forget = format!(
            "DELETE FROM account_merge_entries WHERE merge_id = $3 AND table_name = '{table}' \
             AND column_name = '{column}' \
             AND row_key NOT IN (SELECT {key} FROM {table} t WHERE t.{column} = $1 AND t.{column} <> $2)"
        );
        tx.execute(merge.bind(forget)).await.map(drop)
    }
}

impl MergeKey {
    /// A statement about the kept account `$1`, the closed account `$2` and the merge `$3`.
    pub(super) fn bind(&self, text: String) -> Sql {
        Sql::new(text).bind(self.kept.as_str()).bind(self.closed.as_str()).bind(self.id)
    }
}

/// Moves the rows that can move to the kept account, and notes them in the journal. Submissions that a proof
/// of the other account answers are closed. Both accounts are locked, and titles by [`lock_titles`] before.
pub async fn move_rows(tx: &mut Tx, merge: &MergeKey) -> Result<()> {
    for rows in MOVED_ROWS {
        rows.move_to_kept(tx, merge).await?;
    }
    close_answered(tx, merge).await?;
    follow_documents(tx, &merge.kept).await
}

/// Moves back what the journal has, as far as it still belongs to the kept account and is unchanged. Locks
/// are those of [`move_rows`].
pub async fn move_rows_back(tx: &mut Tx, merge: &MergeKey) -> Result<()> {
    reopen_answered(tx, merge).await?;
    for rows in MOVED_ROWS.iter().rev() {
        rows.move_back(tx, merge).await?;
    }
    close_remaining(tx, merge).await?;
    // Agreements that have changed since stay with the other account.
    let statement = Sql::new(
        "UPDATE accounts SET has_signed = FALSE WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM agreements g \
         WHERE g.account_id = $1 AND g.kind = 'termsOfUse')",
    );
    tx.execute(statement.bind(merge.closed.as_str())).await?;
    follow_documents(tx, &merge.closed).await
}

/// Keeps other writers of titles out until the transaction ends if one of these accounts has documents:
/// before organizations and accounts are locked, as all writers of titles do.
pub async fn lock_titles(tx: &mut Tx, [one, other]: [&AccountId; 2]) -> Result<()> {
    let text = "SELECT EXISTS (SELECT 1 FROM documents WHERE owner_id IN ($1, $2))";
    let statement = Sql::new(text).bind(one.as_str()).bind(other.as_str());
    if tx.fetch_one::<bool>(statement).await? {
        changes::lock(tx).await?;
    }
    Ok(())
}

/// Writes the owner of documents into their titles.
async fn follow_documents(tx: &mut Tx, owner: &AccountId) -> Result<()> {
    let statement = Sql::new(
        "SELECT d.title_id FROM documents d JOIN titles t ON t.id = d.title_id \
         WHERE d.owner_id = $1 AND COALESCE(t.owner_id, '') <> $1 ORDER BY d.title_id",
    );
    let ids: Vec<TitleId> = tx.fetch_all(statement.bind(owner)).await?;
    for chunk in ids.chunks(ROWS_PER_STATEMENT) {
        let moved: Vec<Title> = titles::get_many_for_update(tx, chunk)
            .await?
            .into_iter()
            .map(|title| Title { owner: Some(owner.clone()), ..title })
            .collect();
        titles::update_many(tx, &moved).await?;
    }
    Ok(())
}
