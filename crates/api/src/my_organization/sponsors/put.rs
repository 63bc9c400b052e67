//! PUT /v2/myOrganization/sponsors/{userIdentifier}.

use axum::extract::State;
use domain::accounts::Account;
use services::organizations::colleague;

use super::record;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::params::{Change, Params, Replace};
use crate::http::path::Segments;
use crate::http::roles::{AdminKey, As, Sponsor};
use crate::http::values::{Email, Language, ShortText};
use crate::my_account::put::taken;
use crate::params;
use crate::records::SponsorSummary;
use crate::state::Api;

params! {
    /// Details of a sponsor: what is not sent stays.
    pub struct SponsorForm {
        /// Given name.
        first_name: Replace<ShortText>,
        /// Family name.
        last_name: Replace<ShortText>,
        /// Telephone.
        phone_number: Replace<ShortText>,
        /// E-mail address, also the user name.
        email_address: Replace<Email>,
        /// Position, for example `Teacher`.
        title: Replace<ShortText>,
        /// ISO 639-2 alpha-3.
        language: Change<Language>,
    }
}

/// Change a sponsor
///
/// Name and e-mail address of an account that is more than a sponsor can only be changed by itself, and so can the
/// e-mail address of the primary contact, who signs in by it.
#[utoipa::path(
    put, path = "/v2/myOrganization/sponsors/{userIdentifier}", tag = "My organization",
    operation_id = "put_my_sponsor",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    request_body(content = SponsorForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Sponsors, with keys that have the privilege sponsorAdmin"))),
    responses(
        (status = 200, description = "The sponsor", body = SponsorSummary),
        (status = 400, description = "INVALID_PARAMETER, INVALID_EMAIL, INVALID_LANGUAGE", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED, NOT_SPONSOR, NOT_MANAGEABLE; NOT_PRIMARY_CONTACT: another \
            e-mail address of the primary contact", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND", body = ErrorBody),
        (status = 409, description = "USER_EXISTS: the e-mail address is taken", body = ErrorBody),
    )
)]
pub async fn put_my_sponsor(
    State(api): State<Api>,
    As(AdminKey(sponsor)): As<AdminKey<Sponsor>>,
    Segments(name): Segments<String>,
    Params(form): Params<SponsorForm>,
) -> Result<Json<SponsorSummary>> {
    let user = &sponsor.0;
    let mut tx = api.db.begin().await?;
    let organization = sponsor.hold_organization(&mut tx).await?;
    let mut account = colleague(&mut tx, &organization, &name).await?;
    if form.names() && !account.is_sponsor_manageable() && &account.id != user.id() {
        return Err(ErrorKey::NotManageable.into());
    }
    let before = account.sign_in_name().to_owned();
    form.apply(&mut account);
    // Who signs in as the primary contact is the primary contact.
    let renamed = store::accounts::fold(account.sign_in_name()) != store::accounts::fold(&before);
    if renamed && organization.is_led_by(&account) && &account.id != user.id() {
        return Err(ErrorKey::NotPrimaryContact.into());
    }
    store::accounts::update(&mut tx, &account).await.map_err(taken)?;
    tx.commit().await?;
    Ok(Json(record(&api, user, &organization, account.id.as_str()).await?))
}

impl SponsorForm {
    /// Whether it changes what an account goes by.
    fn names(&self) -> bool {
        self.first_name.0.is_some() || self.last_name.0.is_some() || self.email_address.0.is_some()
    }

    fn apply(self, account: &mut Account) {
        if let Some(ShortText(first)) = self.first_name.0 {
            account.name.first = first;
        }
        if let Some(ShortText(last)) = self.last_name.0 {
            account.name.last = last;
        }
        if let Some(Email(email)) = self.email_address.0 {
            account.set_email(email);
        }
        if let Some(ShortText(number)) = self.phone_number.0 {
            account.phone_number = Some(number);
        }
        self.language.map(|language| language.0).apply(&mut account.language);
        if let (Some(membership), Some(ShortText(title))) = (&mut account.membership, self.title.0) {
            membership.title = Some(title);
        }
    }
}
