//! The caller's own account (docs/rules/accounts.md).

pub mod agreement;
pub mod create;
pub(crate) mod form;
pub mod get;
pub mod history;
pub mod individual_profile;
pub mod preferences;
pub mod proof_of_disability;
pub mod proof_of_disability_request;
pub mod put;
pub mod recommendation_profile;
pub mod student_profile;
pub mod subscription;
