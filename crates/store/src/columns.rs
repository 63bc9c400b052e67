//! The values that columns store: how each kind is read ([`Column`]), and how it is bound ([`Value`]).

use std::collections::BTreeSet;

use domain::account_merges::{AffiliationChange, MergedNoun};
use domain::clients::Privilege;
use domain::confirmations::{RecentRequests, ReviewRule};
use domain::conversion_reports::{Findings, Severity};
use domain::devices::Scope;
use domain::documents::{DocumentState, DocumentType};
use domain::erasure::{ErasedNoun, ErasureReason, ErasureReport, RetainedPart};
use domain::groups::GroupOrigin;
use domain::intake::{IntakeCounts, IntakeDetails, IntakeFile, IntakeOptions, IntakeState};
use domain::joining::{Applicant, OrganizationJoining};
use domain::lists::ListAccess;
use domain::locations::BookPosition;
use domain::periodicals::Edition;
use domain::popular_lists::PopularList;
use domain::problem_reports::ProblemKind;
use domain::recommendation_profiles::RecommendationProfile;
use domain::reference_organizations::ReferenceOrganization;
use domain::removed_members::RemovedMember;
use domain::roster_holds::RosterHold;
use domain::roster_runs::{KeptReason, MemberState, RosterRunKind};
use domain::settings::UnknownSettings;
use domain::site_notices::SiteNotice;
use domain::staff_decisions::{AdmissionOutcome, DeclineReason, ProofOutcome};
use domain::staff_emails::StaffEmailKind;
use domain::work::WorkKind;
use domain::{
    Account, AccountId, AgreementId, AgreementType, AudioTools, ClientId, CopyBatchId, CopySettings,
    DeviceId, DisabilityType, DownloadId, DownloadStatus, DownloadTimeframe, EditionId, Format,
    HistoryAction, Item, Organization, OrganizationId, Preferences, ProofSource, RosterRunId, Series,
    SeriesId, SessionKind, SiteId, SubscriptionId, Title, TitleId,
};
use jiff::Timestamp;

use crate::rows::{Column, ColumnReader, Row, record};
use crate::values::{parse_record, to_count, to_timestamp};
use crate::{Result, StoreError, Value};

/// Values that both databases return themselves.
macro_rules! plain_columns {
    ($($kind:ty),+ $(,)?) => {$(
        impl Column for $kind {
            type StoredForm = Self;

            fn from_stored(stored: Self) -> Result<Self> {
                Ok(stored)
            }
        }
    )+};
}

plain_columns! { bool, i64, f64, String, Vec<u8> }

/// Numbers that are stored as BIGINT.
macro_rules! count_columns {
    ($($kind:ty),+ $(,)?) => {$(
        impl Column for $kind {
            type StoredForm = i64;

            fn from_stored(stored: i64) -> Result<Self> {
                to_count(stored)
            }
        }
    )+};
}

count_columns! { u8, u32, u64, usize, i32 }

impl<C: Column> Column for Option<C> {
    type StoredForm = Option<C::StoredForm>;

    fn from_stored(stored: Self::StoredForm) -> Result<Self> {
        stored.map(C::from_stored).transpose()
    }
}

impl Column for Timestamp {
    type StoredForm = i64;

    fn from_stored(stored: i64) -> Result<Self> {
        to_timestamp(stored)
    }
}

impl From<Timestamp> for Value {
    fn from(at: Timestamp) -> Self {
        at.as_microsecond().into()
    }
}

impl From<Option<Timestamp>> for Value {
    fn from(at: Option<Timestamp>) -> Self {
        at.map(Timestamp::as_microsecond).into()
    }
}

/// Identifiers that are texts.
macro_rules! text_id_columns {
    ($($kind:ty),+ $(,)?) => {$(
        impl Column for $kind {
            type StoredForm = String;

            fn from_stored(stored: String) -> Result<Self> {
                Ok(Self(stored))
            }
        }

        impl From<&$kind> for Value {
            fn from(id: &$kind) -> Self {
                id.as_str().into()
            }
        }

        impl From<Option<&$kind>> for Value {
            fn from(id: Option<&$kind>) -> Self {
                id.map(<$kind>::as_str).into()
            }
        }

        impl From<&Option<$kind>> for Value {
            fn from(id: &Option<$kind>) -> Self {
                id.as_ref().into()
            }
        }
    )+};
}

