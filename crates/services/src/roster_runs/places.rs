//! Changing the places of members in their organization.

use std::collections::BTreeSet;

use domain::roster_runs::{MemberChange, MemberState};
use domain::{Account, AccountId, Membership};
use store::Tx;

use crate::Result;

/// Changes the grades or roster tags of members, and returns what a run records of that. The organization and
/// then the accounts must have been locked. A few statements for every 500 people.
pub(crate) async fn change_places(
    tx: &mut Tx,
    mut accounts: Vec<Account>,
    change: impl Fn(&mut Membership),
) -> Result<Vec<(AccountId, MemberChange)>> {
    let mut changes = Vec::with_capacity(accounts.len());
    for account in &mut accounts {
        // The disabilities stay, so that such a run need not know them.
        let before = MemberState::from_account(account, BTreeSet::new());
        if let Some(place) = &mut account.membership {
            change(place);
        }
        let after = MemberState::from_account(account, BTreeSet::new());
        changes.push((account.id.clone(), MemberChange::from_states(before, after)));
    }
    let records: Vec<&Account> = accounts.iter().collect();
    store::accounts::update_many(tx, &records, &[]).await?;
    Ok(changes)
}
