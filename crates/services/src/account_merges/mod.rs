//! Merging two accounts of one person, and undoing it (docs/rules/memberships.md#rule-19).

mod lock;
mod merge;
mod preview;
mod undo;

pub use domain::account_merges::{MergeObstacle, MergeUndoObstacle, MergedNoun, UNDO_WINDOW};
pub use merge::{MergeOutcome, MergeRequest, merge};
pub use preview::{MergePreview, MergeSide, preview};
pub use store::account_merges::{AccountMerge, MergeCounts, MergeKey};
pub use undo::{UndoOutcome, undo};

use domain::{Account, Organization, account_merges};

use crate::accounts::find_managed;
use crate::{Error, ErrorKey, Operation, Result};

/// The merges into an account and those by which it was closed, newest first: at most 50.
///
/// # Errors
/// `USER_NOT_FOUND` unless the account is on a site that the staff member manages.
pub async fn list(op: &Operation, user: &str) -> Result<Vec<AccountMerge>> {
    op.require_membership_staff()?;
    let account = find_managed(op, user).await?;
    Ok(store::account_merges::list_of_account(op.db(), &account.id).await?)
}

/// A sentence about an obstacle, for errors and commands.
pub fn obstacle_text(obstacle: MergeObstacle) -> &'static str {
    match obstacle {
        MergeObstacle::SameAccount => "This is one account.",
        MergeObstacle::Closed => "One of these accounts is closed.",
        MergeObstacle::Sites => "These accounts are of different sites.",
        MergeObstacle::Staff => "Accounts of people who work for the library are not merged.",
        MergeObstacle::PrimaryContact => {
            "The account to be closed is the primary contact of an organization. It needs another one first."
        }
        MergeObstacle::Organizations => "These accounts belong to different organizations.",
        MergeObstacle::Roles => "These accounts have different roles in the organization.",
    }
}

fn refuse(obstacle: MergeObstacle) -> Error {
    Error::Explained(ErrorKey::OperationNotAllowed, obstacle_text(obstacle).to_owned())
}

/// The reason why an account may not be merged into another one; `organizations` are those of both.
fn find_obstacle(kept: &Account, closed: &Account, organizations: &[Organization]) -> Option<MergeObstacle> {
    let place = closed.membership.as_ref();
    let organization = place
        .and_then(|place| organizations.iter().find(|organization| organization.id == place.organization));
    account_merges::find_obstacle(kept, closed, organization)
}
