//! Deletes the records that are kept of erased people when their retention periods end
//! (docs/rules/erasure.md#rule-3).

use std::collections::BTreeMap;

use domain::erasure::{RetainedPart, erase_account};
use domain::{Account, AccountId};
use jiff::Timestamp;

use crate::conn::Conn as _;
use crate::sql::ROWS_PER_STATEMENT;
use crate::{Result, Sql, Tx, accounts};

/// Statements that delete the agreements; `(?)` is the list of accounts.
const DELETE_AGREEMENTS: &[&str] = &["DELETE FROM agreements WHERE account_id IN (?)"];

/// Statements that delete the records that accounting needs.
const DELETE_ACCOUNTS_NEEDS: &[&str] = &[
    "DELETE FROM payments WHERE subscription_id IN (SELECT id FROM subscriptions WHERE account_id IN (?))",
    "DELETE FROM subscriptions WHERE account_id IN (?)",
    "DELETE FROM quota_usage WHERE account_id IN (?)",
];

/// Statements that delete the copies of the people. Copies that they requested for others as sponsors stay
/// with only their identifier.
const DELETE_COPIES: &[&str] = &[
    "UPDATE quota_usage SET download_id = NULL WHERE download_id IN (SELECT id FROM downloads \
     WHERE recipient_id IN (?) OR (recipient_id IS NULL AND caller_id IN (?)))",
    "DELETE FROM downloads WHERE recipient_id IN (?) OR (recipient_id IS NULL AND caller_id IN (?))",
];

/// Deletes the records that were kept until now, of at most `limit` people and parts. Returns how many: fewer
/// than `limit` if nothing more is due. A constant number of statements.
pub async fn erase_due_remains(tx: &mut Tx, now: Timestamp, limit: u32) -> Result<u64> {
    let text = format!(
        "SELECT account_id, part FROM erasure_remains WHERE keep_until <= $1 \
         ORDER BY keep_until, account_id, part LIMIT {limit}"
    );
    let rows = tx.fetch_all::<(AccountId, RetainedPart)>(Sql::new(text).bind(now)).await?;
    let count = rows.len() as u64;
    let mut due: BTreeMap<RetainedPart, Vec<AccountId>> = BTreeMap::new();
    for (account, part) in rows {
        due.entry(part).or_default().push(account);
    }
    for (part, ids) in due {
        for chunk in ids.chunks(ROWS_PER_STATEMENT) {
            erase_part(tx, part, chunk).await?;
        }
    }
    Ok(count)
}

async fn erase_part(tx: &mut Tx, retained_part: RetainedPart, ids: &[AccountId]) -> Result<()> {
    let statements: &[&str] = match retained_part {
        RetainedPart::Tracing => DELETE_COPIES,
        RetainedPart::Agreements => DELETE_AGREEMENTS,
        RetainedPart::Accounting => DELETE_ACCOUNTS_NEEDS,
        // The audit deletes its own entries.
        RetainedPart::Audit => &[],
    };
    let list = || ids.iter().map(AccountId::as_str);
    for text in statements {
        tx.execute(Sql::new(*text).bind_in(list())).await?;
    }
    if retained_part == RetainedPart::Tracing {
        let named = accounts::get_by_ids_for_update(tx, ids).await?;
        let nameless: Vec<Account> = named.values().map(erase_account).collect();
        accounts::update_records(tx, &nameless.iter().collect::<Vec<_>>()).await?;
    }
    let delete = Sql::new("DELETE FROM erasure_remains WHERE part = $1 AND account_id IN (?)");
    tx.execute(delete.bind(retained_part).bind_in(list())).await.map(drop)
}
