//! Books that count against quotas (docs/rules/quotas.md): when the next one is available.

use domain::ids::AccountId;
use domain::quotas::{Quota, WINDOW, organization_window_start};
use jiff::Timestamp;

use crate::conn::Conn;
use crate::downloads::Charge;
use crate::error::Result;
use crate::sql::Sql;
use crate::values::time;

/// When a used-up quota over 30 days has room again: the earliest books leave the window. `None` if it is not
/// used up.
pub async fn next_place(
    mut conn: impl Conn,
    charge: &Charge,
    recipient: &AccountId,
    quota: Quota,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    let Some(surplus) = quota.allowed.and_then(|allowed| quota.taken.checked_sub(allowed)) else {
        return Ok(None);
    };
    let (whose, books, id) = match charge {
        Charge::Nobody => return Ok(None),
        Charge::Own => ("account_id = $1 AND organization_id IS NULL", "title_id", recipient.as_str()),
        Charge::Organization(id) => ("organization_id = $1", "account_id, title_id", id.as_str()),
    };
    // A book counts once, and until its last taking leaves the window.
    let statement = Sql::new(format!(
        "SELECT MAX(taken_at) FROM quota_usage WHERE {whose} AND taken_at >= $2 GROUP BY {books} \
         ORDER BY MAX(taken_at) LIMIT 1 OFFSET $3"
    ))
    .bind(id)
    .time(organization_window_start(now))
    .bind(i64::from(surplus));
    let row = conn.optional::<(i64,)>(statement).await?;
    let last = row.map(|(at,)| time(at)).transpose()?;
    Ok(last.map(|at| at.saturating_add(WINDOW).unwrap_or(Timestamp::MAX)))
}
