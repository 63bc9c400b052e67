//! Writes records: a batch is looked up with one statement per question, and written in one transaction.

use std::collections::{HashMap, HashSet};

use domain::{Category, HistoryAction, HistoryEvent, Title, TitleId, TitleStatus};
use holdings::subjects;
use jiff::Timestamp;
use metadata::Action;
use store::supplier_records::{self, ImportedRecord, RecordSupplier};
use store::{StoreError, Tx, bisac, categories, history, titles};

use super::super::IngestError;
use super::batch::{ParsedRecord, WITHDRAWAL_HASH, WITHDRAWN_BEFORE};
use super::decide::{FeedDecision, decide, history_event};
use super::rejects::RejectReport;
use super::{Feed, FeedProgress};
use crate::WorkerContext;
use crate::references::References;

/// Records per transaction: on SQLite, other writers wait for it.
const RECORDS_PER_TRANSACTION: usize = 100;

pub(super) struct RecordWriter {
    ctx: WorkerContext,
    feed: Feed,
    supplier: RecordSupplier,
    references: References,
    /// Categories that the library's lists already contain.
    listed_categories: HashSet<Category>,
}

#[derive(Default)]
struct PendingWork {
    added: Vec<(Title, Option<String>)>,
    /// References of the added titles, in the same order, with their hashes.
    added_as: Vec<(String, String)>,
    changed: Vec<Title>,
    records: Vec<(String, ImportedRecord)>,
    events: Vec<HistoryEvent>,
    refused: Vec<(usize, String)>,
    withdrawn: u64,
    updated: u64,
    passed: u64,
}

impl RecordWriter {
    pub(super) async fn new(ctx: WorkerContext, feed: Feed) -> Result<Self, IngestError> {
        let supplier = feed.supplier();
        let references = References::load(&ctx).await?;
        Ok(Self { ctx, feed, supplier, references, listed_categories: HashSet::new() })
    }

    pub(super) async fn write_records(
        &mut self,
        records: Vec<ParsedRecord>,
        counts: &mut FeedProgress,
        rejects: &mut RejectReport,
    ) -> Result<(), IngestError> {
        for group in split_into_groups(records) {
            match self.write_group(&group, counts, rejects).await {
                // One of them conflicts with another title: each gets its own transaction.
                Err(IngestError::Store(StoreError::Conflict(_))) => {
                    for parsed in group {
                        self.write_single(parsed, counts, rejects).await?;
                    }
                }
                done => done?,
            }
        }
        Ok(())
    }

    async fn write_single(
        &mut self,
        parsed: ParsedRecord,
        counts: &mut FeedProgress,
        rejects: &mut RejectReport,
    ) -> Result<(), IngestError> {
        let position = parsed.position.clone();
        match self.write_group(&[parsed], counts, rejects).await {
            Err(IngestError::Store(error)) if error.conflicts_with("titles_product_identifier") => {
                counts.rejected += 1;
                rejects.report_rejected(&position, "another title has its productIdentifier")
            }
            done => done,
        }
    }

    /// Writes records that are about different titles.
    async fn write_group(
        &mut self,
        group: &[ParsedRecord],
        counts: &mut FeedProgress,
        rejects: &mut RejectReport,
    ) -> Result<(), IngestError> {
        let references: Vec<&str> = group.iter().map(|one| one.record.reference.as_str()).collect();
        let db = self.ctx.db().clone();
        let known_records = supplier_records::find_by_references(&db, &self.supplier, &references).await?;
        let known_record = |one: &ParsedRecord| known_records.get(&one.record.reference);
        let says_news = |one: &ParsedRecord| {
            known_record(one).is_none_or(|stored| {
                stored.hash != one.hash && !(stored.hash == WITHDRAWN_BEFORE && one.hash == WITHDRAWAL_HASH)
            })
        };
        let news: Vec<(usize, &ParsedRecord)> =
            group.iter().enumerate().filter(|(_, one)| says_news(one)).collect();
        let unchanged = (group.len() - news.len()) as u64;
        if news.is_empty() {
            counts.unchanged += unchanged;
            return Ok(());
        }
        let strangers =
            news.iter().filter(|(_, one)| known_record(one).is_none() && one.record.action == Action::Full);
        let isbns: Vec<&str> =
            strangers.filter_map(|(_, one)| one.record.metadata.isbn13.as_deref()).collect();
        let books = supplier_records::list_titles_without_record(&db, &self.supplier.site, &isbns).await?;
        let book = |one: &ParsedRecord| {
            let isbn = one.record.metadata.isbn13.as_ref().filter(|_| one.record.action == Action::Full);
            isbn.and_then(|isbn| books.get(isbn)).copied()
        };
        let id = |one: &ParsedRecord| match known_record(one) {
            Some(stored) => Some(stored.title),
            // A record that this library exported comes back.
            None => self.references.find_title(&one.record.reference).or_else(|| book(one)),
        };
        let mut met = HashSet::new();
        if group.len() > 1 && !news.iter().filter_map(|(_, one)| id(one)).all(|id| met.insert(id)) {
            return Err(IngestError::Store(StoreError::Conflict("two records of one title".into())));
        }
        let now = self.ctx.now();
        let mut tx = db.begin().await?;
        let ids: Vec<TitleId> = news.iter().filter_map(|(_, one)| id(one)).collect();
        let existing = titles::get_many_for_update(&mut tx, &ids).await?;
        let existing: HashMap<TitleId, Title> = existing.into_iter().map(|title| (title.id, title)).collect();
        let mut work = PendingWork::default();
        for (at, one) in &news {
            let ours = |title: &&Title| title.site == self.supplier.site && title.owner.is_none();
            let title = id(one)
                .and_then(|id| existing.get(&id))
                .filter(|title| known_record(one).is_some() || ours(title));
            work.add_record(*at, one, title, decide(one, known_record(one), title, &self.feed, now), now);
        }
        self.commit_work(tx, &mut work, now).await?;
        counts.added += work.added.len() as u64;
        counts.updated += work.updated;
        counts.withdrawn += work.withdrawn;
        counts.unchanged += unchanged + work.passed;
        for (at, reason) in &work.refused {
            counts.rejected += 1;
            rejects.report_rejected(&group[*at].position, reason)?;
        }
        Ok(())
    }

