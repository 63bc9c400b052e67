//! Writes an import: a few statements for every few hundred rows.

use std::collections::HashMap;

use domain::accounts::Account;
use domain::proofs::ProofSource;
use jiff::Timestamp;
use store::Tx;

use super::PreparedPassword;
use super::plan::{Action, Plan};

/// Writes what a plan says, in which no row is refused. `passwords` are those of the rows that sign in, by
/// place.
pub(super) async fn write_plan(
    tx: &mut Tx,
    plan: &Plan,
    passwords: &HashMap<usize, PreparedPassword>,
    now: Timestamp,
) -> store::Result<()> {
    let (mut new, mut changed, mut sign_ins) = (Vec::new(), Vec::new(), Vec::<(&Account, &str)>::new());
    let (mut proved, mut withdrawn) = (Vec::new(), Vec::new());
    for (place, action) in plan.actions.iter().enumerate() {
        match action {
            Action::Create(created) => {
                let account = &created.account;
                new.push((account, account.username.as_ref().and_then(|_| password_hash(passwords, place))));
                proved.extend(created.disabilities.iter().map(|kind| (&account.id, *kind, created.source)));
            }
            Action::Change(change) => {
                let account = &change.account;
                changed.push(account);
                sign_ins.extend(
                    password_hash(passwords, place).filter(|_| change.signs_in).map(|hash| (account, hash)),
                );
                let source = ProofSource::SchoolVerified;
                proved.extend(change.added.iter().map(|kind| (&account.id, *kind, source)));
                withdrawn.extend(change.removed.iter().map(|kind| (&account.id, *kind)));
            }
            Action::Keep(_) | Action::Refuse(_) => {}
        }
    }
    store::accounts::insert_many(tx, &new).await?;
    store::accounts::update_many(tx, &changed, &sign_ins).await?;
    store::proofs::remove_verified(tx, &withdrawn).await?;
    store::proofs::add_many(tx, &proved, now).await
}

/// The hash of the password of a row that signs in.
fn password_hash(passwords: &HashMap<usize, PreparedPassword>, place: usize) -> Option<&str> {
    passwords.get(&place).map(|prepared| prepared.hash.as_str())
}
