//! Users' documents: conversion of uploads, and removal (docs/rules/documents.md#rule-3).

use domain::documents::mark_pending;
use domain::{AccountId, TitleId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::documents::{self, RemovedDocument};
use store::jobs::{self, Lane, NewJob};
use store::{Tx, titles};

use crate::Job;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConvertDocument {
    pub title: TitleId,
}

/// Enqueues the conversion of a document, in the transaction that adds it.
pub async fn enqueue(tx: &mut Tx, title: TitleId, owner: &AccountId, now: Timestamp) -> store::Result<()> {
    let job = ConvertDocument { title };
    let unique = documents::job_key(title);
    let new = NewJob { unique_key: Some(&unique), account: Some(owner), ..job.to_new_job(now) };
    jobs::enqueue(tx, new, now).await.map(drop)
}

impl ConvertDocument {
    /// Makes the failed documents pending again, because the jobs are retried.
    pub(crate) async fn revert_failures(jobs: &[Self], tx: &mut Tx, now: Timestamp) -> store::Result<()> {
        let ids: Vec<TitleId> = jobs.iter().map(|job| job.title).collect();
        let mut titles = titles::get_many_for_update(tx, &ids).await?;
        titles::lock_many(tx, &ids).await?;
        let restarted = documents::restart_many(&mut *tx, &ids, now).await?;
        titles.retain(|title| restarted.contains(&title.id));
        for title in &mut titles {
            mark_pending(title, now);
        }
        titles::update_many(tx, &titles).await
    }
}

impl Job for ConvertDocument {
    const KIND: &'static str = "convert_document";
    const LANE: Lane = Lane::Documents;
    const ATTEMPTS: u32 = 3;
}

/// Deletes the files of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoveDocument {
    /// The uploaded file; all other keys are derived from it.
    pub file: String,
    /// The copies made for the owner.
    pub packages: Vec<String>,
}

/// Enqueues the deletion of a document's files, in the transaction that removes the document.
pub async fn enqueue_removal(
    tx: &mut Tx,
    removed: RemovedDocument,
    owner: &AccountId,
    now: Timestamp,
) -> store::Result<()> {
    let job = RemoveDocument { file: removed.file, packages: removed.packages };
    jobs::enqueue(tx, NewJob { account: Some(owner), ..job.to_new_job(now) }, now).await.map(drop)
}

impl Job for RemoveDocument {
    const KIND: &'static str = "remove_document";
    const LANE: Lane = Lane::Catalog;
}

/// Removes all documents of an account, each with its files, in a transaction of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoveDocuments {
    pub account: AccountId,
}

/// Enqueues the removal of all documents of an account, in the transaction that closes it.
pub async fn enqueue_removal_of_all(tx: &mut Tx, account: &AccountId, now: Timestamp) -> store::Result<()> {
    let job = RemoveDocuments { account: account.clone() };
    jobs::enqueue(tx, NewJob { account: Some(account), ..job.to_new_job(now) }, now).await.map(drop)
}

impl Job for RemoveDocuments {
    const KIND: &'static str = "remove_documents";
    const LANE: Lane = Lane::Catalog;
}
