//! Failed sign-ins, counted by account and by address to slow down password guessing. Requests for emails
//! about forgotten passwords are counted in the same way.

use domain::dates::time_before;
use domain::{Account, AccountId};
use jiff::{SignedDuration, Timestamp};

use crate::{Conn, Result, Sql};

/// Failures of one account before attempts are delayed.
const FREE_FAILURES_PER_LOGIN: i64 = 5;
/// Failures from one address before attempts are delayed. A school may share one address.
const FREE_FAILURES_PER_ADDRESS: i64 = 20;
/// The longest delay after a failure.
const MAX_DELAY: SignedDuration = SignedDuration::from_mins(15);
/// Time without another failure after which failures are deleted.
const FAILURE_RETENTION: SignedDuration = SignedDuration::from_hours(1);

/// The time in which changes of an account are counted.
const CHANGES_WINDOW: SignedDuration = SignedDuration::from_hours(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptKind {
    SignIn,
    /// A sign-in of a device. Counted separately, so that an app with a revoked password does not lock its
    /// owner out of the sign-in page.
    Device,
    /// A request for an email with the link to a new password.
    NewPassword,
    /// A request to join, which sends an email.
    Join,
    /// A code of a printed card.
    EnrollmentCode,
}

impl AttemptKind {
    /// Prefixes of the subjects of a login and of an address.
    fn prefixes(self) -> (&'static str, &'static str) {
        match self {
            Self::SignIn => ("login", "address"),
            Self::Device => ("device", "device at"),
            Self::NewPassword => ("letter to", "letter from"),
            Self::Join => ("join as", "join from"),
            Self::EnrollmentCode => ("code", "code from"),
        }
    }

    fn login_subject(self, login: &str) -> String {
        format!("{}:{}", self.prefixes().0, crate::accounts::fold_login(login))
    }

    fn address_subject(self, address: &str) -> String {
        format!("{}:{address}", self.prefixes().1)
    }
}

/// Time after the last of `failures` during which the next try is refused: none within the free ones, then
/// one second, doubled with each failure.
fn delay_after(failures: i64, free: i64) -> SignedDuration {
    match failures - free {
        ..0 => SignedDuration::ZERO,
        over => SignedDuration::from_secs(1i64 << over.min(16)).min(MAX_DELAY),
    }
}

/// The failed attempts of a login and an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailureState {
    /// Time during which attempts are refused. `None` if one may be made.
    pub wait: Option<SignedDuration>,
    /// True if failures of the login are counted, for [`forget_login_failures`].
    pub login_failed: bool,
}

/// Remaining time for which this login from this address is refused. `None` if it may try. Check this before
/// hashing a password.
pub async fn remaining_delay(
    conn: impl Conn,
    kind: AttemptKind,
    login: &str,
    address: &str,
    now: Timestamp,
) -> Result<Option<SignedDuration>> {
    Ok(read_state(conn, kind, login, address, now).await?.wait)
}

/// Time for which this login is refused, and whether there are failures to forget: for attempts that come
/// with every request.
pub async fn read_state(
    mut conn: impl Conn,
    kind: AttemptKind,
    login: &str,
    address: &str,
    now: Timestamp,
) -> Result<FailureState> {
    let statement = Sql::new(
        "SELECT CASE WHEN subject = $1 THEN TRUE ELSE FALSE END, failures, last_at FROM sign_in_failures \
         WHERE subject IN ($1, $2)",
    )
    .bind_all((kind.login_subject(login), kind.address_subject(address)));
    let mut longest = SignedDuration::ZERO;
    let mut login_failed = false;
    for (is_login, failures, last_at) in conn.fetch_all::<(bool, i64, Timestamp)>(statement).await? {
        login_failed |= is_login;
        let free = if is_login { FREE_FAILURES_PER_LOGIN } else { FREE_FAILURES_PER_ADDRESS };
        longest = longest.max(delay_left(failures, last_at, free, now));
    }
    Ok(FailureState { wait: (longest > SignedDuration::ZERO).then_some(longest), login_failed })
}

/// The remaining delay after failures, the last of which was at `last_at`; zero if it is over.
fn delay_left(failures: i64, last_at: Timestamp, free: i64, now: Timestamp) -> SignedDuration {
    let since = now.duration_since(last_at);
    let delay = if since < FAILURE_RETENTION { delay_after(failures, free) } else { SignedDuration::ZERO };
    (delay - since).max(SignedDuration::ZERO)
}

