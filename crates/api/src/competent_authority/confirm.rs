//! POST /v2/competentAuthority/{recordIdentifier} (docs/rules/accounts.md#rule-9).

use domain::confirmations::Statement;
use domain::proofs::DisabilityType;
use services::confirmations;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::{AtLeastOne, Params, RequiredParam};
use crate::http::path::Segments;
use crate::http::roles::{AuthorityKey, InRole};
use crate::http::values::{Consent, Email, OneOf, ShortText};
use crate::params;
use crate::records::{StatusKey, StatusRecord};

params! {
    /// An authority's statement.
    pub struct ConfirmDisability {
        /// The confirmed disabilities.
        disability_type: AtLeastOne<OneOf<DisabilityType>>,
        /// The authority's given name.
        first_name: RequiredParam<ShortText>,
        /// The authority's family name.
        last_name: RequiredParam<ShortText>,
        /// The authority's professional title.
        title: RequiredParam<ShortText>,
        /// The address that the email went to.
        email_address: RequiredParam<Email>,
        /// Where the authority works.
        organization_name: Option<ShortText>,
        /// Telephone number.
        phone_number: Option<ShortText>,
        /// The disability is confirmed: must be true.
        confirm: RequiredParam<Consent>,
    }
}

/// Confirm a disability
///
/// The member then has an active proof of each of these disabilities, unless the site's staff review the
/// confirmation first. A request can be answered once. It is identified by the identifier in the email, or by
/// the member's user name or `userAccountId` together with the address that the email was sent to. Software
/// that names the member should prove the secret of its API key (`Authorization: Basic`): sites may review
/// what is not proven.
#[utoipa::path(
    post, path = "/v2/competentAuthority/{recordIdentifier}", tag = "Limited-client services",
    operation_id = "confirm_disability",
    params(("recordIdentifier" = String, Path, description = "The identifier in the email, or the member's")),
    request_body(content = ConfirmDisability, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Keys with the privilege competentAuthority; no token needed"))),
    responses(
        (status = 200, description = "SUCCESS", body = StatusRecord),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER; INVALID_EMAIL: also when the email went \
            to another address", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED", body = ErrorBody),
        (status = 404, description = "RECORD_NOT_FOUND: unknown, used, or older than 60 days", body = ErrorBody),
    )
)]
pub async fn confirm_disability(
    InRole(op, _): InRole<AuthorityKey>,
    Segments((identifier,)): Segments<(String,)>,
    Params(params): Params<ConfirmDisability>,
) -> Result<Json<StatusRecord>> {
    let email = params.email_address.0.0.clone();
    confirmations::confirm(&op, &identifier, &email, &params.into_statement()).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The disability is confirmed.")))
}

impl ConfirmDisability {
    fn into_statement(self) -> Statement {
        Statement {
            first_name: self.first_name.0.0,
            last_name: self.last_name.0.0,
            title: self.title.0.0,
            organization: self.organization_name.map(|text| text.0),
            phone_number: self.phone_number.map(|text| text.0),
            disabilities: self.disability_type.0.into_iter().map(|kind| kind.0).collect(),
        }
    }
}
