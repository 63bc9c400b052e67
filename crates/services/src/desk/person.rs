//! Everything about one person that membership staff need to answer a question.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::account_merges::MergedNoun;
use domain::confirmations::Confirmation;
use domain::offering::AsOffering as _;
use domain::reading::NewestEvent;
use domain::sessions::Session;
use domain::staff_emails::StaffEmail;
use domain::{
    AccountId, Agreement, Device, DisabilityPlan, Download, Item, OfferedItem, ProofSource, Reader, Site,
    SubscriptionType, TitleId,
};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use store::account_merges::AccountMerge;
use store::audit_changes::ChangeEntry;
use store::proof_decisions::ProofDecision;
use store::proofs::{DatedProof, Submission};

use super::read_person;
use crate::accounts::list_display_names;
use crate::{Operation, Result, items, sites};

/// Time for which copies are listed.
const COPIES_WINDOW: SignedDuration = SignedDuration::from_hours(30 * 24);

const MAX_COPIES: u32 = 100;
const MAX_READING_POSITIONS: u32 = 20;
const MAX_CHANGES: u32 = 50;
const MAX_EMAILS: u32 = 50;

/// A person as membership staff see it. It says nothing about the kind of a disability.
#[derive(Debug, Clone)]
pub struct PersonOverview {
    /// The account with what the access rule knows of it.
    pub reader: Reader,
    /// The person's site. `None` if it no longer exists.
    pub site: Option<Site>,
    /// The types of subscriptions that the person's site offers.
    pub subscription_types: Vec<SubscriptionType>,
    /// Signed agreements, newest first, those that have ended too.
    pub agreements: Vec<Agreement>,
    /// The active proofs, newest first.
    pub proofs: Vec<ProofSummary>,
    /// Times at which proofs were submitted for confirmation, newest first, each with the source that was
    /// named.
    pub submissions: Vec<(Timestamp, Option<ProofSource>)>,
    /// Requests to competent authorities that can still be answered, newest first.
    pub requests: Vec<Confirmation>,
    /// Signed-in browsers, newest use first.
    pub sessions: Vec<Session>,
    /// Live devices, newest first.
    pub devices: Vec<Device>,
    /// Copies of the last 30 days, newest first; at most 100.
    pub copies: Vec<CopyEntry>,
    /// The last reading position in each book, newest first; at most 20.
    pub places: Vec<ReadingPositionEntry>,
    /// Decisions on what the person submitted, newest first; at most 50.
    pub decisions: Vec<ProofDecision>,
    /// Emails from templates, newest first; at most 50.
    pub emails: Vec<StaffEmail>,
    /// Recorded changes of the account and the membership, newest first; at most 50.
    pub changes: Vec<ChangeEntry>,
    /// Merges of the account with others of the same person, newest first; at most 50.
    pub merges: Vec<AccountMerge>,
    /// Numbers of records that stayed with the account after merges were undone, by merge and kind.
    pub merge_remains: HashMap<i64, BTreeMap<MergedNoun, u64>>,
    /// Display names of other people who recorded an agreement, asked for a copy, decided on a proof, sent an
    /// email or changed something.
    pub names: HashMap<AccountId, String>,
}

/// A source and a day of proofs; how many disabilities they are of is not said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProofSummary {
    pub source: ProofSource,
    /// The day in UTC.
    pub added: Date,
}

/// A copy that was asked for or fetched.
#[derive(Debug, Clone)]
pub struct CopyEntry {
    pub download: Download,
    /// The title or edition. `None` if it no longer exists, and for documents of the person's own, whose
    /// names are private.
    pub item: Option<OfferedItem>,
    /// True if it is a document of the person's own.
    pub is_document: bool,
}

/// The last reading position of the person in a book.
#[derive(Debug, Clone)]
pub struct ReadingPositionEntry {
    /// The event that reported it; without a description for a document of the person's own.
    pub event: NewestEvent,
    /// The title. `None` if it no longer exists, and for documents of the person's own.
    pub item: Option<OfferedItem>,
    /// True if it is a document of the person's own.
    pub is_document: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disabilities {
    pub proofs: Vec<DatedProof>,
    /// Proofs that were submitted for confirmation, newest first, with the remarks of those who submitted and
    /// confirmed them.
    pub submissions: Vec<Submission>,
    pub plans: BTreeSet<DisabilityPlan>,
}

/// Everything about one person but the kinds of disabilities: as many statements for many agreements,
/// devices, copies and places as for one. The audit records that it was read, because it shows the state of
/// the proof.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn open_person(op: &Operation, id: &AccountId) -> Result<PersonOverview> {
    op.require_membership_staff()?;
    Ok(read_everything(op, id).await?.0)
}

