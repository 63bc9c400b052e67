//! Closing an account: the personal data that is deleted, and the data that is kept
//! (docs/rules/accounts.md#rule-13).

use domain::{Account, AccountId, closing};
use jiff::Timestamp;

use crate::conn::Conn as _;
use crate::{Result, Sql, Tx, account_merges, accounts, devices, enrollment_codes, sessions, tokens};

/// Tables whose rows are deleted with an account, each with the column that names the person.
pub const DELETED_COLUMNS: [(&str, &str); 43] = [
    ("logins", "account_id"),
    ("password_resets", "account_id"),
    ("enrollment_codes", "account_id"),
    ("enrollment_codes", "created_by"),
    ("account_undos", "account_id"),
    ("sessions", "account_id"),
    ("devices", "account_id"),
    ("preferences", "account_id"),
    ("recommendation_profiles", "account_id"),
    ("student_profiles", "account_id"),
    ("proofs", "account_id"),
    ("proof_submissions", "account_id"),
    ("proof_decisions", "account_id"),
    ("work_claims", "holder_id"),
    ("confirmations", "account_id"),
    ("credits", "account_id"),
    ("drive_connections", "account_id"),
    ("reading_lists", "owner_id"),
    ("reading_list_members", "account_id"),
    ("reading_list_subscriptions", "account_id"),
    ("series_follows", "account_id"),
    ("assignments", "account_id"),
    ("bookmarks", "account_id"),
    ("highlights", "account_id"),
    ("reading_events", "account_id"),
    ("progressions", "account_id"),
    ("synced_documents", "account_id"),
    ("copy_keys", "account_id"),
    ("copy_batches", "account_id"),
    ("copy_batch_members", "account_id"),
    ("quick_lists", "sponsor_id"),
    ("quick_lists", "member_id"),
    ("group_members", "account_id"),
    ("authorization_codes", "account_id"),
    ("call_notes", "account_id"),
    ("hand_overs", "requested_by"),
    ("staff_emails", "account_id"),
    ("distinct_people", "first_id"),
    ("distinct_people", "second_id"),
    ("account_merges", "kept_id"),
    ("account_merges", "closed_id"),
    ("roster_imports", "account_id"),
    ("roster_run_members", "account_id"),
];

/// Tables whose rows stay without naming the person.
pub const ANONYMIZED_COLUMNS: [(&str, &str); 6] = [
    ("referrals", "account_id"),
    ("problem_reports", "account_id"),
    ("call_notes", "author_id"),
    ("account_merges", "merged_by"),
    ("account_merges", "undone_by"),
    ("intake_runs", "account_id"),
];

/// Closes an account that was locked for this: [`DELETED_COLUMNS`] is deleted, every sign-in ends, and the
/// record keeps the name alone. The documents of the person are removed by a job. Accounts that were merged
/// into it end with it. A constant number of statements for each account.
pub async fn close(tx: &mut Tx, account: &Account, now: Timestamp) -> Result<()> {
    let merged = account_merges::list_merged_into(&mut *tx, &account.id).await?;
    close_alone(tx, account, now).await?;
    for merged in accounts::get_by_ids_for_update(tx, &merged).await?.values() {
        close_alone(tx, merged, now).await?;
    }
    Ok(())
}

async fn close_alone(tx: &mut Tx, account: &Account, now: Timestamp) -> Result<()> {
    end_access(tx, &account.id, now).await?;
    for (table, column) in DELETED_COLUMNS {
        let statement = Sql::new(format!("DELETE FROM {table} WHERE {column} = $1"));
        tx.execute(statement.bind(account.id.as_str())).await?;
    }
    for (table, column) in ANONYMIZED_COLUMNS {
        let statement = Sql::new(format!("UPDATE {table} SET {column} = NULL WHERE {column} = $1"));
        tx.execute(statement.bind(account.id.as_str())).await?;
    }
    accounts::set_password_hash(tx, &account.id, None, false).await?;
    accounts::replace(tx, &closing::close_account(account)).await.map(drop)
}

/// Ends every sign-in of an account: tokens, codes, browsers and devices.
pub async fn end_access(tx: &mut Tx, account: &AccountId, now: Timestamp) -> Result<()> {
    end_access_of_accounts(tx, &[account], now).await
}

/// Ends every sign-in of these accounts, at most as many as a statement can bind.
pub(crate) async fn end_access_of_accounts(
    tx: &mut Tx,
    accounts: &[&AccountId],
    now: Timestamp,
) -> Result<()> {
    tokens::revoke_accounts(tx, accounts, now).await?;
    enrollment_codes::void_open_codes(tx, accounts).await?;
    sessions::end_all_of_accounts(&mut *tx, accounts).await?;
    devices::revoke_accounts(&mut *tx, accounts, now).await
}
