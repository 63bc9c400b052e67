//! `openshelf admin users merge`, `merges` and `unmerge`: two accounts of one person.

use anyhow::bail;
use clap::Args;
use domain::AccountId;
use domain::dates::utc_date;
use services::Operation;
use services::account_merges::{
    self, MergeOutcome, MergePreview, MergeRequest, MergeSide, MergeUndoObstacle, UndoOutcome, obstacle_text,
};
use services::accounts::find_managed;

use super::operator::{account_command_error, birth_date_text, claimed_text, last_sign_in_text};

/// Two accounts of one person.
#[derive(Debug, Args)]
pub struct MergeAccounts {
    /// The account that stays: account identifier, user name or email address
    #[arg(value_name = "KEEP")]
    kept: String,
    /// The account that is closed: account identifier, user name or email address
    #[arg(value_name = "OTHER")]
    closed: String,
    /// Show what would move and what would stay, and merge nothing
    #[arg(long)]
    dry_run: bool,
    /// Merge accounts with different birth dates, too, because they are of one person
    #[arg(long)]
    confirm_birth_dates: bool,
}

/// A merge.
#[derive(Debug, Args)]
pub struct UnmergeAccounts {
    /// The account that stayed: account identifier, user name or email address
    #[arg(value_name = "KEEP")]
    kept: String,
    /// Number of the merge, as `openshelf admin users merges` lists it
    merge: i64,
}

/// Merges two accounts, or shows what that would do.
pub(super) async fn merge(args: &MergeAccounts, op: &Operation) -> anyhow::Result<()> {
    let kept = find_id(op, &args.kept).await?;
    let closed = find_id(op, &args.closed).await?;
    if args.dry_run {
        print_preview(&account_merges::preview(op, [&kept, &closed], Some(&kept)).await?);
        println!("Nothing was merged: this was a dry run.");
        return Ok(());
    }
    let confirms_birth_dates = args.confirm_birth_dates;
    let request = MergeRequest { kept: &kept, closed: &closed, confirms_birth_dates };
    match Box::pin(account_merges::merge(op, request)).await? {
        MergeOutcome::Merged(key) => {
            println!("merge  {}", key.id);
            println!("{} was merged into {}.", key.closed, key.kept);
            println!("openshelf admin users unmerge undoes it within 30 days.");
            Ok(())
        }
        MergeOutcome::Claimed(claim) => bail!(claimed_text(&claim)),
        MergeOutcome::Unconfirmed(preview) => {
            print_preview(&preview);
            bail!("the birth dates are different, so nothing was merged; --confirm-birth-dates merges them")
        }
    }
}

/// Lists the merges of an account.
pub(super) async fn list(op: &Operation, user: &str) -> anyhow::Result<()> {
    for merge in account_merges::list(op, user).await.map_err(account_command_error(user))? {
        let undone = merge.undone.map(|at| format!("  undone {}", utc_date(at))).unwrap_or_default();
        let key = &merge.key;
        println!("{:>6}  {}  {} into {}{undone}", key.id, utc_date(merge.merged), key.closed, key.kept);
    }
    Ok(())
}

/// Undoes a merge.
pub(super) async fn unmerge(args: &UnmergeAccounts, op: &Operation) -> anyhow::Result<()> {
    let kept = find_id(op, &args.kept).await?;
    match Box::pin(account_merges::undo(op, &kept, args.merge)).await? {
        UndoOutcome::Undone => {
            println!("Undone: the other account is open again.");
            Ok(())
        }
        UndoOutcome::Claimed(claim) => bail!(claimed_text(&claim)),
        UndoOutcome::Refused(obstacle) => bail!(undo_obstacle_text(obstacle)),
    }
}

async fn find_id(op: &Operation, user: &str) -> anyhow::Result<AccountId> {
    Ok(find_managed(op, user).await.map_err(account_command_error(user))?.id)
}

fn print_preview(preview: &MergePreview) {
    print_merge_side("kept", &preview.kept);
    print_merge_side("closed", &preview.closed);
    for (noun, count) in &preview.counts {
        let moving = count.closed.saturating_sub(count.blocked);
        println!(
            "{noun:<14}would move {moving}, would stay {}; the kept account has {}",
            count.blocked, count.kept
        );
    }
    if preview.moves_place {
        println!("The place in the organization would move.");
    }
    if preview.ends_school_sign_in {
        println!("The person would be signed out, and would have to choose a new password.");
    }
    if preview.has_other_birth_dates {
        println!("The birth dates are different.");
    }
    if let Some(obstacle) = preview.obstacle {
        println!("{}", obstacle_text(obstacle));
    }
}

fn print_merge_side(label: &str, side: &MergeSide) {
    let account = &side.account;
    println!(
        "{label:<14}{}  {}  born {}  created {}  last sign-in {}  {}",
        account.id,
        account.display_name(),
        birth_date_text(account),
        utc_date(account.created),
        last_sign_in_text(side.last_sign_in),
        side.organization.as_ref().map_or("-", |organization| organization.name.as_str()),
    );
}

fn undo_obstacle_text(obstacle: MergeUndoObstacle) -> &'static str {
    match obstacle {
        MergeUndoObstacle::Gone => {
            "there is no such merge of this account, or one of the accounts was closed or erased since"
        }
        MergeUndoObstacle::Undone => "the merge has been undone already",
        MergeUndoObstacle::Expired => "the merge is older than 30 days and cannot be undone any more",
        MergeUndoObstacle::KeptClosed => {
            "the account that stayed was closed since, or merged into another one"
        }
        MergeUndoObstacle::Reopened => "the other account is open already",
    }
}
