//! Failed sign-ins, counted by account and by address, so that guessing passwords takes for ever; and in the
//! same way the emails that are requested by those who have forgotten theirs.

use domain::ids::AccountId;
use jiff::{SignedDuration, Timestamp};

use crate::conn::Conn;
use crate::error::Result;
use crate::sql::Sql;

/// Failures of one account before it must wait.
const FREE_FOR_LOGIN: i64 = 5;
/// Failures from one address before it must wait: a school may share one.
const FREE_FOR_ADDRESS: i64 = 20;
/// The longest wait.
const LONGEST: SignedDuration = SignedDuration::from_mins(15);
/// Failures are forgotten after so long without another.
const FORGET: SignedDuration = SignedDuration::from_hours(1);

/// The time in which changes of an account are counted.
const CHANGES_WINDOW: SignedDuration = SignedDuration::from_hours(1);

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    SignIn,
    /// A sign-in of a device. Counted apart: an app that continues with a revoked password locks nobody out
    /// of the sign-in page.
    Device,
    /// A request for an email with the link to a new password.
    NewPassword,
}

impl Attempt {
    fn login(self, login: &str) -> String {
        let login = crate::accounts::fold(login);
        match self {
            Self::SignIn => format!("login:{login}"),
            Self::Device => format!("device:{login}"),
            Self::NewPassword => format!("letter to:{login}"),
        }
    }

    fn address(self, address: &str) -> String {
        match self {
            Self::SignIn => format!("address:{address}"),
            Self::Device => format!("device at:{address}"),
            Self::NewPassword => format!("letter from:{address}"),
        }
    }
}

/// How long after the last of `failures` the next try is refused: nothing within the free ones, then one
/// second, doubled with each failure.
fn delay(failures: i64, free: i64) -> SignedDuration {
    match failures - free {
        ..0 => SignedDuration::ZERO,
        over => SignedDuration::from_secs(1i64 << over.min(16)).min(LONGEST),
    }
}

/// What is counted of a login and an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// How long attempts are refused. `None` if one may be made.
    pub wait: Option<SignedDuration>,
    /// Whether failures of the login are counted, for [`clear`].
    pub login_failed: bool,
}

/// How long this login from this address is refused; none lets it try. Ask before hashing a password.
pub async fn wait(
    conn: impl Conn,
    what: Attempt,
    login: &str,
    address: &str,
    now: Timestamp,
) -> Result<Option<SignedDuration>> {
    Ok(standing(conn, what, login, address, now).await?.wait)
}

/// The same, and whether there is something to clear: for attempts that come with every request.
pub async fn standing(
    mut conn: impl Conn,
    what: Attempt,
    login: &str,
    address: &str,
    now: Timestamp,
) -> Result<Standing> {
    let statement = Sql::new(
        "SELECT CASE WHEN subject = $1 THEN TRUE ELSE FALSE END, failures, last_at FROM sign_in_failures \
         WHERE subject IN ($1, $2)",
    )
    .bind(what.login(login))
    .bind(what.address(address));
    let mut longest = SignedDuration::ZERO;
    let mut login_failed = false;
    for (is_login, failures, last_at) in conn.all::<(bool, i64, i64)>(statement).await? {
        login_failed |= is_login;
        let since = now.duration_since(crate::values::time(last_at)?);
        if since < FORGET {
            let free = if is_login { FREE_FOR_LOGIN } else { FREE_FOR_ADDRESS };
            longest = longest.max(delay(failures, free) - since);
        }
    }
    Ok(Standing { wait: (longest > SignedDuration::ZERO).then_some(longest), login_failed })
}

/// Notes an attempt that counts, such as a failed sign-in, whether or not the account exists.
pub async fn record(
    mut conn: impl Conn,
    what: Attempt,
    login: &str,
    address: &str,
    now: Timestamp,
) -> Result<()> {
    // One statement, so that racing failures are all counted. In the order of the subjects: two requests
    // that share both never wait in a circle.
    let statement = Sql::new(
        "INSERT INTO sign_in_failures (subject, failures, last_at) VALUES ($1, 1, $3), ($2, 1, $3) \
         ON CONFLICT (subject) DO UPDATE SET last_at = excluded.last_at, \
         failures = CASE WHEN sign_in_failures.last_at <= $4 THEN 1 ELSE sign_in_failures.failures + 1 END",
    )
    .bind(what.address(address))
    .bind(what.login(login))
    .time(now)
    .time(now.saturating_sub(FORGET).unwrap_or(Timestamp::MIN));
    conn.execute(statement).await.map(|_| ())
}

/// Forgets the failed attempts of a login that has succeeded. Those of the address stay.
pub async fn clear(mut conn: impl Conn, what: Attempt, login: &str) -> Result<()> {
    let statement = Sql::new("DELETE FROM sign_in_failures WHERE subject = $1").bind(what.login(login));
    conn.execute(statement).await.map(|_| ())
}

/// Changes of an account that are bounded in number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountChange {
    /// The owner chooses another password.
    Password,
    /// The owner states another email address.
    Email,
}

impl AccountChange {
    /// Changes within [`CHANGES_WINDOW`].
    const LIMIT: i64 = 10;

    fn subject(self, account: &AccountId) -> String {
        match self {
            Self::Password => format!("password of:{account}"),
            Self::Email => format!("email of:{account}"),
        }
    }
}

/// Counts a change of an account. Returns how long it is refused: after the tenth, until an hour has passed
/// since the first. One statement, so that concurrent changes are all counted.
pub async fn count_change(
    mut conn: impl Conn,
    what: AccountChange,
    account: &AccountId,
    now: Timestamp,
) -> Result<Option<SignedDuration>> {
    let statement = Sql::new(
        "INSERT INTO sign_in_failures (subject, failures, last_at) VALUES ($1, 1, $2) \
         ON CONFLICT (subject) DO UPDATE SET \
         failures = CASE WHEN sign_in_failures.last_at <= $3 THEN 1 ELSE sign_in_failures.failures + 1 END, \
         last_at = CASE WHEN sign_in_failures.last_at <= $3 THEN excluded.last_at ELSE sign_in_failures.last_at END \
         RETURNING failures, last_at",
    )
    .bind(what.subject(account))
    .time(now)
    .time(now.saturating_sub(CHANGES_WINDOW).unwrap_or(Timestamp::MIN));
    let (count, first) = conn.one::<(i64, i64)>(statement).await?;
    let wait = CHANGES_WINDOW - now.duration_since(crate::values::time(first)?);
    Ok((count > AccountChange::LIMIT).then_some(wait))
}

/// Removes entries that expired before a moment. Returns how many.
pub async fn purge(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM sign_in_failures WHERE last_at < $1").time(before)).await
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::{LONGEST, delay};

    #[test]
    fn the_wait_doubles_up_to_the_longest() {
        assert_eq!(delay(4, 5), SignedDuration::ZERO);
        assert_eq!(delay(5, 5), SignedDuration::from_secs(1));
        assert_eq!(delay(8, 5), SignedDuration::from_secs(8));
        assert_eq!(delay(i64::MAX, 5), LONGEST);
    }
}
