//! The kinds of jobs, for what is complete only with all of them: runners, and names in words.

use crate::Job as _;
use crate::add_formats::AddFormats;
use crate::apply_periodical_update::ApplyPeriodicalUpdate;
use crate::apply_title_update::ApplyTitleUpdate;
use crate::convert_title::ConvertTitle;
use crate::documents::{ConvertDocument, RemoveDocument, RemoveDocuments};
use crate::emails::SendEmail;
use crate::erase_organization::EraseOrganization;
use crate::expire_packages::ExpirePackages;
use crate::ingest_uploads::IngestUploads;
use crate::package::{PackageAudio, PackageDownload};
use crate::purge::{Purge, Sweep};
use crate::readership::CountReadership;
use crate::retry::INGEST_KIND;
use crate::rewrite_database::RewriteDatabase;
use crate::take_rosters::TakeRosters;
use crate::trim_artifacts::TrimArtifacts;

/// Every kind of job.
pub const JOB_KINDS: [&str; 20] = [
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
    INGEST_KIND,
];