/// Time for which attempts that name no account are refused at this address. `None` if they are allowed. All
/// kinds of attempts are counted together.
pub async fn remaining_delay_at(
    mut conn: impl Conn,
    kind: AttemptKind,
    address: &str,
    now: Timestamp,
) -> Result<Option<SignedDuration>> {
    let statement = Sql::new("SELECT failures, last_at FROM sign_in_failures WHERE subject = $1")
        .bind(kind.address_subject(address));
    let Some((failures, last_at)) = conn.fetch_optional::<(i64, Timestamp)>(statement).await? else {
        return Ok(None);
    };
    let left = delay_left(failures, last_at, FREE_FAILURES_PER_ADDRESS, now);
    Ok((left > SignedDuration::ZERO).then_some(left))
}

/// Notes an attempt that counts, such as a failed sign-in, whether or not the account exists.
pub async fn record_failure(
    conn: impl Conn,
    kind: AttemptKind,
    login: &str,
    address: &str,
    now: Timestamp,
) -> Result<()> {
    // In the order of the subjects: two requests that share both never deadlock.
    let values = "($3, 1, $1), ($4, 1, $1)";
    count_failures(conn, values, vec![kind.address_subject(address), kind.login_subject(login)], now).await
}

/// Notes a failed attempt that names no account.
pub async fn record_failure_at(
    conn: impl Conn,
    kind: AttemptKind,
    address: &str,
    now: Timestamp,
) -> Result<()> {
    count_failures(conn, "($3, 1, $1)", vec![kind.address_subject(address)], now).await
}

/// Counts a failure of each subject, with rows of `values`: `$1` is now, the subjects begin with `$3`. One
/// statement, so that racing failures are all counted.
async fn count_failures(
    mut conn: impl Conn,
    values: &str,
    subjects: Vec<String>,
    now: Timestamp,
) -> Result<()> {
    let statement = Sql::new(format!(
        "INSERT INTO sign_in_failures (subject, failures, last_at) VALUES {values} \
         ON CONFLICT (subject) DO UPDATE SET last_at = excluded.last_at, \
         failures = CASE WHEN sign_in_failures.last_at <= $2 THEN 1 ELSE sign_in_failures.failures + 1 END"
    ))
    .bind_all((now, time_before(now, FAILURE_RETENTION)))
    .bind_list(subjects);
    conn.execute(statement).await.map(drop)
}

/// Forgets the failed attempts of a login that has succeeded. The attempts of the address stay.
pub async fn forget_login_failures(mut conn: impl Conn, what: AttemptKind, login: &str) -> Result<()> {
    let statement =
        Sql::new("DELETE FROM sign_in_failures WHERE subject = $1").bind(what.login_subject(login));
    conn.execute(statement).await.map(drop)
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
    const MAX_CHANGES: i64 = 10;

    fn throttle_subject(self, account: &AccountId) -> String {
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
    change: AccountChange,
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
    .bind_all((change.throttle_subject(account), now, time_before(now, CHANGES_WINDOW)));
    let (count, first) = conn.fetch_one::<(i64, Timestamp)>(statement).await?;
    let wait = CHANGES_WINDOW - now.duration_since(first);
    Ok((count > AccountChange::MAX_CHANGES).then_some(wait))
}

/// Deletes the counts of an account and its sign-in names.
pub async fn forget_account(mut conn: impl Conn, account: &Account) -> Result<()> {
    let kinds = [AttemptKind::SignIn, AttemptKind::Device, AttemptKind::NewPassword, AttemptKind::Join];
    let names = [&account.username, &account.email].into_iter().flatten();
    let changes = [AccountChange::Password, AccountChange::Email];
    let subjects: Vec<String> = names
        .flat_map(|name| kinds.map(|kind| kind.login_subject(name)))
        .chain(changes.map(|change| change.throttle_subject(&account.id)))
        .collect();
    let delete = Sql::new("DELETE FROM sign_in_failures WHERE subject IN (?)");
    conn.execute(delete.bind_in(subjects)).await.map(drop)
}

/// Removes entries that expired before a moment. Returns how many.
pub async fn purge(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM sign_in_failures WHERE last_at < $1").bind(before)).await
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::{MAX_DELAY, delay_after};

    #[test]
    fn the_wait_doubles_up_to_the_longest() {
        assert_eq!(delay_after(4, 5), SignedDuration::ZERO);
        assert_eq!(delay_after(5, 5), SignedDuration::from_secs(1));
        assert_eq!(delay_after(8, 5), SignedDuration::from_secs(8));
        assert_eq!(delay_after(i64::MAX, 5), MAX_DELAY);
    }
}
