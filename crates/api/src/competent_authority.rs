//! Competent authorities confirm disabilities (docs/rules/accounts.md#rule-9, docs/rules/records.md#rule-31).
//! They have no account: the holder of the emailed identifier is the authority.

use domain::DisabilityType;
use domain::confirmations::Statement;
use services::confirmations::{self, RequestAddress};

use crate::http::{
    AtLeastOne, AuthorityKey, Consent, Email, InRole, Json, OneOf, Params, RequiredParam, Result, Segments,
    ShortText,
};
use crate::records::{AuthorityRecord, StatusKey, StatusRecord};
use crate::{endpoints, params};

endpoints! {
    "Limited-client services": get_confirmation, confirm_disability;
}

/// Get a member's request to confirm a disability
#[endpoint::get(
    "/v2/competentAuthority/{recordIdentifier}", returns "The request",
    errors(RecordNotFound: "unknown, used, or older than 60 days"),
)]
pub async fn get_confirmation(
    InRole { api, op, .. }: InRole<AuthorityKey>,
    Segments((key,)): Segments<(String,)>,
) -> Result<Json<AuthorityRecord>> {
    let requested = confirmations::get(&op, &key).await?;
    Ok(Json(AuthorityRecord::new(&api, &key, &requested)))
}

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
#[endpoint::post(
    "/v2/competentAuthority/{recordIdentifier}", returns "SUCCESS",
    errors(
        InvalidEmail: "also when the email went to another address",
        RecordNotFound: "unknown, used, or older than 60 days",
    ),
)]
pub async fn confirm_disability(
    InRole { op, .. }: InRole<AuthorityKey>,
    Segments((identifier,)): Segments<(String,)>,
    Params(params): Params<ConfirmDisability>,
) -> Result<Json<StatusRecord>> {
    let email = params.email_address.0.0.clone();
    let request = RequestAddress { identifier: &identifier, email: &email };
    confirmations::confirm(&op, request, &params.into_statement()).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The disability is confirmed.")))
}

impl ConfirmDisability {
    fn into_statement(self) -> Statement {
        Statement {
            first_name: self.first_name.0.0,
            last_name: self.last_name.0.0,
            title: self.title.0.0,
            certifier: None,
            organization: self.organization_name.map(|text| text.0),
            phone_number: self.phone_number.map(|text| text.0),
            disabilities: self.disability_type.0.into_iter().map(|kind| kind.0).collect(),
        }
    }
}