    async fn commit_work(
        &mut self,
        mut tx: Tx,
        work: &mut PendingWork,
        now: Timestamp,
    ) -> Result<(), IngestError> {
        if !work.added.is_empty() {
            let count = u32::try_from(work.added.len()).unwrap_or(u32::MAX);
            let first = titles::next_ids(&mut tx, count).await?;
            for (n, ((title, _), (reference, hash))) in
                (first.0..).zip(work.added.iter_mut().zip(&work.added_as))
            {
                title.id = TitleId(n);
                let taken = ImportedRecord { title: title.id, hash: hash.clone() };
                work.records.push((reference.clone(), taken));
                work.events.push(history_event(title.id, HistoryAction::Submitted, now));
                if title.status == TitleStatus::Live {
                    work.events.push(history_event(title.id, HistoryAction::Published, now));
                }
            }
            titles::insert_many(&mut tx, &work.added).await?;
        }
        if !work.changed.is_empty() {
            titles::update_many(&mut tx, &work.changed).await?;
            let held: Vec<(TitleId, Option<&str>)> =
                work.changed.iter().filter_map(product_identifier).collect();
            titles::hold_product_identifiers(&mut tx, &held).await?;
        }
        supplier_records::upsert_many(&mut tx, &self.supplier, &work.records).await?;
        let fresh = self.new_categories(work);
        let (own, headings) = subjects::to_list(&fresh);
        categories::upsert_many(&mut tx, &own).await?;
        bisac::upsert_many(&mut tx, &headings).await?;
        history::append_many(&mut tx, &work.events).await?;
        tx.commit().await?;
        self.listed_categories.extend(fresh);
        Ok(())
    }

    /// Categories that this run has not written yet, each once.
    fn new_categories(&self, work: &PendingWork) -> Vec<Category> {
        let titles = work.added.iter().map(|(title, _)| title).chain(&work.changed);
        let mut fresh: Vec<Category> = titles
            .flat_map(|title| &title.metadata.categories)
            .filter(|category| !self.listed_categories.contains(*category))
            .cloned()
            .collect();
        fresh.sort();
        // A heading has one description: the first of several.
        fresh.dedup_by(|a, b| a == b || a.code.is_some() && a.code == b.code);
        let mut codes = HashSet::new();
        fresh.retain(|category| category.code.clone().is_none_or(|code| codes.insert(code)));
        fresh
    }
}

impl PendingWork {
    fn add_record(
        &mut self,
        at: usize,
        parsed: &ParsedRecord,
        existing: Option<&Title>,
        decision: FeedDecision,
        now: Timestamp,
    ) {
        let reference = parsed.record.reference.clone();
        let hash = parsed.hash.clone();
        match decision {
            FeedDecision::Add(title) => {
                self.added.push((*title, None));
                self.added_as.push((reference, hash));
            }
            FeedDecision::Change(title, action) => {
                match parsed.record.action {
                    Action::Withdraw => self.withdrawn += 1,
                    _ => self.updated += 1,
                }
                self.events.push(history_event(title.id, action, now));
                self.records.push((reference, ImportedRecord { title: title.id, hash }));
                debug_assert!(existing.is_some(), "only an existing title can change");
                self.changed.push(*title);
            }
            FeedDecision::Keep(title) => {
                self.passed += 1;
                self.records.push((reference, ImportedRecord { title, hash: WITHDRAWN_BEFORE.to_owned() }));
            }
            FeedDecision::Same(title) => {
                self.passed += 1;
                self.records.push((reference, ImportedRecord { title, hash }));
            }
            FeedDecision::Pass => self.passed += 1,
            FeedDecision::Refuse(reason) => self.refused.push((at, reason)),
        }
    }
}

/// The product identifier that a title has from now on, if any.
fn product_identifier(title: &Title) -> Option<(TitleId, Option<&str>)> {
    title.metadata.product_identifier.as_deref().map(|identifier| (title.id, Some(identifier)))
}

/// Splits records into bounded groups without duplicate references or ISBNs, so that later records see the
/// result of earlier ones.
fn split_into_groups(records: Vec<ParsedRecord>) -> Vec<Vec<ParsedRecord>> {
    let (mut all, mut group): (Vec<Vec<ParsedRecord>>, Vec<ParsedRecord>) = (Vec::new(), Vec::new());
    let mut seen: HashSet<String> = HashSet::new();
    for one in records {
        let keys = [Some(format!("r{}", one.record.reference)), one.record.metadata.isbn13.clone()];
        if group.len() == RECORDS_PER_TRANSACTION || keys.iter().flatten().any(|key| seen.contains(key)) {
            all.push(std::mem::take(&mut group));
            seen.clear();
        }
        seen.extend(keys.into_iter().flatten());
        group.push(one);
    }
    if !group.is_empty() {
        all.push(group);
    }
    all
}
