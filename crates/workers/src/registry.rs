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
use jobs::export_catalog::ExportCatalog;
use jobs::ingest_uploads::IngestUploads;
use jobs::package::{PackageAudio, PackageDownload};
use jobs::purge::{Purge, Sweep};
use jobs::readership::CountReadership;
use jobs::rehearse_restore::RehearseRestore;
use jobs::rewrite_database::RewriteDatabase;
use jobs::take_backup::TakeBackup;
use jobs::take_rosters::TakeRosters;
use jobs::trim_artifacts::TrimArtifacts;
use serde_json::Value;
use store::Tx;
use store::jobs::Lane;

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

type Running<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

#[derive(Clone, Copy)]
pub(crate) struct JobKind {
    pub(crate) name: &'static str,
    pub(crate) lane: Lane,
    pub(crate) occupies_slot: bool,
    pub(crate) run: for<'a> fn(&'a WorkerContext, &'a Run) -> Running<'a, Result<JobOutcome, JobError>>,
    pub(crate) give_up:
        for<'a> fn(&'a Value, &'a mut Tx, &'a str, Timestamp) -> Running<'a, store::Result<()>>,
}

impl JobKind {
    pub(crate) const fn for_runner<J: Runner>() -> Self {
        Self {
            name: J::KIND,
            lane: J::LANE,
            occupies_slot: J::OCCUPIES_SLOT,
            run: |ctx, run| {
                Box::pin(async move {
                    let job: J =
                        serde_json::from_value(run.job.payload.clone()).map_err(JobError::permanent)?;
                    job.run(ctx, run).await
                })
            },
            give_up: |payload, tx, reason, now| {
                Box::pin(async move {
                    // An unreadable record does not tell whom to notify.
                    match serde_json::from_value::<J>(payload.clone()) {
                        Ok(job) => job.give_up(tx, reason, now).await,
                        Err(_) => Ok(()),
                    }
                })
            },
        }
    }
}

pub(crate) const KINDS: &[JobKind] = &[
    JobKind::for_runner::<PackageDownload>(),
    JobKind::for_runner::<PackageAudio>(),
    JobKind::for_runner::<ApplyTitleUpdate>(),
    JobKind::for_runner::<ConvertTitle>(),
    JobKind::for_runner::<ApplyPeriodicalUpdate>(),
    JobKind::for_runner::<ConvertDocument>(),
    JobKind::for_runner::<RemoveDocument>(),
    JobKind::for_runner::<RemoveDocuments>(),
    JobKind::for_runner::<EraseOrganization>(),
    JobKind::for_runner::<RewriteDatabase>(),
    JobKind::for_runner::<ExpirePackages>(),
    JobKind::for_runner::<Purge>(),
    JobKind::for_runner::<Sweep>(),
    JobKind::for_runner::<CountReadership>(),
    JobKind::for_runner::<SendEmail>(),
    JobKind::for_runner::<TakeRosters>(),
    JobKind::for_runner::<TrimArtifacts>(),
    JobKind::for_runner::<AddFormats>(),
    JobKind::for_runner::<IngestUploads>(),
    JobKind::for_runner::<TakeBackup>(),
    JobKind::for_runner::<RehearseRestore>(),
    JobKind::for_runner::<ExportCatalog>(),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ::jobs::kinds::JOB_KINDS;
    use ::jobs::retry::INGEST_KIND;

    use super::KINDS;

    #[test]
    fn every_kind_of_job_has_a_runner_except_the_one_that_a_command_runs() {
        let runners: BTreeSet<_> = KINDS.iter().map(|kind| kind.name).chain([INGEST_KIND]).collect();
        assert_eq!(runners, BTreeSet::from(JOB_KINDS));
    }
}
