//! Erasing one person.

use std::collections::BTreeMap;

use domain::erasure::{
    ErasedNoun, ErasedSubject, ErasureNote, ErasureReason, ErasureReport, RetainedPart, RetainedRecords,
    RetentionRules, erase_account,
};
use domain::{Account, AccountId};
use jiff::Timestamp;

use super::{Erasure, insert_entry};
use crate::closing::{ANONYMIZED_COLUMNS, DELETED_ROWS, PersonalRows, deleted_columns, list_columns};
use crate::sql::TableRow;
use crate::{Conn, OnConflict, Result, Sql, Tx, accounts, closing, insert_rows, throttle};

/// Rows that go with an erased account besides those of a closed one. A report does not count those of
/// [`ErasedNoun::Other`], because they are about the erasure itself. A hold can only be one that a restored
/// backup has brought back.
const ALSO_DELETED_ROWS: &[PersonalRows] = &[
    (ErasedNoun::SignIn, "account_id", &["access_tokens", "refresh_tokens"]),
    (ErasedNoun::Other, "account_id", &["erasure_holds", "leavers"]),
    (ErasedNoun::Service, "subject", &["work_claims"]),
];

#[derive(Debug, Clone, Copy)]
pub struct NewErasure<'a> {
    /// The account, locked; it has left its organization.
    pub account: &'a Account,
    pub reason: ErasureReason,
    pub erased: Timestamp,
    /// The staff member who erases. `None` for the operator and the retention rules.
    pub by: Option<&'a AccountId>,
    /// The erasure of the person's organization.
    pub parent: Option<i64>,
    pub rules: &'a RetentionRules,
}

/// Noun, table and column of the rows that are deleted with a person, or no longer name the person.
fn erased_columns() -> impl Iterator<Item = (ErasedNoun, &'static str, &'static str)> {
    let deleted = DELETED_ROWS.iter().chain(ALSO_DELETED_ROWS);
    let columns = |(noun, column, tables): &'static PersonalRows| {
        tables.iter().map(move |table| (*noun, *table, *column))
    };
    let anonymized = ANONYMIZED_COLUMNS.map(|(table, column)| (ErasedNoun::Anonymous, table, column));
    deleted.flat_map(columns).chain(anonymized)
}

/// Counts the rows that erasing a person deletes, and those that it keeps for a time: two statements.
pub async fn describe_erasure(
    mut conn: impl Conn,
    account: &AccountId,
    rules: &RetentionRules,
    now: Timestamp,
) -> Result<ErasureReport> {
    let columns = erased_columns().filter(|(noun, ..)| *noun != ErasedNoun::Other);
    let counted = columns.chain([(ErasedNoun::Documents, "documents", "owner_id")]);
    let select = |(noun, table, column): (ErasedNoun, &str, &str)| {
        format!("SELECT '{noun}' AS noun, COUNT(*) FROM {table} WHERE {column} = $1")
    };
    let selects: Vec<String> = counted.map(select).collect();
    let statement = Sql::new(selects.join(" UNION ALL ")).bind(account);
    let mut erased = BTreeMap::new();
    for (noun, rows) in conn.fetch_all::<(ErasedNoun, u64)>(statement).await? {
        if rows > 0 {
            *erased.entry(noun).or_default() += rows;
        }
    }
    let retained = count_retained(conn, account, rules, now).await?;
    Ok(ErasureReport { erased, retained })
}

/// The records of a person that are retained. The copies of the person's own documents go with the documents.
async fn count_retained(
    mut conn: impl Conn,
    account: &AccountId,
    rules: &RetentionRules,
    now: Timestamp,
) -> Result<Vec<RetainedRecords>> {
    let statement = Sql::new(
        "SELECT 'tracing' AS part, COUNT(*), MAX(d.date_requested) FROM downloads d \
         WHERE (d.caller_id = $1 OR d.recipient_id = $1) AND NOT EXISTS \
             (SELECT 1 FROM documents o WHERE o.title_id = d.title_id AND o.owner_id = $1) \
         UNION ALL SELECT 'agreements', COUNT(*), CAST(NULL AS BIGINT) FROM agreements WHERE account_id = $1 \
         UNION ALL SELECT 'accounting', COUNT(*), CAST(NULL AS BIGINT) FROM subscriptions \
             WHERE account_id = $1 \
         UNION ALL SELECT 'accounting', COUNT(*), CAST(NULL AS BIGINT) FROM quota_usage WHERE account_id = $1 \
         UNION ALL SELECT 'audit', COUNT(*), CAST(NULL AS BIGINT) FROM audit \
             WHERE account_id = $1 OR reader_id = $1 \
         UNION ALL SELECT 'audit', COUNT(*), CAST(NULL AS BIGINT) FROM audit_changes \
             WHERE account_id = $1 OR actor_id = $1",
    )
    .bind(account);
    let mut parts: BTreeMap<RetainedPart, RetainedRecords> = BTreeMap::new();
    for (part, rows, latest) in conn.fetch_all::<(RetainedPart, u64, Option<Timestamp>)>(statement).await? {
        if rows > 0 {
            let until = rules.end_of(part, latest.unwrap_or(now));
            parts.entry(part).or_insert(RetainedRecords { part, rows: 0, until }).rows += rows;
        }
    }
    Ok(parts.into_values().collect())
}

