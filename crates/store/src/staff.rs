//! The library's staff (docs/rules/access.md#rule-28).

use std::collections::HashMap;

use domain::{Account, AccountId, Role, name_key};
use jiff::Timestamp;

use crate::{Conn, Result, Sql};

/// The condition of the index `accounts_staff`.
const STAFF_CONDITION: &str = "NOT deleted AND (document LIKE '%\"collectionAssistant\"%' \
     OR document LIKE '%\"membershipAssistant\"%' OR document LIKE '%\"administrator\"%')";

/// Everybody with a role of staff, by name, locked accounts too.
pub async fn list(mut conn: impl Conn) -> Result<Vec<Account>> {
    let statement = Sql::new(format!("SELECT document FROM accounts WHERE {STAFF_CONDITION} ORDER BY id"));
    let mut staff = conn.fetch_all::<Account>(statement).await?;
    staff.retain(Account::is_staff);
    staff.sort_by_cached_key(|account| (name_key(&account.name.last), name_key(&account.name.first)));
    Ok(staff)
}

/// The administrators, locked accounts too.
pub async fn list_administrators(conn: impl Conn) -> Result<Vec<AccountId>> {
    let staff = list(conn).await?.into_iter();
    Ok(staff.filter(|account| account.has_role(Role::Administrator)).map(|account| account.id).collect())
}

/// The last sign-ins of these accounts that are still stored. An account without one is left out.
pub async fn list_last_sign_ins(
    mut conn: impl Conn,
    accounts: &[&AccountId],
) -> Result<HashMap<AccountId, Timestamp>> {
    let select = Sql::new(
        "SELECT account_id, MAX(at) FROM (SELECT account_id, used_at AS at FROM sessions \
             WHERE account_id IN (?) \
         UNION ALL SELECT account_id, created_at FROM access_tokens \
             WHERE account_id IN (?)) AS signed GROUP BY account_id",
    );
    conn.fetch_each(select.for_keys(accounts.iter().copied())).await
}
