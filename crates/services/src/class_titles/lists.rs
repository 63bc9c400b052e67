//! A reading list for a class: how many of the members may have each of its titles.

use std::collections::HashMap;

use domain::{ReadingList, TitleId};
use store::lists::TitleSort;

use super::decisions::{TitleCounts, count_for_titles};
use crate::lists::titles::view_with_titles;
use crate::members::{MemberSearch, RosterOverview, count_found, list_found};
use crate::{Operation, PageRequest, Result, RowPosition, Rows, TitleView};

/// Maximum number of members who are counted for every title of a page.
pub const MAX_MEMBERS_FOR_LIST: usize = 500;

/// A list, the members for whom a sponsor asks for it, and the page of its titles.
#[derive(Debug, Clone, Copy)]
pub struct ClassListRequest<'a> {
    pub list: &'a str,
    pub search: MemberSearch<'a>,
    pub page: PageRequest<'a, TitleSort, i64>,
}

#[derive(Debug, Clone)]
pub struct ClassListView {
    pub list: ReadingList,
    /// True if the sponsor puts members on the list.
    pub allows_member_changes: bool,
    pub titles: Rows<RowPosition<i64>, TitleView>,
    /// The number of the members who were found, and what they can be filtered by. It shows no member.
    pub roster: RosterOverview,
    /// How many of the members may have each title of the page. `None` if they are more than
    /// [`MAX_MEMBERS_FOR_LIST`], if not all of them are known, and if there are none.
    pub counts: Option<HashMap<TitleId, TitleCounts>>,
}

/// A list that the sponsor sees, and how many of the members whom a search finds may have each of its titles.
/// The audit records who was counted: a number for one member says as much as a name. The number of
/// statements does not depend on the number of titles.
///
/// # Errors
/// `NOT_SPONSOR`; `LIST_NOT_FOUND`; `INVALID_PARAMETER` for words that find too many members meanwhile.
pub async fn view_class_list(op: &Operation, request: ClassListRequest<'_>) -> Result<ClassListView> {
    op.require_sponsor()?;
    let ClassListRequest { list, search, page } = request;
    let (view, titles) = view_with_titles(op, list, page).await?;
    let roster = count_found(op, search).await?;
    let is_counted = !roster.is_cut && (1..=MAX_MEMBERS_FOR_LIST as u64).contains(&roster.members.total);
    let counts = if is_counted {
        let ids = list_found(op, search).await?;
        op.record_reads(&ids).await?;
        Some(count_for_titles(op, &titles.items, &ids).await?)
    } else {
        None
    };
    let allows_member_changes = view.list.allows_member_changes_by(op.account()?);
    Ok(ClassListView { list: view.list, allows_member_changes, titles, roster, counts })
}
