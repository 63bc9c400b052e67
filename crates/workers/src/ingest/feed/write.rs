//! Writes records: a batch is looked up with one statement per question, and written in one transaction.

use std::collections::{HashMap, HashSet};

use domain::categories::Category;
use domain::history::{HistoryAction, HistoryEvent};
use domain::ids::TitleId;
use domain::titles::{Title, TitleStatus};
use holdings::subjects;
use jiff::Timestamp;
use metadata::Action;
use store::supplier_records::{self, ImportedRecord, RecordSupplier};
use store::{StoreError, Tx, bisac, categories, history, titles};

use super::super::IngestError;
use super::batch::{Parsed, WITHDRAWN, WITHDRAWN_BEFORE};
use super::decide::{Decision, decide, event};
use super::rejects::Rejects;
use super::{Counts, Feed};
use crate::context::Context;
use crate::references::References;

/// Records per transaction: on SQLite, other writers wait for it.
const TOGETHER: usize = 100;

/// Writes batches.
pub(super) struct Writer {
    ctx: Context,
    feed: Feed,
    supplier: RecordSupplier,
    references: References,
    /// Categories that the library's lists already contain.
    listed: HashSet<Category>,
}

/// Writes of one transaction.
#[derive(Default)]
struct Work {
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

impl Writer {
    pub(super) async fn new(ctx: Context, feed: Feed) -> Result<Self, IngestError> {
        let supplier = feed.supplier();
        let references = References::load(&ctx).await?;
        Ok(Self { ctx, feed, supplier, references, listed: HashSet::new() })
    }

    /// Writes records in order.
    pub(super) async fn write(
        &mut self,
        records: Vec<Parsed>,
        counts: &mut Counts,
        rejects: &mut Rejects,
    ) -> Result<(), IngestError> {
        for group in groups(records) {
            match self.group(&group, counts, rejects).await {
                // One of them conflicts with another title: each gets its own transaction.
                Err(IngestError::Store(StoreError::Conflict(_))) => {
                    for parsed in group {
                        self.alone(parsed, counts, rejects).await?;
                    }
                }
                done => done?,
            }
        }
        Ok(())
    }

    async fn alone(
        &mut self,
        parsed: Parsed,
        counts: &mut Counts,
        rejects: &mut Rejects,
    ) -> Result<(), IngestError> {
        let place = parsed.place.clone();
        match self.group(&[parsed], counts, rejects).await {
            Err(IngestError::Store(error)) if error.conflicts_with("titles_product_identifier") => {
                counts.rejected += 1;
                rejects.rejected(&place, "another title has its productIdentifier")
            }
            done => done,
        }
    }

    /// Writes records that are about different titles.
    async fn group(
        &mut self,
        group: &[Parsed],
        counts: &mut Counts,
        rejects: &mut Rejects,
    ) -> Result<(), IngestError> {
        let references: Vec<&str> = group.iter().map(|one| one.record.reference.as_str()).collect();
        let db = self.ctx.db().clone();
        let taken = supplier_records::by_references(&db, &self.supplier, &references).await?;
        let of = |one: &Parsed| taken.get(&one.record.reference);
        let says_news = |one: &Parsed| {
            of(one).is_none_or(|taken| {
                taken.hash != one.hash && !(taken.hash == WITHDRAWN_BEFORE && one.hash == WITHDRAWN)
            })
        };
        let news: Vec<(usize, &Parsed)> =
            group.iter().enumerate().filter(|(_, one)| says_news(one)).collect();
        let unchanged = (group.len() - news.len()) as u64;
        if news.is_empty() {
            counts.unchanged += unchanged;
            return Ok(());
        }
        let strangers = news.iter().filter(|(_, one)| of(one).is_none() && one.record.action == Action::Full);
        let isbns: Vec<&str> =
            strangers.filter_map(|(_, one)| one.record.metadata.isbn13.as_deref()).collect();
        let books = supplier_records::titles_without_record(&db, &self.supplier.site, &isbns).await?;
        let book = |one: &Parsed| {
            let isbn = one.record.metadata.isbn13.as_ref().filter(|_| one.record.action == Action::Full);
            isbn.and_then(|isbn| books.get(isbn)).copied()
        };
        let id = |one: &Parsed| match of(one) {
            Some(taken) => Some(taken.title),
            // A record that this library exported comes back.
            None => self.references.title(&one.record.reference).or_else(|| book(one)),
        };
        let mut met = HashSet::new();
        if group.len() > 1 && !news.iter().filter_map(|(_, one)| id(one)).all(|id| met.insert(id)) {
            return Err(IngestError::Store(StoreError::Conflict("two records of one title".into())));
        }
        let now = self.ctx.now();
        let mut tx = db.begin().await?;
        let ids: Vec<TitleId> = news.iter().filter_map(|(_, one)| id(one)).collect();
        let there = titles::get_many_for_update(&mut tx, &ids).await?;
        let there: HashMap<TitleId, Title> = there.into_iter().map(|title| (title.id, title)).collect();
        let mut work = Work::default();
        for (at, one) in &news {
            let ours = |title: &&Title| title.site == self.supplier.site && title.owner.is_none();
            let title =
                id(one).and_then(|id| there.get(&id)).filter(|title| of(one).is_some() || ours(title));
            work.take(*at, one, title, decide(one, of(one), title, &self.feed, now), now);
        }
        self.commit(tx, &mut work, now).await?;
        counts.added += work.added.len() as u64;
        counts.updated += work.updated;
        counts.withdrawn += work.withdrawn;
        counts.unchanged += unchanged + work.passed;
        for (at, reason) in &work.refused {
            counts.rejected += 1;
            rejects.rejected(&group[*at].place, reason)?;
        }
        Ok(())
    }

