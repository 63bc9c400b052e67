//! Signed agreements (document 3, "User Signed Agreement").

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, AgreementId};
use crate::wire_enum;

wire_enum! {
    /// What is signed, as a request names it (spec 4, 3.1).
    pub enum AgreementType {
        /// The terms of use.
        TermsOfUse = "termsOfUse",
        /// The volunteer's agreement.
        Volunteer = "volunteer",
    }
}

/// One signed agreement of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// Identifier.
    pub id: AgreementId,
    /// Who is bound by it.
    pub account: AccountId,
    /// What was signed.
    pub kind: AgreementType,
    /// When.
    pub date_signed: Timestamp,
    /// When it was ended; none while it is current.
    pub date_expired: Option<Timestamp>,
    /// The name as printed beside the signature.
    pub print_name: String,
    /// Who recorded it.
    pub recorded_by: Option<AccountId>,
    /// Signed by a guardian for a minor.
    pub signed_by_legal_guardian: bool,
}
