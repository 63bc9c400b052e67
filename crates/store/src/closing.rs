//! Closing an account: the personal data that is deleted, and the data that is kept
//! (docs/rules/accounts.md#rule-13).

use domain::erasure::ErasedNoun::{
    self, Lists, Membership, Orders, Proofs, Reading, Service, Settings, SignIn,
};
use domain::{Account, AccountId, closing};
use jiff::Timestamp;

use crate::conn::Conn as _;
use crate::{Result, Sql, Tx, account_merges, accounts, devices, enrollment_codes, sessions, tokens};

/// Noun of rows, the column in which they name a person, and their tables.
pub(crate) type PersonalRows = (ErasedNoun, &'static str, &'static [&'static str]);

/// Rows that are deleted with an account, in the order of their deletion.
pub(crate) const DELETED_ROWS: &[PersonalRows] = &[
    (SignIn, "account_id", &["logins", "password_resets", "enrollment_codes"]),
    (SignIn, "created_by", &["enrollment_codes"]),
    (SignIn, "account_id", &["account_undos", "sessions", "devices"]),
    (Settings, "account_id", &["preferences", "recommendation_profiles", "student_profiles"]),
    (Proofs, "account_id", &["proofs", "proof_submissions", "proof_decisions"]),
    (Service, "holder_id", &["work_claims"]),
    (Proofs, "account_id", &["confirmations"]),
    (Settings, "account_id", &["credits", "drive_connections"]),
    (Lists, "owner_id", &["reading_lists"]),
    (Lists, "account_id", &["reading_list_members", "reading_list_subscriptions"]),
    (Lists, "account_id", &["series_follows", "assignments"]),
    (Reading, "account_id", &["bookmarks", "highlights", "reading_events", "progressions"]),
    (Reading, "account_id", &["synced_documents", "copy_keys"]),
    (Orders, "account_id", &["copy_batches", "copy_batch_members"]),
    (Lists, "sponsor_id", &["quick_lists"]),
    (Lists, "member_id", &["quick_lists"]),
    (Membership, "account_id", &["group_members"]),
    (SignIn, "account_id", &["authorization_codes"]),
    (Service, "account_id", &["call_notes"]),
    (Service, "requested_by", &["hand_overs"]),
    (Service, "account_id", &["staff_emails"]),
    (Service, "first_id", &["distinct_people"]),
    (Service, "second_id", &["distinct_people"]),
    (Service, "kept_id", &["account_merges"]),
    (Service, "closed_id", &["account_merges"]),
    (Membership, "account_id", &["roster_imports", "roster_run_members"]),
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

/// Tables of rows, each with the column that names the person.
pub(crate) fn list_columns(rows: &[PersonalRows]) -> Vec<(&'static str, &'static str)> {
    rows.iter().flat_map(|(_, column, tables)| tables.iter().map(move |table| (*table, *column))).collect()
}

/// Tables whose rows are deleted with an account, each with the column that names the person.
pub fn deleted_columns() -> Vec<(&'static str, &'static str)> {
    list_columns(DELETED_ROWS)
}

/// Closes an account that was locked for this: the rows of [`deleted_columns`] are deleted, every sign-in
/// ends, and the record keeps the name alone. The documents of the person are removed by a job. Accounts that
/// were merged into it end with it. A constant number of statements for each account.
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
    for (table, column) in deleted_columns() {
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
    tokens::revoke_accounts(&mut *tx, accounts, now).await?;
    enrollment_codes::void_open_codes(tx, accounts).await?;
    sessions::end_all_of_accounts(&mut *tx, accounts).await?;
    devices::revoke_accounts(&mut *tx, accounts, now).await.map(drop)
}
