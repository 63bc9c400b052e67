//! POST /v2/myAccount (spec 4, 1.3).

use axum::extract::State;
use domain::accounts::{Account, Address, Role};
use domain::contributors::Name;
use domain::ids::AccountId;
use jiff::civil::Date;

use super::form::AccountForm;
use super::put::taken;
use super::summary;
use crate::http::caller::Caller;
use crate::http::created::Created;
use crate::http::errors::{ErrorBody, Result};
use crate::http::params::{Change, Params, Replace, Required};
use crate::http::roles::SignupKey;
use crate::http::values::{Country, Email, Language, NewPassword, ShortText, Value};
use crate::params;
use crate::records::AccountSummary;
use crate::routes;
use crate::state::Api;

params! {
    /// Details of a new account.
    pub struct SignUp {
        /// Given name.
        first_name: Required<ShortText>,
        /// Family name.
        last_name: Required<ShortText>,
        /// E-mail address, also the user name.
        email_address: Required<Email>,
        /// ISO 3166-1 alpha-2.
        country: Required<Country>,
        /// 8 to 32 characters, at least one letter and one number.
        password: Required<NewPassword>,
        /// YYYY-MM-DD.
        date_of_birth: Required<Date>,
        /// Telephone.
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
        /// Adult titles are open; the age decides when absent.
        allow_adult_content: Option<bool>,
    }
}

/// Sign up
///
/// Makes an individual member of the key's site.
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
    SignupKey(caller): SignupKey,
    Params(params): Params<SignUp>,
) -> Result<Created<AccountSummary>> {
    let password = params.password.0.0.clone();
    let mut account = blank(&caller, AccountId(store::random_id(&mut api.rng())));
    params.form().apply(&mut account, caller.today(), true)?;
    let hash = api.hash_password(&password).await?;
    let mut tx = api.db.begin().await?;
    store::accounts::insert(&mut tx, &account, Some(&hash)).await.map_err(taken)?;
    tx.commit().await?;
    let record = summary::reread(&api, &caller, &account.id).await?;
    Ok(Created { location: api.url(routes::MY_ACCOUNT), record })
}

/// An individual member of the key's site of whom nothing else is known.
fn blank(caller: &Caller, id: AccountId) -> Account {
    Account {
        id,
        site: caller.site.id.clone(),
        username: None,
        email: None,
        name: Name::default(),
        guardian: None,
        date_of_birth: None,
        address: Address::default(),
        phone_number: None,
        language: None,
        roles: [Role::Individual].into(),
        allow_adult_content: None,
        safe_search: false,
        show_all_books: false,
        locked: false,
        deleted: false,
        needs_new_password: false,
        membership: None,
        created: caller.now,
    }
}

impl SignUp {
    fn form(self) -> AccountForm {
        AccountForm {
            first_name: Replace(Some(self.first_name.0)),
            last_name: Replace(Some(self.last_name.0)),
            email_address: Replace(Some(self.email_address.0)),
            country: Replace(Some(self.country.0)),
            password: Replace(None),
            date_of_birth: Replace(Some(self.date_of_birth.0)),
            phone_number: sent(self.phone_number),
            address1: sent(self.address1),
            address2: sent(self.address2),
            city: sent(self.city),
            state: sent(self.state),
            postal_code: sent(self.postal_code),
            guardian_first_name: sent(self.guardian_first_name),
            guardian_last_name: sent(self.guardian_last_name),
            language: sent(self.language),
            allow_adult_content: sent(self.allow_adult_content),
        }
    }
}

fn sent<T: Value>(value: Option<T>) -> Change<T> {
    value.map_or(Change::Keep, Change::Set)
}
