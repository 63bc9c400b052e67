//! Permissions to read a title's metadata and to change it (docs/rules/access.md#rule-20,
//! docs/rules/access.md#rule-24, docs/rules/access.md#rule-16).

use super::AccessCaller;
use crate::{
    Account, Capabilities, Format, FormatStatus, Offering, Role, Series, SiteId, TitleStatus, offering,
};

/// Returns true if the caller finds the title at all; otherwise it is 404. `site` is the key's site, for
/// guests.
///
/// Visible are titles that are or were live, of the caller's site or shared with it; by those who manage the
/// collection, pending ones of their site too; users' documents by their owner only. Removed titles are
/// hidden. Editions that are withdrawn or have expired are seen by those who manage the collection.
pub fn finds_title(title: &dyn Offering, caller: &AccessCaller<'_>, site: &SiteId) -> bool {
    if title.status() == TitleStatus::Removed {
        return false;
    }
    if let Some(owner) = title.owner() {
        return caller.reader().is_some_and(|reader| &reader.account.id == owner);
    }
    let site = caller.reader().map_or(site, |reader| &reader.account.site);
    may_edit(title, caller) || (title.stays_readable() && title.in_view_of(site))
}

/// Returns true if the caller manages the collection that the title belongs to: a collection assistant of
/// its site, or an administrator. No one manages other people's documents.
pub fn may_edit(title: &dyn Offering, caller: &AccessCaller<'_>) -> bool {
    title.owner().is_none()
        && caller.reader().is_some_and(|reader| reader.account.manages_collection(title.site()))
}

/// Returns true if the caller finds a periodical: the users of its site do, and administrators. `site` is
/// the key's site, for guests.
pub fn sees_series(series: &Series, caller: &AccessCaller<'_>, site: &SiteId) -> bool {
    caller.has_role(Role::Administrator)
        || caller.reader().map_or(site, |reader| &reader.account.site) == &series.site
}

/// Returns true if the caller manages the collection that a periodical belongs to.
pub fn may_edit_series(series: &Series, caller: &AccessCaller<'_>) -> bool {
    caller.reader().is_some_and(|reader| reader.account.manages_collection(&series.site))
}

/// Returns true if a ticket that was handed out for a title's files still opens them. It replaces key and
/// token (docs/rules/downloads.md#rule-7), not the rules that the title is live and that guests get free
/// titles only; `holder` is the reader who requested it, `None` for a guest.
pub fn ticket_holds(title: &dyn Offering, holder: Option<&Account>) -> bool {
    let live = title.status() == TitleStatus::Live;
    match holder {
        None => live && title.is_open_to_guests(),
        Some(account) => live || title.owner().is_some() || account.manages_collection(title.site()),
    }
}

/// Returns true if the caller may search for titles with a status other than live
/// (docs/rules/search.md#rule-1, `titleStatus`). What such a search finds is still held to the caller's own
/// site: see [`View::own_site`](super::View::own_site).
pub fn may_ask_status(caller: &AccessCaller<'_>) -> bool {
    caller.has_role(Role::CollectionAssistant) || caller.has_role(Role::Administrator)
}

/// Returns true if the title has the format for this caller: available; or, for those who check a title
/// that is not live yet, ready to be made. Formats that this installation cannot make are unavailable to
/// everyone. Otherwise the download is 400 `FORMAT_NOT_AVAILABLE` (docs/rules/downloads.md#rule-1).
pub fn has_format(
    title: &dyn Offering,
    caller: &AccessCaller<'_>,
    format: Format,
    can: Capabilities,
) -> bool {
    offering::find_artifact(title, format).is_some_and(|artifact| {
        title.format_status(artifact, can) == FormatStatus::Available
            || (may_edit(title, caller) && title.is_checkable(artifact, can))
    })
}
