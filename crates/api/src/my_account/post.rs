//! POST /v2/myAccount (spec 4, 1.3).

use axum::extract::State;
use domain::accounts::{Account, Role};
use domain::ids::AccountId;
use jiff::civil::Date;
use services::partner::{LONGEST_TOKEN, PartnerFault};
use utoipa::openapi::schema::Schema;

use super::form::{NewDetails, judge_new};
use super::put::taken;
use super::summary;
use crate::http::created::Created;
use crate::http::errors::{ApiError, ErrorBody, ErrorKey, Internal, Result};
use crate::http::params::{Draft, Param, Reader, Required};
use crate::http::roles::{As, SignupKey};
use crate::http::values::{NewPassword, Text, Value};
use crate::records::AccountSummary;
use crate::routes;
use crate::state::Api;
use crate::{joint_params, params};

params! {
    /// How a new reader signs in, and how old the reader is.
    pub struct NewEntry {
        /// 8 to 32 characters, at least one letter and one number. Required without `partnerIdToken`.
        password: PasswordOrToken,
        /// An identity token of the partner of this library; its verified e-mail address must be `emailAddress`.
        partner_id_token: Option<Text<LONGEST_TOKEN>>,
        /// YYYY-MM-DD.
        date_of_birth: Required<Date>,
    }
}

joint_params! {
    /// Details of a new account.
    pub struct SignUp {
        /// As of every new account.
        details: NewDetails,
        /// Beside them.
        entry: NewEntry,
    }
}

/// A new password; required unless a token of the partner is sent.
#[derive(Debug, Clone)]
pub struct PasswordOrToken(Option<NewPassword>);

impl Param for PasswordOrToken {
    fn read(reader: &mut Reader<'_>, name: &str) -> Option<Self> {
        if reader.has("partnerIdToken") {
            Option::read(reader, name).map(Self)
        } else {
            Required::read(reader, name).map(|Required(password)| Self(Some(password)))
        }
    }

    fn schema() -> Schema {
        NewPassword::schema()
    }
}

/// Sign up
///
/// Makes an individual member of the key's site. Who signs up with a token of the partner needs no password, and may
/// set one later.
#[utoipa::path(
    post, path = "/v2/myAccount", tag = "My account", operation_id = "create_my_account",
    request_body(content = SignUp, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Keys with the privilege signup; no token needed"))),
    responses(
        (status = 201, description = "The account", body = AccountSummary),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_DATE, INVALID_COUNTRY, \
            INVALID_LANGUAGE, INVALID_PASSWORD, INVALID_EMAIL", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED", body = ErrorBody),
        (status = 409, description = "USER_EXISTS: the e-mail address is taken", body = ErrorBody),
    )
)]
pub async fn create_my_account(
    State(api): State<Api>,
    As(SignupKey(caller)): As<SignupKey>,
    mut draft: Draft<SignUp>,
) -> Result<Created<AccountSummary>> {
    judge_new(&mut draft, Role::Individual, caller.today());
    let SignUp { details, entry } = draft.finish()?;
    if let Some(token) = &entry.partner_id_token {
        same_address(&api, &token.0, &details.email_address.0.0).await?;
    }
    let password = entry.password.0;
    let id = AccountId(store::random_id(&mut api.rng()));
    let mut account = Account::new(id, caller.site.id.clone(), Role::Individual, caller.now);
    account.needs_new_password = password.is_none();
    details.form(Some(entry.date_of_birth.0)).found(&mut account, caller.today())?;
    let hash = api.hash_if_sent(password.as_ref()).await?;
    let mut tx = api.db.begin().await?;
    store::accounts::insert(&mut tx, &account, hash.as_deref()).await.map_err(taken)?;
    tx.commit().await?;
    let record = summary::reread(&api, &caller, &account.id).await?;
    Ok(Created { location: api.url(routes::MY_ACCOUNT), record })
}

/// The token must prove that the e-mail address is the caller's own (spec 4, 1.3).
async fn same_address(api: &Api, token: &str, email: &str) -> Result<()> {
    let refused =
        |reason: &str| ApiError::new(ErrorKey::InvalidParameter, vec![format!("partnerIdToken: {reason}")]);
    let Some(partner) = &api.partner else { return Err(refused("this library has no partner")) };
    match partner.verified_email(token, api.now()).await {
        Ok(verified) if store::accounts::fold(&verified) == store::accounts::fold(email) => Ok(()),
        Ok(_) => Err(refused("its e-mail address must be emailAddress")),
        Err(PartnerFault::Token(fault)) => Err(refused(&fault.to_string())),
        Err(PartnerFault::Keys(fault)) => Err(Internal(fault).into()),
    }
}
