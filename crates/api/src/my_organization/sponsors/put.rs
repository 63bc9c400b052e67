//! PUT /v2/myOrganization/sponsors/{userIdentifier} (docs/rules/organizations.md#rule-7).

use axum::extract::State;
use services::organizations::sponsors::{self, SponsorChange};

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::{Change, Params, Replace};
use crate::http::path::Segments;
use crate::http::roles::{AdminKey, InRole, Sponsor};
use crate::http::values::{Email, Language, ShortText};
use crate::params;
use crate::records::SponsorSummary;
use crate::state::Api;

params! {
    /// Details of a sponsor: omitted parameters keep their value.
    pub struct SponsorForm {
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
#[utoipa::path(
    put, path = "/v2/myOrganization/sponsors/{userIdentifier}", tag = "My organization",
    operation_id = "put_my_sponsor",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    request_body(content = SponsorForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Sponsors, with keys that have the privilege sponsorAdmin"))),
    responses(
        (status = 200, description = "The sponsor", body = SponsorSummary),
        (status = 400, description = "INVALID_PARAMETER, INVALID_EMAIL, INVALID_LANGUAGE", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED, NOT_SPONSOR, NOT_MANAGEABLE; NOT_PRIMARY_CONTACT: another \
            email address of the primary contact", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND", body = ErrorBody),
        (status = 409, description = "USER_EXISTS: the email address is taken", body = ErrorBody),
    )
)]
pub async fn put_my_sponsor(
    State(api): State<Api>,
    InRole(op, _): InRole<AdminKey<Sponsor>>,
    Segments(name): Segments<String>,
    Params(form): Params<SponsorForm>,
) -> Result<Json<SponsorSummary>> {
    let shown = sponsors::change(&op, &name, form.into_change()).await?;
    Ok(Json(SponsorSummary::from_sponsor(&api, shown)))
}

impl SponsorForm {
    fn into_change(self) -> SponsorChange {
        SponsorChange {
            first_name: self.first_name.0.map(|text| text.0),
            last_name: self.last_name.0.map(|text| text.0),
            phone_number: self.phone_number.0.map(|text| text.0),
            email_address: self.email_address.0.map(|email| email.0),
            title: self.title.0.map(|text| text.0),
            language: self.language.map(|language| language.0),
        }
    }
}
