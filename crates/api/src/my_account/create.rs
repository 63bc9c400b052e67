//! POST /v2/myAccount (docs/rules/accounts.md#rule-2).

use domain::Role;
use jiff::civil::Date;
use services::accounts::own::{self, SignUpRequest};
use services::partner::LONGEST_TOKEN;

use super::form::{NewDetails, validate_new};
use crate::http::{
    CreatedResource, ErrorKey, Field, InRole, NewPassword, Param, ParamDraft, ParamReader, RequiredParam,
    Result, SignupKey, Text,
};
use crate::records::AccountSummary;
use crate::{joint_params, params, routes};

params! {
    /// Sign-in and birth date of a new reader.
    pub struct NewEntry {
        /// 8 to 32 characters, at least one letter and one number. Required without `partnerIdToken`.
        password: PasswordOrToken,
        /// An identity token of this library's partner; its verified email address must be `emailAddress`.
        partner_id_token: Option<Text<LONGEST_TOKEN>>,
        /// YYYY-MM-DD.
        date_of_birth: RequiredParam<Date>,
    }
}

joint_params! {
    /// Details of a new account.
    pub struct SignUp {
        /// The same as for every new account.
        details: NewDetails,
        /// The other parameters.
        entry: NewEntry,
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
    let SignUp { details, entry } = draft.finish()?;
    let details = details.into_form(Some(entry.date_of_birth.0)).into_request();
    let partner_token = entry.partner_id_token.as_ref().map(|token| token.0.as_str());
    let request = SignUpRequest { details, password: entry.password.0, partner_token };
    let summary = own::sign_up(&op, request).await?;
    let record = AccountSummary::from_summary(&api, &summary, op.now);
    Ok(CreatedResource { location: api.absolute_url(routes::MY_ACCOUNT), record })
}
