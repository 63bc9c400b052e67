//! User names and email addresses, which are one namespace across all sites.

use std::collections::HashSet;

use domain::Account;
use domain::user_names::make_user_name;
use rand::RngExt as _;
use store::Conn;

use crate::{ErrorKey, Operation, Result};

/// The highest number after a user name that is tried in order; then come random ones.
const LAST_NUMBER: u32 = 9;

/// Random numbers that are tried for a user name.
const RANDOM_NUMBERS: usize = 4;

/// Fails with `USER_NOT_FOUND` unless the name belongs to an account, ignoring case.
///
/// # Errors
/// Those of [`Operation::require_membership_staff_or_key`]; `USER_NOT_FOUND`.
pub async fn require_existing(op: &Operation, name: &str) -> Result<()> {
    op.require_membership_staff_or_key()?;
    if store::accounts::is_login_taken(op.db(), name).await? {
        Ok(())
    } else {
        Err(ErrorKey::UserNotFound.into())
    }
}

/// User names for accounts that have none, in their order: each is made of the person's name, with a number
/// if somebody else has it.
///
/// # Errors
/// `USER_EXISTS` if no name is free.
pub(crate) async fn choose_user_names(
    op: &Operation,
    conn: impl Conn,
    accounts: &[Account],
) -> Result<Vec<String>> {
    let mut rng = op.rng();
    let candidates: Vec<Vec<String>> = accounts
        .iter()
        .map(|account| {
            let name = make_user_name(&account.name);
            let mut names = vec![name.clone()];
            names.extend((2..=LAST_NUMBER).map(|number| format!("{name}{number}")));
            let random = (0..RANDOM_NUMBERS).map(|_| rng.random_range(1_000..1_000_000_u32));
            names.extend(random.map(|number| format!("{name}{number}")));
            names
        })
        .collect();
    let wanted: Vec<_> = accounts
        .iter()
        .zip(&candidates)
        .flat_map(|(account, names)| names.iter().map(move |name| (name.clone(), account.id.clone())))
        .collect();
    let taken = store::accounts::find_taken_names(conn, &wanted).await?;
    let mut used: HashSet<String> = taken.into_iter().map(|(name, _)| name).collect();
    let choose = |names: Vec<String>| -> Result<String> {
        let name = names.into_iter().find(|name| !used.contains(name)).ok_or(ErrorKey::UserExists)?;
        used.insert(name.clone());
        Ok(name)
    };
    candidates.into_iter().map(choose).collect()
}