text_id_columns! {
    AccountId,
    AgreementId,
    ClientId,
    CopyBatchId,
    DeviceId,
    EditionId,
    OrganizationId,
    RosterRunId,
    SeriesId,
    SiteId,
    SubscriptionId,
}

/// Identifiers that are numbers.
macro_rules! number_id_columns {
    ($($kind:ty),+ $(,)?) => {$(
        impl Column for $kind {
            type StoredForm = i64;

            fn from_stored(stored: i64) -> Result<Self> {
                Ok(Self(stored))
            }
        }

        impl From<$kind> for Value {
            fn from(id: $kind) -> Self {
                id.0.into()
            }
        }
    )+};
}

number_id_columns! { DownloadId, TitleId }

/// Enumerations, stored by their names on the wire.
macro_rules! enum_columns {
    ($($kind:ty),+ $(,)?) => {$(
        impl $crate::Column for $kind {
            type StoredForm = String;

            fn from_stored(stored: String) -> $crate::Result<Self> {
                $crate::parse_enum(&stored)
            }
        }

        impl From<$kind> for $crate::Value {
            fn from(value: $kind) -> Self {
                value.as_str().into()
            }
        }

        impl From<Option<$kind>> for $crate::Value {
            fn from(value: Option<$kind>) -> Self {
                value.map(<$kind>::as_str).into()
            }
        }
    )+};
}

pub(crate) use enum_columns;

enum_columns! {
    AdmissionOutcome,
    AgreementType,
    AudioTools,
    DeclineReason,
    DisabilityType,
    DocumentState,
    DocumentType,
    DownloadStatus,
    DownloadTimeframe,
    ErasedNoun,
    ErasureReason,
    Format,
    GroupOrigin,
    HistoryAction,
    IntakeState,
    ListAccess,
    MergedNoun,
    OrganizationJoining,
    ProblemKind,
    ProofOutcome,
    ProofSource,
    RetainedPart,
    ReviewRule,
    RosterRunKind,
    Scope,
    SessionKind,
    Severity,
    StaffEmailKind,
    WorkKind,
}

/// Documents and other values that are stored as JSON.
macro_rules! json_columns {
    ($($kind:ty),+ $(,)?) => {$(
        impl Column for $kind {
            type StoredForm = String;

            fn from_stored(stored: String) -> Result<Self> {
                parse_record(&stored)
            }
        }
    )+};
}

json_columns! {
    Account,
    AffiliationChange,
    Applicant,
    BTreeSet<Privilege>,
    Edition,
    ErasureReport,
    Findings,
    IntakeCounts,
    IntakeDetails,
    IntakeOptions,
    MemberState,
    Organization,
    PopularList,
    Preferences,
    RecommendationProfile,
    ReferenceOrganization,
    RemovedMember,
    RosterHold,
    Series,
    SiteNotice,
    Title,
    Vec<IntakeFile>,
    Vec<KeptReason>,
    Vec<String>,
    serde_json::Value,
}

impl Column for CopySettings {
    type StoredForm = String;

    fn from_stored(stored: String) -> Result<Self> {
        stored.parse().map_err(|error: UnknownSettings| StoreError::Corrupt(error.to_string()))
    }
}

/// The columns `title_id` and `edition_id`, exactly one of which has a value.
impl Row for Item {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        match columns.read::<(Option<TitleId>, Option<EditionId>)>()? {
            (Some(title), None) => Ok(Self::Title(title)),
            (None, Some(edition)) => Ok(Self::Edition(edition)),
            _ => Err(StoreError::Corrupt("not one of title and edition".into())),
        }
    }
}

/// The number of requests, and the time of the first one.
impl Row for RecentRequests {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        Ok(Self { count: columns.read()?, first: columns.read()? })
    }
}

record! { BookPosition { location, position, progression, total_progression } }
