//! The decision of the access rule for many members.

use std::collections::HashMap;

use domain::access::{self, AccessFacts, Decision, ForUser, Refusal, Relation, adult_content_bar};
use domain::{AccountId, AdultContentBar, AlertCode, Reader, Title, TitleId};

use crate::{Operation, Result, TitleView};

/// Readers who are read together.
const READERS_PER_STATEMENT: usize = 250;

/// Decides whether the caller may have a copy of a title made for this reader, a member.
pub(crate) fn decide_for_reader(
    op: &Operation,
    title: &Title,
    (reader, relation): (&Reader, Relation),
) -> Decision {
    access::decide(&AccessFacts { recipient: ForUser::Named(reader), ..op.facts_about(title, relation) })
}

/// The decision for one member: whether the sponsor may have a copy made for the member now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberAccess {
    pub is_open: bool,
    /// The reasons that close the title to the member. Empty if it is open.
    pub reasons: Vec<AlertCode>,
    /// Why adult content is closed to the member. `None` if it is open.
    pub adult_content_bar: Option<AdultContentBar>,
    pub is_assigned: bool,
    /// The member has had the title before.
    pub was_downloaded: bool,
}

impl MemberAccess {
    fn decide(op: &Operation, title: &Title, reader: &Reader, relation: Relation) -> Self {
        let decision = decide_for_reader(op, title, (reader, relation));
        let mut reasons: Vec<AlertCode> =
            decision.alerts.iter().filter(|alert| alert.is_error()).map(|alert| alert.code).collect();
        if let (Some(Refusal::Denied(code)), true) = (decision.refusal(), reasons.is_empty()) {
            reasons.push(code);
        }
        Self {
            is_open: decision.refusal().is_none(),
            reasons,
            adult_content_bar: adult_content_bar(&reader.account, op.today()),
            is_assigned: relation.assigned,
            was_downloaded: relation.downloaded_before,
        }
    }
}

/// Decides for these members: two statements for every [`READERS_PER_STATEMENT`].
pub(super) async fn decide_for_members(
    op: &Operation,
    title: &Title,
    ids: &[AccountId],
) -> Result<HashMap<AccountId, MemberAccess>> {
    let mut all = HashMap::with_capacity(ids.len());
    for some in ids.chunks(READERS_PER_STATEMENT) {
        let readers = store::readers::get_many(op.db(), some, op.now).await?;
        let relations = store::relations::for_readers(op.db(), &readers, title.id, op.now).await?;
        for reader in readers {
            let relation = relations.get(&reader.account.id).copied().unwrap_or_default();
            let access = MemberAccess::decide(op, title, &reader, relation);
            all.insert(reader.account.id, access);
        }
    }
    Ok(all)
}

/// Numbers of members who may have a title and who may not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TitleCounts {
    pub open: u64,
    pub closed: u64,
}

/// Counts these members by whether they may have each of the titles: two statements for every
/// [`READERS_PER_STATEMENT`].
pub(super) async fn count_for_titles(
    op: &Operation,
    titles: &[TitleView],
    ids: &[AccountId],
) -> Result<HashMap<TitleId, TitleCounts>> {
    let title_ids: Vec<TitleId> = titles.iter().map(|view| view.item.id).collect();
    let mut counts: HashMap<TitleId, TitleCounts> = HashMap::with_capacity(titles.len());
    for some in ids.chunks(READERS_PER_STATEMENT) {
        let readers = store::readers::get_many(op.db(), some, op.now).await?;
        let relations = store::relations::for_pairs(op.db(), &readers, &title_ids, op.now).await?;
        for title in titles.iter().map(|view| &*view.item) {
            let is_open = |reader: &&Reader| {
                let pair = (reader.account.id.clone(), title.id);
                let relation = relations.get(&pair).copied().unwrap_or_default();
                decide_for_reader(op, title, (reader, relation)).refusal().is_none()
            };
            let open = readers.iter().filter(is_open).count();
            let count = counts.entry(title.id).or_default();
            count.open += open as u64;
            count.closed += (readers.len() - open) as u64;
        }
    }
    Ok(counts)
}
