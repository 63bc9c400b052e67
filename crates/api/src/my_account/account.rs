//! The account itself (docs/rules/accounts.md#rule-1, docs/rules/records.md#rule-22). Its details are the
//! same parameters for a new account and for a change (docs/rules/memberships.md#rule-7).
//! `POST /v2/myAccount`: docs/rules/accounts.md#rule-2.
//! `PUT /v2/myAccount`: docs/rules/accounts.md#rule-3.

use domain::Role;
use jiff::civil::Date;
use services::accounts::own::{self, SignUpRequest};
use services::accounts::{self, AccountDetails};
use services::partner::MAX_TOKEN_BYTES;

use crate::http::{
    Change, Country, CreatedResource, Email, ErrorKey, Field, FromParams, InRole, Json, Language,
    NewPassword, Param, ParamDraft, ParamReader, Replace, RequiredParam, Result, ShortText, SignedIn,
    SignupKey, Text,
};
use crate::records::AccountSummary;
use crate::{params, routes};

params! {
    /// Details of a new account, independent of who creates it.
    pub struct NewDetails into AccountDetails, .. {
        /// Given name.
        first_name: RequiredParam<ShortText>,
        /// Family name.
        last_name: RequiredParam<ShortText>,
        /// Email address, also the user name.
        email_address: RequiredParam<Email>,
        /// ISO 3166-1 alpha-2.
        country: RequiredParam<Country>,
        /// Telephone number.
        phone_number: Option<ShortText>,
        /// First line of the address.
        address1: Option<ShortText>,
        /// Second line of the address.
        address2: Option<ShortText>,
        /// City.
        city: Option<ShortText>,
        /// ISO 3166-2, with or without the country.
        state: Option<ShortText>,
        /// Postal code.
        postal_code: Option<ShortText>,
        /// Required for readers under 18.
        guardian_first_name: Option<ShortText>,
        /// Required for readers under 18.
        guardian_last_name: Option<ShortText>,
        /// ISO 639-2 alpha-3.
        language: Option<Language>,
        /// Adult titles are open; by default the age decides.
        allow_adult_content: Option<bool>,
    }
}

params! {
    /// Details of an account: omitted parameters keep their value.
    pub struct AccountForm into AccountDetails {
        /// Given name.
        first_name: Replace<ShortText>,
        /// Family name.
        last_name: Replace<ShortText>,
        /// Email address, also the user name.
        email_address: Replace<Email>,
        /// ISO 3166-1 alpha-2.
        country: Replace<Country>,
        /// A new password: 8 to 32 characters, at least one letter and one number.
        password: Replace<NewPassword>,
        /// YYYY-MM-DD; required for individual members.
        date_of_birth: Change<Date>,
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
        /// Postal code.
        postal_code: Change<ShortText>,
        /// A minor's guardian.
        guardian_first_name: Change<ShortText>,
        /// A minor's guardian.
        guardian_last_name: Change<ShortText>,
        /// ISO 639-2 alpha-3.
        language: Change<Language>,
        /// Adult titles are open; an empty value restores the age's default.
        allow_adult_content: Change<bool>,
    }
}

/// Adds all faults of the details of a new account, even if other parameters are invalid.
pub(crate) fn validate_new<T: FromParams>(draft: &mut ParamDraft<T>, role: Role, today: Date) {
    if let Some(form) = draft.peek_group::<AccountForm>() {
        accounts::validate_new(form.into_request(), role, today, &mut draft.faults);
    }
}

/// Get the caller's account
#[endpoint::get("/v2/myAccount", returns "The account")]
pub async fn get_my_account(InRole { api, op, .. }: InRole<SignedIn>) -> Result<Json<AccountSummary>> {
    Ok(Json(AccountSummary::from_summary(&api, &own::summarize(&op).await?, op.now)))
}

params! {
    /// A new reader.
    pub struct SignUp {
        /// The same as for every new account.
        details: NewDetails,
        /// 8 to 32 characters, at least one letter and one number. Required without `partnerIdToken`.
        password: PasswordOrToken,
        /// An identity token of this library's partner; its verified email address must be `emailAddress`.
        partner_id_token: Option<Text<MAX_TOKEN_BYTES>>,
        /// YYYY-MM-DD.
        date_of_birth: RequiredParam<Date>,
    }
}

/// A new password; required unless a token of the partner is sent.
#[derive(Debug, Clone)]
pub struct PasswordOrToken(Option<NewPassword>);

impl Param for PasswordOrToken {
    type Value = NewPassword;
    const ERROR: Option<ErrorKey> = Some(ErrorKey::MissingParameter);

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        if reader.has_value(Field::PartnerIdToken) {
            Option::read(reader, field).map(Self)
        } else {
            RequiredParam::read(reader, field).map(|RequiredParam(password)| Self(Some(password)))
        }
    }
}

/// Sign up
///
/// Creates an individual member of the key's site. With a token of the partner no password is needed; one may
/// be set later.
#[endpoint::post("/v2/myAccount", returns "The account", errors(UserExists: "the email address is taken"))]
pub async fn create_my_account(
    InRole { api, op, .. }: InRole<SignupKey>,
    mut draft: ParamDraft<SignUp>,
) -> Result<CreatedResource<AccountSummary>> {
    validate_new(&mut draft, Role::Individual, op.today());
    let form = draft.finish()?;
    let date_of_birth = Change::Set(form.date_of_birth.0);
    let details = AccountDetails { date_of_birth, ..form.details.into_request() };
    let partner_token = form.partner_id_token.as_ref().map(|token| token.0.as_str());
    let request = SignUpRequest { details, password: form.password.0, partner_token };
    let summary = own::sign_up(&op, request).await?;
    let record = AccountSummary::from_summary(&api, &summary, op.now);
    Ok(CreatedResource { location: api.absolute_url(routes::MY_ACCOUNT), record })
}

/// Change the caller's account
///
/// Omitted parameters keep their value; an empty value clears a nullable one. A new password no longer has to
/// be changed.
#[endpoint::put(
    "/v2/myAccount", returns "The account",
    errors(MissingParameter, UserExists: "the email address is taken"),
)]
pub async fn put_my_account(
    InRole { api, op, .. }: InRole<SignedIn>,
    draft: ParamDraft<AccountForm>,
) -> Result<Json<AccountSummary>> {
    let (form, faults) = draft.valid_params()?;
    let summary = own::change_own(&op, form.into_request(), faults).await?;
    Ok(Json(AccountSummary::from_summary(&api, &summary, op.now)))
}
