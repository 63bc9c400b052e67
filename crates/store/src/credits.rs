//! People's credits for paying subscriptions, in the smallest unit of the currency.

use domain::AccountId;

use crate::values::to_bigint;
use crate::{Conn, Result, Sql, Tx};

pub async fn get_balance(mut conn: impl Conn, account: &AccountId) -> Result<u64> {
    let statement = Sql::new("SELECT balance FROM credits WHERE account_id = $1").bind(account);
    Ok(conn.fetch_optional(statement).await?.unwrap_or_default())
}

pub async fn add(mut conn: impl Conn, account: &AccountId, credits: u64) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO credits (account_id, balance) VALUES ($1, $2) \
         ON CONFLICT (account_id) DO UPDATE SET balance = credits.balance + excluded.balance",
    )
    .bind_all((account, to_bigint(credits)?));
    conn.execute(statement).await.map(drop)
}

/// Takes the available credits, up to `price`. Returns how many were taken. Of racing payments each credit is
/// taken once.
pub async fn take_up_to(tx: &mut Tx, account: &AccountId, price: u64) -> Result<u64> {
    let text = format!("SELECT balance FROM credits WHERE account_id = $1{}", tx.lock_clause());
    let balance = tx.fetch_optional::<u64>(Sql::new(text).bind(account)).await?.unwrap_or_default();
    let taken = balance.min(price);
    if taken > 0 {
        let statement = Sql::new("UPDATE credits SET balance = balance - $2 WHERE account_id = $1")
            .bind_all((account, to_bigint(taken)?));
        tx.execute(statement).await?;
    }
    Ok(taken)
}
