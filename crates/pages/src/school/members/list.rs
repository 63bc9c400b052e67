//! The list of members: found by words and filters, with boxes to choose members for an act.

use std::collections::{HashMap, HashSet};

use domain::WireEnum as _;
use services::members::{MemberOverview, RosterOverview, RosterRequest, list_for_sponsor};
use services::rosters::RosterSort;
use services::{ListPart, RowPosition, Rows};

use super::choices::{ActChoices, NarrowedRoster};
use super::filter::MemberFilterFields;
use super::row::MemberRow;
use super::selection::{MAX_CHOSEN_MEMBERS, MemberSelection};
use crate::paging::{FormPager, add_query};
use crate::{Fields, Form, Page, Query, Result, Section, Visitor, list_part, render};

const PAGE_PATH: &str = "/school/members";

const MEMBERS_PER_PAGE: usize = 50;

#[derive(askama::Template)]
#[template(path = "school_members.html")]
struct RosterPage<'a> {
    page: Page<'a>,
    organization: &'a str,
    roster: NarrowedRoster,
    caption: String,
    members: Vec<MemberRow>,
    selection: SelectionView,
    /// Names and values of fields that every form around the list keeps.
    hidden_fields: Vec<(&'static str, String)>,
    /// The address of the same list without a choice.
    clear_path: String,
    /// The members that all acts can concern, in words. `None` if they are not all known.
    all_text: Option<String>,
    acts: ActChoices,
    pager: FormPager,
    can_add_members: bool,
}

pub(super) struct SelectionView {
    /// How many chosen members are on other pages. `None` if none is. Those on this page can change before
    /// the form is sent, so no sentence counts them.
    pub(super) others_text: Option<String>,
    /// The sentence that not more members can be chosen. `None` if there is no need for it.
    pub(super) cut_text: Option<String>,
    pub(super) is_empty: bool,
    /// The identifiers of those on other pages.
    pub(super) others: Vec<String>,
}

/// The buttons around a part of a roster.
pub(super) fn form_pager(
    part: &ListPart<RowPosition<String>>,
    rows: &Rows<RowPosition<String>, MemberOverview>,
) -> FormPager {
    FormPager::new(part.place.is_some() || part.backward, rows.previous.as_ref(), rows.next.as_ref())
}

/// GET: a page of the list, on which nobody is chosen.
pub(super) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    render_roster(&visitor, &fields, &MemberSelection::default()).await
}

/// POST: a page of the list, with what was chosen on another one. It changes nothing.
pub(super) async fn show_selection(visitor: Visitor, Form(fields): Form) -> Result {
    render_roster(&visitor, &fields, &MemberSelection::from_fields(&fields)).await
}

async fn render_roster(visitor: &Visitor, fields: &Fields, selection: &MemberSelection) -> Result {
    let sponsor = visitor.op.require_sponsor()?;
    let filter = MemberFilterFields::from_fields(fields);
    let (sort, part) = read_part(fields)?;
    let request = RosterRequest { search: filter.to_search(), page: part.to_request(sort, false) };
    let overview = list_for_sponsor(&visitor.op, request).await?;
    let page = visitor.page(Section::Account);
    let roster = NarrowedRoster::new(&page, &overview, &filter, sort);
    let hidden_fields = hidden_fields(&filter, sort);
    Ok(render(&RosterPage {
        organization: &sponsor.organization.name,
        caption: page.with_name("school-members-caption", &page.value_text("school-sort", sort)),
        members: member_rows(&page, &overview.members.items, selection),
        selection: SelectionView::new(&page, selection, &overview.members.items),
        clear_path: add_query(PAGE_PATH, &hidden_fields),
        hidden_fields,
        all_text: whole_selection_text(&page, &overview, &roster.filter_text),
        roster,
        acts: ActChoices::new(&page, &overview),
        pager: form_pager(&part, &overview.members),
        can_add_members: sponsor.organization.can_create_users,
        page,
    }))
}

/// The order of a roster, and the part of it, that an address or a form names.
pub(super) fn read_part(fields: &Fields) -> Result<(RosterSort, ListPart<RowPosition<String>>)> {
    let sort = fields.get("sort").and_then(|sort| RosterSort::parse(sort).ok()).unwrap_or_default();
    Ok((sort, ListPart { limit: MEMBERS_PER_PAGE, ..list_part(fields)? }))
}

/// The fields that every form around the list keeps: those of the filter, and the order.
pub(super) fn hidden_fields(filter: &MemberFilterFields, sort: RosterSort) -> Vec<(&'static str, String)> {
    let order = (sort != RosterSort::default()).then(|| ("sort", sort.to_string()));
    filter.to_hidden_fields().into_iter().chain(order).collect()
}

/// The members that an act on all of them concerns, in words. `None` if there are none, or if the words find
/// more members than are known.
pub(super) fn whole_selection_text(
    page: &Page<'_>,
    overview: &RosterOverview,
    filter: &str,
) -> Option<String> {
    let total = overview.members.total;
    if total == 0 || overview.is_cut {
        return None;
    }
    Some(if filter.is_empty() {
        page.count("school-acts-everybody", total)
    } else {
        page.format("school-acts-all", &[("count", total.into()), ("filter", filter.into())])
    })
}

/// The rows of members; those with the same name have details that distinguish them.
pub(super) fn member_rows(
    page: &Page<'_>,
    members: &[MemberOverview],
    selection: &MemberSelection,
) -> Vec<MemberRow> {
    let mut names: HashMap<&str, usize> = HashMap::new();
    for member in members {
        *names.entry(&member.name).or_default() += 1;
    }
    let row = |member: &MemberOverview| {
        let is_namesake = names.get(member.name.as_str()).is_some_and(|count| *count > 1);
        MemberRow::new(page, member, is_namesake, selection.contains(member.id.as_str()))
    };
    members.iter().map(row).collect()
}

impl SelectionView {
    pub(super) fn new(page: &Page<'_>, selection: &MemberSelection, members: &[MemberOverview]) -> Self {
        let on_page: HashSet<&str> = members.iter().map(|member| member.id.as_str()).collect();
        let others = selection.list_others(&on_page);
        let count = others.len() as u64;
        Self {
            others_text: (count > 0).then(|| page.count("school-chosen-others", count)),
            cut_text: selection.is_cut.then(|| page.count("school-chosen-cut", MAX_CHOSEN_MEMBERS as u64)),
            is_empty: selection.ids().is_empty(),
            others,
        }
    }
}
