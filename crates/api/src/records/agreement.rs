use domain::{AgreementType, Role};
use services::agreements::SignedAgreement;

use super::format_timestamp;
use crate::http::Link;
use crate::{Api, routes};

/// A signed agreement (docs/rules/records.md#rule-29).
#[endpoint::record]
pub struct AgreementRecord {
    /// Identifier.
    pub agreement_id: String,
    /// individual, sponsor or volunteer.
    pub agreement_type: &'static str,
    /// When it was signed.
    pub date_signed: String,
    /// When it was ended; null while it is current.
    pub date_expired: Option<String>,
    /// The name as printed next to the signature.
    pub print_name: String,
    /// User name of the person bound by it.
    pub username: String,
    /// User name of the person who recorded it.
    pub recording_user: Option<String>,
    /// Signed by a guardian for a minor.
    pub signed_by_legal_guardian: bool,
    /// self.
    pub links: Vec<Link>,
}

impl AgreementRecord {
    pub fn new(api: &Api, signed: SignedAgreement) -> Self {
        let SignedAgreement { agreement, owner, recorder } = signed;
        let address = api.absolute_url(&routes::agreement_path(&owner.id, &agreement.id));
        // The terms of use of a sponsor are those of the organization (docs/rules/memberships.md#rule-5).
        let agreement_type = match agreement.kind {
            AgreementType::Volunteer => "volunteer",
            AgreementType::TermsOfUse if owner.has_role(Role::OrganizationSponsor) => "sponsor",
            AgreementType::TermsOfUse => "individual",
        };
        Self {
            agreement_id: agreement.id.to_string(),
            agreement_type,
            date_signed: format_timestamp(agreement.date_signed),
            date_expired: agreement.date_expired.map(format_timestamp),
            print_name: agreement.print_name,
            username: owner.sign_in_name().to_owned(),
            recording_user: recorder.map(|account| account.sign_in_name().to_owned()),
            signed_by_legal_guardian: agreement.signed_by_legal_guardian,
            links: vec![Link::new("self", address)],
        }
    }
}
