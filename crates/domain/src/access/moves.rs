//! Permissions to move a title from state to state (docs/rules/titles.md#rule-2,
//! docs/rules/access.md#rule-24).

use super::{AccessCaller, finds_title, may_edit};
use crate::{SiteId, Title, TitleStatus};

/// Why a title is not moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotMoved {
    /// The caller does not find the title: 404.
    Unseen,
    /// The caller reads it and manages another collection, or none: 403.
    NotManaged,
    /// The table has no such move: 409.
    NoSuchMove,
}

/// Decides if the caller may move the title to another status. `title` is its state after all accepted
/// changes; `site` is the key's site, for guests. Managers of the collection get the error that removal is
/// permanent.
pub fn may_move(
    title: &Title,
    caller: &AccessCaller<'_>,
    site: &SiteId,
    to: TitleStatus,
) -> Result<(), NotMoved> {
    if !may_edit(title, caller) {
        return Err(if finds_title(title, caller, site) { NotMoved::NotManaged } else { NotMoved::Unseen });
    }
    if title.status.can_become(to) { Ok(()) } else { Err(NotMoved::NoSuchMove) }
}
