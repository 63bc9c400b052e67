//! Deletes expired rows and unreferenced files.

mod retention;

use ::jobs::purge::{Purge, Sweep};
use delivery::{Key, keys};
use domain::intake::{RUN_RETENTION, UPLOAD_RETENTION};
use futures_util::TryStreamExt as _;
use jiff::{SignedDuration, Timestamp};
use store::{
    account_merges, account_undos, artifacts, audit, audit_changes, call_notes, confirmations, devices,
    enrollment_codes, intake_runs, jobs, join_requests, password_resets, roster_imports, roster_runs,
    sent_forms, sessions, throttle, tokens, work_claims,
};

use crate::referenced_files::{KeyPart, ReferencedFiles};
use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};
use retention::apply_retention;

/// Interval between runs of [`Purge`].
pub(crate) const RUN_INTERVAL: SignedDuration = SignedDuration::from_hours(1);
/// Interval between runs of [`Sweep`].
pub(crate) const SWEEP_INTERVAL: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Tokens, codes and sign-in failures are kept this long after they expire: a caller with yesterday's token
/// gets the error that it has expired.
const KEPT_AFTER_EXPIRY: SignedDuration = SignedDuration::from_hours(24);
/// Revoked devices are kept this long, so that their names are not reused soon.
const REVOKED_DEVICES: SignedDuration = SignedDuration::from_hours(90 * 24);
/// Finished jobs are kept this long for operators, and so are the files of exports.
const DONE_JOB_RETENTION: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Packages live for a day, those of single files for two, their last delivery address for an hour more, the
/// last download for another: older ones were left by a worker that was killed before its record named the
/// file.
const MAX_PACKAGE_AGE: SignedDuration = SignedDuration::from_hours(51);
/// A younger file may belong to a title that is being written.
const MIN_ORPHAN_AGE: SignedDuration = SignedDuration::from_hours(24);
/// Files whose records are removed together.
const FILES_PER_STATEMENT: usize = 500;

impl Runner for Purge {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        let (db, now) = (ctx.db(), ctx.now());
        let tokens = tokens::purge(db, now - KEPT_AFTER_EXPIRY).await?;
        let throttle = throttle::purge(db, now - KEPT_AFTER_EXPIRY).await?;
        let keys = password_resets::purge(db, now - KEPT_AFTER_EXPIRY).await?;
        let codes = enrollment_codes::purge(db, now - KEPT_AFTER_EXPIRY).await?;
        let undos = account_undos::purge(db, now).await?;
        let joining = join_requests::purge(db, now).await?;
        let rosters = roster_imports::purge(db, now).await?;
        let runs = roster_runs::purge(db, now).await?;
        let intakes = intake_runs::purge(db, now).await?;
        let sessions = sessions::purge(db, now).await?;
        let devices = devices::purge(db, now - REVOKED_DEVICES).await?;
        let confirmations = confirmations::purge(db, now).await?;
        let claims = work_claims::purge(db, now).await?;
        let notes = call_notes::purge(db, now).await?;
        let forms = sent_forms::purge(db, now).await?;
        let merges = account_merges::purge(db, now).await?;
        let audit = audit::purge(db, now - ctx.audit_retention).await?;
        let placed = audit::fill_in_sites(db).await?;
        let changes = audit_changes::purge(db, now - ctx.audit_retention).await?;
        let jobs = jobs::purge_done(db, now - DONE_JOB_RETENTION).await?;
        let retention = apply_retention(ctx).await?;
        let files = ctx.delivery().files();
        let packages = delete_older(ctx, keys::PACKAGES, now - MAX_PACKAGE_AGE).await?;
        let resources = delete_older(ctx, keys::RESOURCES, now - MAX_PACKAGE_AGE).await?;
        let uploads = delete_older(ctx, keys::INTAKE, now - UPLOAD_RETENTION).await?;
        let reports = delete_older(ctx, keys::INTAKE_REPORTS, now - RUN_RETENTION).await?;
        let exports = delete_older(ctx, keys::EXPORTS, now - DONE_JOB_RETENTION).await?;
        let unfinished = files.clean_unfinished(now - MIN_ORPHAN_AGE).await?;
        tracing::info!(
            tokens,
            throttle,
            sessions,
            devices,
            notes,
            forms,
            merges,
            audit,
            placed,
            changes,
            keys,
            codes,
            undos,
            joining,
            rosters,
            runs,
            confirmations,
            claims,
            leavers = retention.leavers,
            remains = retention.remains,
            late = retention.late,
            history = retention.history,
            erasures = retention.notes,
            jobs,
            packages,
            resources,
            intakes,
            uploads,
            reports,
            exports,
            unfinished,
            "purged"
        );
        Ok(JobOutcome::Finished)
    }
}

async fn delete_older(ctx: &WorkerContext, folder: &str, before: Timestamp) -> Result<usize, JobError> {
    let files = ctx.delivery().files();
    let mut listed = files.list(folder);
    let mut deleted = 0;
    while let Some(file) = listed.try_next().await? {
        if file.meta.modified < before {
            files.delete(&file.key).await?;
            deleted += 1;
        }
    }
    Ok(deleted)
}

impl Runner for Sweep {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        let titles = store::titles::count(ctx.db()).await?;
        let (deleted, kept) = sweep(ctx, KeyPart::all_parts(titles)).await?;
        tracing::info!(deleted, kept, "unreferenced files deleted");
        Ok(JobOutcome::Finished)
    }
}

/// Returns how many files were deleted, and how many the database names.
async fn sweep(
    ctx: &WorkerContext,
    parts: impl Iterator<Item = KeyPart>,
) -> Result<(usize, usize), JobError> {
    let before = ctx.now() - MIN_ORPHAN_AGE;
    let files = ctx.delivery().files();
    let (mut deleted, mut kept) = (0, 0);
    for part in parts {
        // Files first, titles second: a file listed here and named by no title read later is an orphan,
        // because files are written before the title that names them.
        let mut old = Vec::new();
        for folder in keys::LASTING_FOLDERS {
            let mut listed = files.list(folder);
            while let Some(file) = listed.try_next().await? {
                if file.meta.modified < before && part.contains(&file.key) {
                    old.push(file.key);
                }
            }
        }
        let referenced = ReferencedFiles::read_part(ctx.db(), part).await?;
        kept += referenced.original_keys.len();
        old.retain(|key| !referenced.contains(key));
        for batch in old.chunks(FILES_PER_STATEMENT) {
            // Before the files: the record of a file that turns out to be young is written again at its next
            // use.
            let gone: Vec<_> =
                batch.iter().filter(|key| key.top_folder() == keys::ARTIFACTS).map(Key::as_str).collect();
            artifacts::remove_many(ctx.db(), &gone).await?;
            for key in batch {
                // Checked again: an ingest of the same book writes its files again, which makes them young.
                let meta = files.head(key).await?;
                if meta.is_some_and(|meta| meta.modified < before) {
                    files.delete(key).await?;
                    deleted += 1;
                }
            }
        }
    }
    Ok((deleted, kept))
}

#[cfg(test)]
mod tests;
