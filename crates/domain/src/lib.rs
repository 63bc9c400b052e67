//! The concepts of a library: titles, accounts, organizations, downloads, and the rule that decides who may
//! have what. Plain types and pure functions: no input or output, no async, no database, no HTTP.
//!
//! One noun is one file, here and on every floor above.

pub mod access;
pub mod accessibility;
pub mod account_merges;
pub mod accounts;
pub mod admission;
pub mod agreements;
pub mod artifacts;
pub mod assignments;
pub mod audit;
pub mod bookmarks;
pub mod call_notes;
pub mod capabilities;
pub mod categories;
pub mod change;
pub mod clients;
pub mod closing;
pub mod confirmations;
pub mod contributors;
pub mod conversion_reports;
pub mod copy_keys;
pub mod countries;
mod data;
pub mod dates;
pub mod devices;
pub mod documents;
pub mod downloads;
pub mod duration;
pub mod email;
pub mod enrollment_codes;
pub mod erasure;
#[cfg(any(test, feature = "testkit"))]
pub mod fixtures;
pub mod formats;
pub mod grades;
pub mod groups;
pub mod hand_overs;
pub mod highlights;
pub mod history;
pub mod ids;
pub mod isbn;
pub mod issn;
pub mod joining;
pub mod languages;
pub mod lists;
pub mod locations;
pub mod members;
pub mod normalization;
pub mod offering;
pub mod onix;
pub mod organization_types;
pub mod organizations;
pub mod passwords;
pub mod peers;
pub mod periodicals;
pub mod popular_lists;
pub mod preferences;
pub mod problem_reports;
pub mod progressions;
pub mod proofs;
pub mod quotas;
pub mod readers;
pub mod reading;
pub mod recommendation_profiles;
pub mod recommendations;
pub mod reference_organizations;
pub mod referrals;
pub mod removed_members;
pub mod reports;
pub mod roster_folders;
pub mod roster_holds;
pub mod roster_runs;
pub mod sessions;
pub mod settings;
pub mod sites;
pub mod sorting;
pub mod staff_decisions;
pub mod staff_emails;
pub mod students;
pub mod subdivisions;
pub mod subscription_types;
pub mod subscriptions;
pub mod synced_documents;
pub mod thema;
pub mod titles;
pub mod treaties;
pub mod user_names;
pub mod work;

// The nouns that most modules of other crates name.
pub use access::AlertCode;
pub use accounts::{Account, Role};
pub use artifacts::NarratorType;
pub use audit::{AuditSubject, AuditedAct};
pub use categories::Category;
pub use contributors::{Contributor, ContributorType};
pub use downloads::Item;
pub use formats::Format;
pub use ids::{
    AccountId, AgreementId, ClientId, CopyBatchId, DeviceId, DownloadId, EditionId, OrganizationId,
    RosterRunId, SeriesId, SiteId, SubscriptionId, TitleId,
};
pub use organizations::Organization;
pub use peers::Peer;
pub use preferences::Preferences;
pub use proofs::{DisabilityType, ProofSource};
pub use readers::Reader;
pub use settings::CopySettings;
pub use sites::{MAIN_SITE, Site};
pub use subscriptions::Subscription;
pub use titles::{Title, TitleStatus, UsageRestriction};
pub use vocabulary::wire::WireEnum;
pub use vocabulary::{Language as InterfaceLanguage, wire, wire_enum};