    async fn commit(&mut self, mut tx: Tx, work: &mut Work, now: Timestamp) -> Result<(), IngestError> {
        if !work.added.is_empty() {
            let count = u32::try_from(work.added.len()).unwrap_or(u32::MAX);
            let first = titles::next_ids(&mut tx, count).await?;
            for (n, ((title, _), (reference, hash))) in
                (first.0..).zip(work.added.iter_mut().zip(&work.added_as))
            {
                title.id = TitleId(n);
                let taken = ImportedRecord { title: title.id, hash: hash.clone() };
                work.records.push((reference.clone(), taken));
                work.events.push(event(title.id, HistoryAction::Submitted, now));
                if title.status == TitleStatus::Live {
                    work.events.push(event(title.id, HistoryAction::Published, now));
                }
            }
            titles::insert_many(&mut tx, &work.added).await?;
        }
        if !work.changed.is_empty() {
            titles::update_many(&mut tx, &work.changed).await?;
            let held: Vec<(TitleId, Option<&str>)> = work.changed.iter().filter_map(holds).collect();
            titles::hold_product_identifiers(&mut tx, &held).await?;
        }
        supplier_records::upsert_many(&mut tx, &self.supplier, &work.records).await?;
        let fresh = self.unlisted(work);
        let (own, headings) = subjects::to_list(&fresh);
        categories::upsert_many(&mut tx, &own).await?;
        bisac::upsert_many(&mut tx, &headings).await?;
        history::append_many(&mut tx, &work.events).await?;
        tx.commit().await?;
        self.listed.extend(fresh);
        Ok(())
    }

    /// Categories that this run has not written yet, each once.
    fn unlisted(&self, work: &Work) -> Vec<Category> {
        let titles = work.added.iter().map(|(title, _)| title).chain(&work.changed);
        let mut fresh: Vec<Category> = titles
            .flat_map(|title| &title.metadata.categories)
            .filter(|category| !self.listed.contains(*category))
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

impl Work {
    fn take(&mut self, at: usize, one: &Parsed, there: Option<&Title>, decision: Decision, now: Timestamp) {
        let (reference, hash) = (one.record.reference.clone(), one.hash.clone());
        match decision {
            Decision::Add(title) => {
                self.added.push((*title, None));
                self.added_as.push((reference, hash));
            }
            Decision::Change(title, action) => {
                match one.record.action {
                    Action::Withdraw => self.withdrawn += 1,
                    _ => self.updated += 1,
                }
                self.events.push(event(title.id, action, now));
                self.records.push((reference, ImportedRecord { title: title.id, hash }));
                debug_assert!(there.is_some(), "only an existing title can change");
                self.changed.push(*title);
            }
            Decision::Keep(title) => {
                self.passed += 1;
                self.records.push((reference, ImportedRecord { title, hash: WITHDRAWN_BEFORE.to_owned() }));
            }
            Decision::Same(title) => {
                self.passed += 1;
                self.records.push((reference, ImportedRecord { title, hash }));
            }
            Decision::Pass => self.passed += 1,
            Decision::Refuse(reason) => self.refused.push((at, reason)),
        }
    }
}

/// The product identifier that a title has from now on, if any.
fn holds(title: &Title) -> Option<(TitleId, Option<&str>)> {
    title.metadata.product_identifier.as_deref().map(|identifier| (title.id, Some(identifier)))
}

/// Splits records into bounded groups without duplicate references or ISBNs, so that later records see the
/// result of earlier ones.
fn groups(records: Vec<Parsed>) -> Vec<Vec<Parsed>> {
    let (mut all, mut group): (Vec<Vec<Parsed>>, Vec<Parsed>) = (Vec::new(), Vec::new());
    let mut seen: HashSet<String> = HashSet::new();
    for one in records {
        let keys = [Some(format!("r{}", one.record.reference)), one.record.metadata.isbn13.clone()];
        if group.len() == TOGETHER || keys.iter().flatten().any(|key| seen.contains(key)) {
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