/// Everything about one person with the kinds of disabilities. The audit records that it was read.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn open_disabilities(op: &Operation, id: &AccountId) -> Result<(PersonOverview, Disabilities)> {
    op.require_membership_staff()?;
    read_everything(op, id).await
}

async fn read_everything(op: &Operation, id: &AccountId) -> Result<(PersonOverview, Disabilities)> {
    let reader = read_person(op, id).await?;
    let db = op.db();
    let id = &reader.account.id;
    let now = op.now;
    let agreements = store::agreements::list_for_account(db, id).await?;
    let proofs = store::proofs::list_dated(db, id).await?;
    let submissions = store::proofs::list_submissions(db, id).await?;
    let sessions = store::sessions::list(db, id, now).await?;
    let since = now.saturating_sub(COPIES_WINDOW).unwrap_or(Timestamp::MIN);
    let downloads = store::download_history::list_recent(db, id, since, MAX_COPIES).await?;
    let places = store::reading::list_newest_events(db, id, MAX_READING_POSITIONS).await?;
    let recorders = agreements.iter().filter_map(|agreement| agreement.recorded_by.as_ref());
    let callers = downloads.iter().filter_map(|download| download.caller.as_ref());
    let changes = store::audit_changes::list_about(db, id, MAX_CHANGES).await?;
    let actors = changes.iter().filter_map(|change| change.actor.as_ref());
    let decisions = store::proof_decisions::list_for_account(db, id).await?;
    let deciders = decisions.iter().filter_map(|decision| decision.decided_by.as_ref());
    let emails = store::staff_emails::list(db, id, MAX_EMAILS).await?;
    let senders = emails.iter().filter_map(|email| email.sent_by.as_ref());
    let others = recorders.chain(callers).chain(actors).chain(deciders).chain(senders);
    let names = list_display_names(op, others.filter(|other| *other != id)).await?;
    let read_in = places.iter().map(|(title, _)| Item::Title(*title));
    let items: Vec<Item> = downloads.iter().map(|download| download.item.clone()).chain(read_in).collect();
    let items = items::load_many(op, &items).await?;
    let overview = PersonOverview {
        site: sites::find(op, &reader.account.site).await?,
        subscription_types: store::subscription_types::list_for_site(db, &reader.account.site).await?,
        proofs: summarize(&proofs),
        submissions: submissions.iter().map(|submission| (submission.date, submission.source)).collect(),
        requests: store::confirmations::list_open(db, id, now).await?,
        sessions: sessions.into_iter().map(|(_, session)| session).collect(),
        devices: store::devices::list(db, id).await?,
        copies: list_copies(&items, downloads),
        places: list_reading_positions(&items, places),
        decisions,
        emails,
        changes,
        names,
        merges: store::account_merges::list_of_account(db, id).await?,
        merge_remains: store::account_merges::count_rows_left_by_undo(db, id).await?,
        agreements,
        reader,
    };
    let plans = overview.reader.account.membership.as_ref().map(|place| place.plans.clone());
    let disabilities = Disabilities { proofs, submissions, plans: plans.unwrap_or_default() };
    Ok((overview, disabilities))
}

/// Each source and day once.
fn summarize(proofs: &[DatedProof]) -> Vec<ProofSummary> {
    let mut summaries: Vec<ProofSummary> = Vec::new();
    for dated in proofs {
        let added = domain::dates::utc_date(dated.added);
        let summary = ProofSummary { source: dated.proof.source, added };
        if !summaries.contains(&summary) {
            summaries.push(summary);
        }
    }
    summaries
}

/// The title or edition as staff see it: `None` for a document of the person's own; and whether it is one.
fn find_named_item(items: &HashMap<Item, OfferedItem>, item: &Item) -> (Option<OfferedItem>, bool) {
    let item = items.get(item).cloned();
    let is_document = item.as_ref().is_some_and(|item| item.as_offering().owner().is_some());
    (item.filter(|_| !is_document), is_document)
}

fn list_copies(items: &HashMap<Item, OfferedItem>, downloads: Vec<Download>) -> Vec<CopyEntry> {
    let entry = |download: Download| {
        let (item, is_document) = find_named_item(items, &download.item);
        CopyEntry { download, item, is_document }
    };
    downloads.into_iter().map(entry).collect()
}

fn list_reading_positions(
    items: &HashMap<Item, OfferedItem>,
    events: Vec<(TitleId, NewestEvent)>,
) -> Vec<ReadingPositionEntry> {
    let entry = |(title, mut event): (TitleId, NewestEvent)| {
        let (item, is_document) = find_named_item(items, &Item::Title(title));
        // The words may be a heading of the document, which is private.
        event.description = event.description.filter(|_| !is_document);
        ReadingPositionEntry { event, item, is_document }
    };
    events.into_iter().map(entry).collect()
}