/// Erases a person: everything goes that a closed account loses, and the rest gets its time. The documents of
/// the person are removed by a job. A constant number of statements.
pub async fn erase_person(tx: &mut Tx, new: NewErasure<'_>) -> Result<Erasure> {
    let (account, now) = (new.account, new.erased);
    let report = describe_erasure(&mut *tx, &account.id, new.rules, now).await?;
    expire_copies(tx, &account.id, now).await?;
    closing::close(tx, account, now).await?;
    for (table, column) in list_columns(ALSO_DELETED_ROWS) {
        let statement = Sql::new(format!("DELETE FROM {table} WHERE {column} = $1"));
        tx.execute(statement.bind(account.id.as_str())).await?;
    }
    let statement =
        Sql::new("DELETE FROM jobs WHERE account_id = $1 AND state IN ('done', 'dead', 'cancelled')");
    tx.execute(statement.bind(account.id.as_str())).await?;
    throttle::forget_account(&mut *tx, account).await?;
    if !report.keeps_name() {
        accounts::replace(tx, &erase_account(account)).await?;
    }
    let row = |retained: &RetainedRecords| {
        TableRow::new("erasure_remains")
            .set("account_id", &account.id)
            .set("part", retained.part)
            .set("keep_until", retained.until)
    };
    let replace = OnConflict::Replace(&["account_id", "part"]);
    tx.execute_each(insert_rows(report.retained.iter().map(row), replace)).await?;
    let note = ErasureNote {
        site: account.site.clone(),
        subject: ErasedSubject::Account(account.id.clone()),
        reason: new.reason,
        erased: now,
        by: new.by.cloned(),
    };
    let id = insert_entry(tx, &note, new.parent, Some(now), &report).await?;
    Ok(Erasure { id, note, parent: new.parent, finished: Some(now), report })
}

/// Takes back copies that wait to be fetched by the person, and gives up those in progress: their jobs end
/// without a package. The files are deleted by a job.
async fn expire_copies(tx: &mut Tx, account: &AccountId, now: Timestamp) -> Result<()> {
    const OF_PERSON: &str = "(recipient_id = $1 OR (recipient_id IS NULL AND caller_id = $1))";
    let text = format!(
        "DELETE FROM quota_usage WHERE reserved AND download_id IN \
         (SELECT id FROM downloads WHERE {OF_PERSON} AND status = 'PENDING')"
    );
    tx.execute(Sql::new(text).bind(account)).await?;
    let statement = Sql::new(format!(
        "INSERT INTO discarded_files (key, discarded_at) \
         SELECT DISTINCT package, CAST($2 AS BIGINT) FROM downloads WHERE {OF_PERSON} AND package IS NOT NULL \
         ON CONFLICT (key) DO UPDATE SET discarded_at = excluded.discarded_at"
    ));
    tx.execute(statement.bind(account).bind(now)).await?;
    let text = format!(
        "UPDATE downloads SET status = 'EXPIRED', package = NULL, email_language = NULL \
         WHERE {OF_PERSON} AND (package IS NOT NULL OR status = 'PENDING')"
    );
    tx.execute(Sql::new(text).bind(account)).await.map(drop)
}

/// People whose erasure the journal has had since a moment, by identifier: those after `after`, at most
/// `limit`.
pub async fn list_newly_erased(
    mut conn: impl Conn,
    since: Timestamp,
    after: &AccountId,
    limit: u32,
) -> Result<Vec<AccountId>> {
    let text = format!(
        "SELECT DISTINCT account_id FROM erasures WHERE noted_at >= $1 AND account_id > $2 \
         ORDER BY account_id LIMIT {limit}"
    );
    conn.fetch_all(Sql::new(text).bind(since).bind(after)).await
}

/// Erases again what requests and jobs that ran during an erasure have written about these people after it.
/// Returns the number of records: usually none. A constant number of statements, at most as many as a
/// statement can bind.
pub async fn erase_late_records(tx: &mut Tx, people: &[AccountId], now: Timestamp) -> Result<u64> {
    let ids = || people.iter().map(AccountId::as_str);
    let mut records = 0;
    for (table, column) in deleted_columns().into_iter().chain(list_columns(ALSO_DELETED_ROWS)) {
        let text = format!("DELETE FROM {table} WHERE {column} IN (?)");
        records += tx.execute(Sql::new(text).bind_in(ids())).await?;
    }
    for (table, column) in ANONYMIZED_COLUMNS {
        let text = format!("UPDATE {table} SET {column} = NULL WHERE {column} IN (?)");
        records += tx.execute(Sql::new(text).bind_in(ids())).await?;
    }
    // Few people have a copy that came late, so each has statements of their own.
    let statement = Sql::new(
        "SELECT DISTINCT recipient_id FROM downloads WHERE recipient_id IN (?) \
         AND (package IS NOT NULL OR status = 'PENDING')",
    );
    let late = tx.fetch_all::<AccountId>(statement.bind_in(ids())).await?;
    for id in late {
        expire_copies(tx, &id, now).await?;
        records += 1;
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use domain::erasure::ErasedNoun;

    use super::erased_columns;

    #[test]
    fn every_table_that_an_erasure_deletes_from_has_a_noun() {
        let others = erased_columns().filter(|(noun, ..)| *noun == ErasedNoun::Other);
        let tables: Vec<&str> = others.map(|(_, table, _)| table).collect();
        assert_eq!(tables, ["erasure_holds", "leavers"], "they are about the erasure itself");
    }
}
