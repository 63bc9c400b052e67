use domain::DisabilityType;
use domain::dates::{format_date, format_timestamp};
use services::confirmations::ConfirmationRequest;

use super::NameRecord;
use crate::http::Link;
use crate::{Api, routes};

/// A member's request to a competent authority (docs/rules/records.md#rule-31).
#[endpoint::record]
pub struct AuthorityRecord {
    /// As in the email.
    pub record_identifier: String,
    /// The member.
    pub user_account_id: String,
    /// The member's name.
    pub name: NameRecord,
    /// The member's birth date, YYYY-MM-DD.
    pub date_of_birth: Option<String>,
    /// Address that the email was sent to.
    pub email_address: String,
    /// Date of the member's request.
    pub date_requested: String,
    /// Always null: answered requests are no longer found.
    pub date_confirmed: Option<String>,
    /// Disabilities of which the member already has an active proof.
    #[schema(value_type = Vec<String>)]
    pub disabilities: Vec<DisabilityType>,
    /// self.
    pub links: Vec<Link>,
}

impl AuthorityRecord {
    pub fn new(api: &Api, key: &str, requested: &ConfirmationRequest) -> Self {
        let ConfirmationRequest { confirmation: asked, account: member, proofs } = requested;
        Self {
            record_identifier: key.to_owned(),
            user_account_id: member.id.to_string(),
            name: member.name.clone().into(),
            date_of_birth: member.date_of_birth.map(format_date),
            email_address: asked.email.clone(),
            date_requested: format_timestamp(asked.requested),
            date_confirmed: None,
            disabilities: proofs.iter().map(|proof| proof.kind).collect(),
            links: vec![Link::new("self", api.absolute_url(&routes::competent_authority(key)))],
        }
    }
}
