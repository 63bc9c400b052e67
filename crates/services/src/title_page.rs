//! Everything that the page of a title shows.

use domain::lists::can_be_listed;
use domain::{Preferences, Title, TitleId};

use crate::devices::members::{MemberName, list_members};
use crate::downloads::{FileInfo, file_info};
use crate::lists::{self, ListScope, ListSort, ListView, OwnedLists};
use crate::rosters::RosterSort;
use crate::titles::{TitleInContext, get_in_context, my_preferences};
use crate::{Operation, PageRequest, Result};

const MAX_SIMILAR: usize = 4;
/// Maximum number of lists that the caller can put the title on.
const MAX_LISTS: u32 = 100;
/// Maximum number of members. Those of a larger organization are not listed.
const MAX_MEMBERS: u32 = 200;

#[derive(Debug, Clone)]
pub struct TitlePage {
    pub title: TitleInContext,
    /// Sizes of files, and the caller's copies.
    pub files: FileInfo,
    /// Lists that the caller can put the title on.
    pub lists: Vec<ListView>,
    /// The members for whom a sponsor may get the title; empty if there are too many to list. `None` if the
    /// caller is not a sponsor.
    pub members: Option<Vec<MemberName>>,
    /// The sponsor as one who looks for a member, and that member's preferences. `None` if no member is
    /// named.
    pub for_member: Option<(Operation, Preferences)>,
}

/// Opens the page of a title, for the member that a sponsor names.
///
/// # Errors
/// `TITLE_NOT_FOUND`; `USER_NOT_FOUND` for other people than members.
pub async fn open(op: &Operation, id: TitleId, member: Option<&str>) -> Result<TitlePage> {
    let members = match op.require_sponsor() {
        Ok(_) => Some(list_first_members(op).await?),
        Err(_) => None,
    };
    let for_member = match member {
        Some(member) => {
            let op = op.clone().for_member(member).await?;
            let preferences = my_preferences(&op).await?;
            Some((op, preferences))
        }
        None => None,
    };
    let op = for_member.as_ref().map_or(op, |(op, _)| op);
    let title = get_in_context(op, id, MAX_SIMILAR).await?;
    let files = file_info(op, [&title.view]).await?;
    let lists = list_writable(op, &title.view.item).await?;
    Ok(TitlePage { title, files, lists, members, for_member })
}

async fn list_first_members(op: &Operation) -> Result<Vec<MemberName>> {
    let part = PageRequest::first_page(RosterSort::LastName, MAX_MEMBERS + 1);
    let rows = list_members(op, part).await?;
    Ok(if rows.total > u64::from(MAX_MEMBERS) { Vec::new() } else { rows.items })
}

/// The caller's lists to which a title can be added. Empty if it cannot be on a list.
async fn list_writable(op: &Operation, title: &Title) -> Result<Vec<ListView>> {
    let Some(reader) = op.reader.as_ref().filter(|_| can_be_listed(title)) else {
        return Ok(Vec::new());
    };
    let part = PageRequest::first_page(ListSort::Name, MAX_LISTS + 1);
    let mine = OwnedLists { owner: &reader.account, scope: ListScope::Mine };
    let mut rows = lists::list(op, mine, part).await?.items;
    rows.retain(|view| view.list.allows_title_changes_by(&reader.account));
    Ok(rows)
}
