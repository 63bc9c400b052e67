//! Moves of titles from state to state, withdrawal among them (docs/rules/titles.md#rule-2).

use domain::access::{NotMoved, may_move};
use domain::{Item, Title, TitleId, TitleStatus};
use jobs::title_updates::foresee_title;
use store::{Tx, conversion_reports, titles};

use crate::{Error, ErrorKey, Fault, Field, Operation, Result};

/// Checks that a title may be moved, and that the named replacement can take its place. Checks the title as
/// it will be once everything accepted before has been applied.
pub(super) async fn validate_move(
    op: &Operation,
    tx: &mut Tx,
    id: TitleId,
    to: TitleStatus,
    replacement: Option<TitleId>,
) -> Result<()> {
    let title = foresee_title(tx, id).await?.ok_or(ErrorKey::TitleNotFound)?;
    let verdict = may_move(&title, &op.access_caller(), &op.site.id, to);
    match verdict {
        Err(NotMoved::Unseen) => return Err(ErrorKey::TitleNotFound.into()),
        Err(NotMoved::NotManaged) => return Err(ErrorKey::OperationNotAllowed.into()),
        Err(NotMoved::NoSuchMove) | Ok(()) => {}
    }
    if let Some(other) = replacement {
        takes_place(tx, &title, other).await?;
    }
    require_transition(title.status, to)?;
    if to == TitleStatus::Live && conversion_reports::blocks_publication(&mut *tx, &Item::Title(id)).await? {
        let reason = "More than 2 % of the words are missing from a conversion of this title; collection staff \
                      must acknowledge the report first.";
        return Err(Error::Explained(ErrorKey::InvalidTransition, reason.to_owned()));
    }
    Ok(())
}

/// A replacement is for readers: they find it, and it is not the title itself.
async fn takes_place(tx: &mut Tx, title: &Title, other: TitleId) -> Result<()> {
    let found = titles::get(&mut *tx, other).await?;
    let fits = |found: &Title| {
        let live = found.status == TitleStatus::Live && found.owner.is_none();
        live && found.id != title.id && found.in_view_of(&title.site)
    };
    if found.as_ref().is_some_and(fits) {
        return Ok(());
    }
    let reason = "must name another title that is live and that readers of the site find";
    Err(Fault::new(ErrorKey::InvalidParameter, Field::ReplacementId, reason).into())
}

/// Fails with `INVALID_TRANSITION` and the allowed transitions unless the table of states has this move.
pub(super) fn require_transition(from: TitleStatus, to: TitleStatus) -> Result<()> {
    if from.can_become(to) {
        return Ok(());
    }
    let next: Vec<&str> = from.next().map(TitleStatus::as_str).collect();
    let next = if next.is_empty() { "nothing else".to_owned() } else { next.join(" or ") };
    let reason = format!("A title that is {from} cannot become {to}; it can become {next}.");
    Err(Error::Explained(ErrorKey::InvalidTransition, reason))
}
