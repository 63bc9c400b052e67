//! The kinds of jobs, for what is complete only with all of them: runners, names in words, and which of them
//! may be canceled.

use crate::Job as _;
use crate::add_formats::AddFormats;
use crate::apply_periodical_update::ApplyPeriodicalUpdate;
use crate::apply_title_update::ApplyTitleUpdate;
use crate::convert_title::ConvertTitle;
use crate::documents::{ConvertDocument, RemoveDocument, RemoveDocuments};
use crate::emails::SendEmail;
use crate::erase_organization::EraseOrganization;
use crate::expire_packages::ExpirePackages;
use crate::export_catalog::ExportCatalog;
use crate::ingest_uploads::IngestUploads;
use crate::package::{PackageAudio, PackageDownload};
use crate::purge::{Purge, Sweep};
use crate::readership::CountReadership;
use crate::rehearse_restore::RehearseRestore;
use crate::retry::INGEST_KIND;
use crate::rewrite_database::RewriteDatabase;
use crate::take_backup::TakeBackup;
use crate::take_rosters::TakeRosters;
use crate::trim_artifacts::TrimArtifacts;

pub const JOB_KINDS: [&str; 23] = [
    PackageDownload::KIND,
    PackageAudio::KIND,
    ApplyTitleUpdate::KIND,
    ConvertTitle::KIND,
    ApplyPeriodicalUpdate::KIND,
    ConvertDocument::KIND,
    RemoveDocument::KIND,
    RemoveDocuments::KIND,
    EraseOrganization::KIND,
    RewriteDatabase::KIND,
    ExpirePackages::KIND,
    Purge::KIND,
    Sweep::KIND,
    CountReadership::KIND,
    SendEmail::KIND,
    TakeRosters::KIND,
    TrimArtifacts::KIND,
    AddFormats::KIND,
    IngestUploads::KIND,
    TakeBackup::KIND,
    RehearseRestore::KIND,
    ExportCatalog::KIND,
    INGEST_KIND,
];

/// Kinds of jobs that nobody cancels: somebody was promised that their data go, and nothing but the job would
/// delete them (docs/rules/erasure.md#rule-2). Rounds such as [`Purge`] are not among them, because the next
/// one does what a canceled one did not.
const PROMISED_KINDS: [&str; 4] =
    [RemoveDocument::KIND, RemoveDocuments::KIND, EraseOrganization::KIND, RewriteDatabase::KIND];

/// Returns true if an operator or an administrator may cancel jobs of a kind. One that fails stays as a dead
/// letter, and is retried.
pub fn can_cancel(kind: &str) -> bool {
    !PROMISED_KINDS.contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::{JOB_KINDS, can_cancel};

    #[test]
    fn erasures_and_deletions_of_documents_are_not_canceled() {
        let kept: Vec<&str> = JOB_KINDS.into_iter().filter(|kind| !can_cancel(kind)).collect();
        assert_eq!(kept, ["remove_document", "remove_documents", "erase_organization", "rewrite_database"]);
        assert!(can_cancel("a_kind_of_a_later_version"));
    }
}
