//! Erasing the people of an organization (docs/rules/erasure.md#rule-5).

use domain::{AccountId, OrganizationId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::Tx;
use store::jobs::{self, Lane, NewJob};

use crate::Job;

/// Erases each person of an organization in a transaction, and then the rest of the organization.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EraseOrganization {
    pub erasure: i64,
    pub organization: OrganizationId,
}

/// Enqueues the erasure, in the transaction that records it.
pub async fn enqueue(
    tx: &mut Tx,
    job: &EraseOrganization,
    account: Option<&AccountId>,
    now: Timestamp,
) -> store::Result<()> {
    let unique = format!("erase/{}", job.organization);
    let new = NewJob { unique_key: Some(&unique), account, ..job.to_new_job(now) };
    jobs::enqueue(tx, new, now).await.map(drop)
}

impl Job for EraseOrganization {
    const KIND: &'static str = "erase_organization";
    const LANE: Lane = Lane::Scans;
}
