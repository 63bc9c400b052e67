//! `openshelf admin users duplicates` and `openshelf admin users distinguish`: accounts that may belong to
//! one person, and accounts that do not.

use anyhow::bail;
use domain::AccountId;
use domain::dates::utc_date;
use services::Operation;
use services::duplicates::{self, Namesake};
use services::work::DecisionOutcome;

use super::operator::{birth_date_text, claimed_text, last_sign_in_text};

/// Lists groups of accounts with the same name and birth date.
pub(super) async fn list(op: &Operation, limit: usize) -> anyhow::Result<()> {
    let mut left = limit;
    let mut after = None;
    loop {
        let page = duplicates::list(op, after).await?;
        for accounts in page.groups.iter().take(left) {
            print_group(accounts);
        }
        left = left.saturating_sub(page.groups.len());
        after = page.next.filter(|_| left > 0);
        if after.is_none() {
            return Ok(());
        }
    }
}

/// Records that accounts belong to different people.
pub(super) async fn distinguish(op: &Operation, accounts: Vec<String>) -> anyhow::Result<()> {
    let ids: Vec<AccountId> = accounts.into_iter().map(AccountId::from).collect();
    let outcome = duplicates::mark_distinct(op, &ids).await?;
    if let DecisionOutcome::Claimed(claim) = outcome {
        bail!(claimed_text(&claim));
    }
    println!("These accounts are of different people.");
    Ok(())
}

fn print_group(accounts: &[Namesake]) {
    let Some(first) = accounts.first() else { return };
    let name = first.account.display_name();
    println!("{name}  {}  accounts: {}", birth_date_text(&first.account), first.group_size);
    accounts.iter().for_each(print_account);
}

fn print_account(namesake: &Namesake) {
    let account = &namesake.account;
    let sign_in_name = Some(account.sign_in_name()).filter(|name| !name.is_empty()).unwrap_or("-");
    let last_sign_in = last_sign_in_text(namesake.last_sign_in);
    println!(
        "  {:<24} {sign_in_name:<30} created {}  last sign-in {last_sign_in:<10}  agreements {}, proofs {}, \
         subscriptions {}  {}",
        account.id,
        utc_date(account.created),
        namesake.agreements,
        namesake.proofs,
        namesake.subscriptions,
        namesake.organization.as_deref().unwrap_or("-"),
    );
}
