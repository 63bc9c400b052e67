//! POST /v2/myAccount/individualProfile (docs/rules/accounts.md#rule-4): a member of an organization
//! additionally becomes an individual member.

use jiff::civil::Date;
use services::accounts::AccountDetails;
use services::accounts::own::{self, IndividualDraft};

use super::account::AccountForm;
use crate::http::{
    Change, Country, Email, Field, InRole, Json, Language, NewPassword, OrganizationMember, ParamDraft,
    Replace, RequiredParam, Result, ShortText,
};
use crate::params;
use crate::records::AccountSummary;

params! {
    /// Parameters of an individual member in addition to those of a member of an organization.
    pub struct IndividualProfile into AccountDetails, .. {
        /// Email address; becomes the user name.
        email_address: RequiredParam<Email>,
        /// YYYY-MM-DD.
        date_of_birth: Replace<Date>,
        /// Given name of a minor's guardian.
        guardian_first_name: Change<ShortText>,
        /// Family name of a minor's guardian.
        guardian_last_name: Change<ShortText>,
        /// Telephone number.
        phone_number: Change<ShortText>,
        /// First line of the address.
        address1: Change<ShortText>,
        /// Second line of the address.
        address2: Change<ShortText>,
        /// City.
        city: Change<ShortText>,
        /// ISO 3166-2, with or without the country.
        state: Change<ShortText>,
        /// ISO 3166-1 alpha-2.
        country: RequiredParam<Country>,
        /// Postal code.
        postal_code: Change<ShortText>,
        /// ISO 639-2 alpha-3.
        language: Change<Language>,
        /// A new password: 8 to 32 characters, at least one letter and one number.
        password: Replace<NewPassword>,
    }
}

/// Become an individual member
///
/// For members of an organization: the account then has both roles.
#[endpoint::post(
    "/v2/myAccount/individualProfile", returns "The account",
    errors(UserExists, AlreadyExists: "already an individual member"),
)]
pub async fn create_my_individual_profile(
    InRole { api, op, .. }: InRole<OrganizationMember>,
    draft: ParamDraft<IndividualProfile>,
) -> Result<Json<AccountSummary>> {
    let password = draft.peek_param::<Replace<NewPassword>>(Field::Password).and_then(|password| password.0);
    let sketch = draft.peek_group::<AccountForm>().map(AccountForm::into_request);
    let (params, faults) = draft.into_parts();
    // The operation takes the password apart from the details.
    let details = params.map(|params| AccountDetails { password: None, ..params.into_request() });
    let draft = IndividualDraft { sketch, password, details };
    let summary = own::become_individual(&op, draft, faults).await?;
    Ok(Json(AccountSummary::from_summary(&api, &summary, op.now)))
}
