//! All kinds of jobs, by name.

use std::pin::Pin;

use jiff::Timestamp;
use jobs::add_formats::AddFormats;
use jobs::apply_periodical_update::ApplyPeriodicalUpdate;
use jobs::apply_title_update::ApplyTitleUpdate;
use jobs::convert_title::ConvertTitle;
use jobs::documents::{ConvertDocument, RemoveDocument, RemoveDocuments};
use jobs::emails::SendEmail;
use jobs::erase_organization::EraseOrganization;
use jobs::expire_packages::ExpirePackages;
use jobs::package::{PackageAudio, PackageDownload};
use jobs::purge::{Purge, Sweep};
use jobs::readership::CountReadership;
use jobs::take_rosters::TakeRosters;
use jobs::trim_artifacts::TrimArtifacts;
use serde_json::Value;
use store::Tx;
use store::jobs::Lane;

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

type Running<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Runs a kind of job from its record.
#[derive(Clone, Copy)]
pub(crate) struct JobKind {
    pub(crate) name: &'static str,
    pub(crate) lane: Lane,
    pub(crate) run: for<'a> fn(&'a WorkerContext, &'a Run) -> Running<'a, Result<JobOutcome, JobError>>,
    pub(crate) give_up:
        for<'a> fn(&'a Value, &'a mut Tx, &'a str, Timestamp) -> Running<'a, store::Result<()>>,
    pub(crate) revive: for<'a> fn(&'a Value, &'a mut Tx, Timestamp) -> Running<'a, store::Result<()>>,
}

impl JobKind {
    pub(crate) const fn of_runner<J: Runner>() -> Self {
        Self {
            name: J::KIND,
            lane: J::LANE,
            run: |ctx, run| {
                Box::pin(async move {
                    let job: J =
                        serde_json::from_value(run.job.payload.clone()).map_err(JobError::permanent)?;
                    job.run(ctx, run).await
                })
            },
            give_up: |payload, tx, reason, now| {
                Box::pin(async move {
                    // An unreadable record cannot notify anybody.
                    match serde_json::from_value::<J>(payload.clone()) {
                        Ok(job) => job.give_up(tx, reason, now).await,
                        Err(_) => Ok(()),
                    }
                })
            },
            revive: |payload, tx, now| {
                Box::pin(async move {
                    match serde_json::from_value::<J>(payload.clone()) {
                        Ok(job) => job.revert_give_up(tx, now).await,
                        Err(_) => Ok(()),
                    }
                })
            },
        }
    }
}

pub(crate) const KINDS: &[JobKind] = &[
    JobKind::of_runner::<PackageDownload>(),
    JobKind::of_runner::<PackageAudio>(),
    JobKind::of_runner::<ApplyTitleUpdate>(),
    JobKind::of_runner::<ConvertTitle>(),
    JobKind::of_runner::<ApplyPeriodicalUpdate>(),
    JobKind::of_runner::<ConvertDocument>(),
    JobKind::of_runner::<RemoveDocument>(),
    JobKind::of_runner::<RemoveDocuments>(),
    JobKind::of_runner::<EraseOrganization>(),
    JobKind::of_runner::<ExpirePackages>(),
    JobKind::of_runner::<Purge>(),
    JobKind::of_runner::<Sweep>(),
    JobKind::of_runner::<CountReadership>(),
    JobKind::of_runner::<SendEmail>(),
    JobKind::of_runner::<TakeRosters>(),
    JobKind::of_runner::<TrimArtifacts>(),
    JobKind::of_runner::<AddFormats>(),
];
