//! PUT /v2/myOrganization/sponsors/{userIdentifier} (docs/rules/organizations.md#rule-7).

use services::organizations::sponsors::{self, SponsorChange};

use crate::http::{
    AdminKey, Change, Email, InRole, Json, Language, Params, Replace, Result, Segments, ShortText, Sponsor,
};
use crate::params;
use crate::records::SponsorSummary;

params! {
    /// Details of a sponsor: omitted parameters keep their value.
    pub struct SponsorForm into SponsorChange {
        /// Given name.
        first_name: Replace<ShortText>,
        /// Family name.
        last_name: Replace<ShortText>,
        /// Telephone number.
        phone_number: Replace<ShortText>,
        /// Email address, also the user name.
        email_address: Replace<Email>,
        /// Position, for example `Teacher`.
        title: Replace<ShortText>,
        /// ISO 639-2 alpha-3.
        language: Change<Language>,
    }
}

/// Change a sponsor
///
/// Only the person can change the name and email address of an account that has further roles, and the email
/// address of the primary contact, who signs in with it.
#[endpoint::put(
    "/v2/myOrganization/sponsors/{userIdentifier}", returns "The sponsor",
    errors(
        NotManageable, NotPrimaryContact: "another email address of the primary contact", UserNotFound,
        UserExists: "the email address is taken",
    ),
)]
pub async fn put_my_sponsor(
    InRole { api, op, .. }: InRole<AdminKey<Sponsor>>,
    Segments(name): Segments<String>,
    Params(form): Params<SponsorForm>,
) -> Result<Json<SponsorSummary>> {
    let shown = sponsors::change(&op, &name, form.into_request()).await?;
    Ok(Json(SponsorSummary::from_sponsor(&api, shown)))
}
