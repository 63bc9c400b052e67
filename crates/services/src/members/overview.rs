//! The members of a sponsor's organization at a glance: a page of them with what the choice of a member
//! needs, the numbers to filter by, and the numbers of the whole school.

use std::collections::BTreeSet;

use domain::lists::MAX_LISTS_PER_OWNER;
use domain::{AccountId, DisabilityPlan, Format, ReadingList};
use jiff::Timestamp;
use store::groups::Group;
use store::roster_tags::{self, RosterTag};
use store::rosters::{self, MemberCounts, RosterPerson, RosterQuery, RosterSort};

use super::search::{MemberSearch, find_by_words};
use crate::{Operation, PageRequest, Result, RowPosition, Rows};

/// Maximum number of roster tags that a page offers.
const MAX_OFFERED_TAGS: u32 = 1_000;

/// A page of members that a sponsor asks for.
#[derive(Debug, Clone, Copy)]
pub struct RosterRequest<'a> {
    pub search: MemberSearch<'a>,
    pub page: PageRequest<'a, RosterSort, String>,
}

/// A member as a list shows one: plans, but no disabilities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberOverview {
    pub id: AccountId,
    /// The name as others see it.
    pub name: String,
    /// The name to sign in by. `None` if the member cannot sign in.
    pub sign_in_name: Option<String>,
    pub grade: Option<String>,
    pub plans: BTreeSet<DisabilityPlan>,
    /// The format to download in. `None` without a preference.
    pub format: Option<Format>,
    /// District and school.
    pub tag: Option<RosterTag>,
    pub on_quick_list: bool,
    /// When the member last read. `None` if never, and for linked accounts, whose reading is private.
    pub last_read: Option<Timestamp>,
    /// False for a linked account, which manages its names, its devices and its proofs itself
    /// (docs/rules/organizations.md#rule-5).
    pub is_manageable: bool,
}

/// A page of a roster, and what it can be filtered by.
#[derive(Debug, Clone)]
pub struct RosterOverview {
    pub members: Rows<RowPosition<String>, MemberOverview>,
    /// True if the words find more members than [`MAX_NAME_MATCHES`](super::MAX_NAME_MATCHES): the others are
    /// left out, and not counted.
    pub is_cut: bool,
    /// The grades that members of the organization have, each with the number of members.
    pub grades: Vec<(String, u64)>,
    /// The roster tags of the organization, each with the number of members.
    pub tags: Vec<(RosterTag, u64)>,
    /// The groups of the organization by name, each with the number of members.
    pub groups: Vec<(Group, u64)>,
    /// The reading lists on which the sponsor puts members, by name.
    pub lists: Vec<ReadingList>,
}

/// A page of the members of the sponsor's organization: a constant number of statements, and one that records
/// in the audit who was shown.
///
/// # Errors
/// `NOT_SPONSOR`.
pub async fn list_for_sponsor(op: &Operation, request: RosterRequest<'_>) -> Result<RosterOverview> {
    read_overview(op, request.search, Some(request.page)).await
}

/// The number of the members whom a search finds, and what a roster can be filtered by. Nobody is shown.
pub(crate) async fn count_found(op: &Operation, search: MemberSearch<'_>) -> Result<RosterOverview> {
    read_overview(op, search, None).await
}

/// The overview with this page of the members, or without any.
async fn read_overview(
    op: &Operation,
    search: MemberSearch<'_>,
    page: Option<PageRequest<'_, RosterSort, String>>,
) -> Result<RosterOverview> {
    let sponsor = op.require_sponsor()?;
    let (organization, viewer) = (&sponsor.organization.id, &sponsor.account.id);
    let filter = search.to_filter(op);
    let roster = RosterQuery { filter, ..RosterQuery::for_members(organization, viewer) };
    let matches = match search.words {
        Some(words) => Some(find_by_words(op, &roster, words).await?),
        None => None,
    };
    let roster = RosterQuery { people: matches.as_ref().map(|matches| matches.ids.as_slice()), ..roster };
    let total = rosters::count(op.db(), &roster).await?;
    let members = match page {
        Some(page) => {
            let rows = rosters::page(op.db(), &roster, page).await?;
            show_overviews(op, Rows::from_part_rows(rows, &page, total)).await?
        }
        None => Rows { items: Vec::new(), next: None, previous: None, total },
    };
    let (tags, lists) = list_tags_and_lists(op).await?;
    Ok(RosterOverview {
        members,
        is_cut: matches.is_some_and(|matches| !matches.is_complete),
        grades: rosters::count_by_grade(op.db(), organization).await?,
        tags,
        groups: store::groups::list_with_counts(op.db(), organization).await?,
        lists,
    })
}

/// The roster tags of the sponsor's organization by district and school, each with its number of members, and
/// the lists on which the sponsor puts members, by name: two statements.
pub(crate) async fn list_tags_and_lists(op: &Operation) -> Result<(Vec<(RosterTag, u64)>, Vec<ReadingList>)> {
    let sponsor = op.require_sponsor()?;
    let account = sponsor.account;
    let organization = &sponsor.organization.id;
    let tags = roster_tags::list_with_counts(op.db(), organization, MAX_OFFERED_TAGS).await?;
    let limit = u32::try_from(MAX_LISTS_PER_OWNER).unwrap_or(u32::MAX);
    let mut lists = store::lists::list_owned_or_shared(op.db(), &account.id, organization, limit).await?;
    lists.retain(|list| list.allows_member_changes_by(account));
    Ok((tags, lists))
}

/// These people with when they last read. Nobody is shown without a record of it.
async fn show_overviews(
    op: &Operation,
    rows: Rows<RowPosition<String>, RosterPerson>,
) -> Result<Rows<RowPosition<String>, MemberOverview>> {
    let ids: Vec<AccountId> = rows.items.iter().map(|person| person.account.id.clone()).collect();
    op.record_reads(&ids).await?;
    let mut last_reads = rosters::list_last_reads(op.db(), &ids).await?;
    Ok(rows.map_items(|RosterPerson { account, tag, on_quick_list, preferences }| {
        let can_sign_in = account.can_sign_in();
        let place = account.membership.as_ref();
        MemberOverview {
            name: account.display_name(),
            sign_in_name: can_sign_in.then(|| account.sign_in_name().to_owned()),
            grade: place.and_then(|place| place.grade.clone()),
            plans: place.map(|place| place.plans.clone()).unwrap_or_default(),
            format: preferences.formats().first().copied(),
            tag,
            on_quick_list,
            last_read: last_reads.remove(&account.id).filter(|_| account.is_sponsor_manageable()),
            is_manageable: account.is_sponsor_manageable(),
            id: account.id,
        }
    }))
}

/// Counts the members of the sponsor's organization: one statement.
///
/// # Errors
/// `NOT_SPONSOR`.
pub async fn count_for_sponsor(op: &Operation) -> Result<MemberCounts> {
    let sponsor = op.require_sponsor()?;
    Ok(rosters::count_members(op.db(), &sponsor.organization.id, &sponsor.account.id).await?)
}
