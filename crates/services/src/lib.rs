//! Operations of the library: a module for each noun, a function for each operation, with its rules, its
//! transaction, its jobs and its entry in the audit. Every interface calls the same functions: the JSON
//! API, the catalog for reading apps, the sync of reading positions, the pages, and the commands of
//! `openshelf admin`.
//!
//! An operation takes an [`Operation`] first: who acts, for which site, when, and with which [`Library`].
//! Then come a typed request, and for lists a [`KeyPage`] or [`PageRequest`]; it returns values of the domain
//! with the access decision for the caller, lists as [`Rows`]. Who may call it is checked by one of the
//! [`roles`], methods of [`Operation`] that return an error. Interfaces and commands build the same value.
//! Requests come from people: what an interface could not read is among the [`Faults`] that come with the
//! request, and a required field is a [`RequiredField`], so that an operation reports everything that is
//! wrong at the same time. A fault names its [`Field`], which each interface calls by its own name. An
//! [`Error`] knows its exact key. Every operation can also fail because of the database or a file; `# Errors`
//! lists the other reasons. Nothing here knows HTTP.

pub mod account_merges;
pub mod accounts;
pub mod admission;
pub mod agreements;
pub mod annotations;
pub mod assignments;
pub mod audit;
pub mod backups;
pub mod book_pages;
pub mod bookmarks;
pub mod catalog;
pub mod categories;
pub mod class_titles;
mod client_cache;
pub mod clients;
pub mod collection_desk;
pub mod confirmations;
pub mod conversion_reports;
pub mod desk;
pub mod devices;
pub mod documents;
pub mod downloads;
pub mod drive;
pub mod duplicates;
pub mod email_links;
pub mod email_queue;
pub mod enrollment;
pub mod erasure;
mod error;
pub mod exports;
mod faults;
mod fields;
pub mod files;
pub mod grants;
pub mod groups;
pub mod hand_overs;
pub mod highlights;
mod index_thread;
pub mod intake;
pub mod items;
pub mod joining;
mod keys;
mod library;
pub mod lists;
pub mod machine;
pub mod member_acts;
pub mod members;
mod notice_cache;
pub mod offers;
mod operation;
pub mod organization_types;
pub mod organizations;
pub mod partner;
pub mod periodicals;
pub mod personal;
pub mod places;
pub mod popular_lists;
pub mod preferences;
pub mod problem_reports;
pub mod progressions;
pub mod proofs;
mod queries;
pub mod queue;
pub mod reading;
mod reason;
pub mod recommendation_profiles;
pub mod recommendations;
pub mod reference_organizations;
pub mod referrals;
pub mod rehearsals;
pub mod reports;
pub mod roles;
pub mod roster_imports;
pub mod roster_runs;
pub mod roster_tags;
pub mod rosters;
mod rows;
pub mod school_year;
pub mod search_page;
pub mod serving;
pub mod sessions;
pub mod shelves;
pub mod sign_in;
pub mod site_notices;
pub mod sitemaps;
pub mod sites;
pub mod staff;
pub mod staff_emails;
pub mod start_page;
pub mod students;
pub mod subscription_types;
pub mod subscriptions;
pub mod synced_documents;
pub mod system_state;
pub mod title_acts;
pub mod title_page;
pub mod titles;
pub mod traces;
mod unrecorded_bytes;
pub mod uploads;
pub mod user_names;
pub mod values;
pub mod views;
pub mod waiting;
pub mod withdrawals;
pub mod work;

pub use client_cache::ClientCache;
pub use domain::change::Change;
pub use error::{Error, Fault, Result, TokenFault};
pub use faults::{
    Faults, RequiredField, check_birth_date, is_birth_date, missing_companion, set_country_and_state,
};
pub use fields::Field;
pub use keys::ErrorKey;
pub use library::{Library, OperationSettings, Parts};
pub use notice_cache::NoticeCache;
pub use operation::Operation;
pub use reason::{Mention, Reason, ValueList};
pub use rows::{KeyPage, ListPart, PageRequest, RowPosition, Rows};
pub use store::random_id;
pub use values::{NewPassword, ParseValue, ShortText};
pub use views::TitleView;
