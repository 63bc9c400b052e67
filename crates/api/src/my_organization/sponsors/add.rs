//! POST /v2/myOrganization/sponsors.

use axum::extract::State;
use domain::accounts::{Account, Membership, Role};
use domain::contributors::Name;
use domain::ids::AccountId;

use super::record;
use crate::http::created::Created;
use crate::http::errors::{ErrorBody, Result};
use crate::http::params::{Params, Required};
use crate::http::roles::{As, Sponsor};
use crate::http::values::{Email, ShortText};
use crate::my_account::put::taken;
use crate::params;
use crate::records::SponsorSummary;
use crate::routes;
use crate::state::Api;

params! {
    /// A new sponsor.
    pub struct AddSponsor {
        /// Given name.
        first_name: Required<ShortText>,
        /// Family name.
        last_name: Required<ShortText>,
        /// Telephone.
        phone_number: Required<ShortText>,
        /// E-mail address, also the user name.
        email_address: Required<Email>,
        /// Position, for example `Teacher`.
        title: Required<ShortText>,
    }
}

/// Add a sponsor
///
/// The new sponsor has no password yet and must choose one.
#[utoipa::path(
    post, path = "/v2/myOrganization/sponsors", tag = "My organization", operation_id = "add_my_sponsor",
    request_body(content = AddSponsor, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Sponsors"))),
    responses(
        (status = 201, description = "The sponsor", body = SponsorSummary),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_EMAIL", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "NOT_SPONSOR", body = ErrorBody),
        (status = 409, description = "USER_EXISTS: the e-mail address is taken", body = ErrorBody),
    )
)]
pub async fn add_my_sponsor(
    State(api): State<Api>,
    As(sponsor): As<Sponsor>,
    Params(params): Params<AddSponsor>,
) -> Result<Created<SponsorSummary>> {
    let user = &sponsor.0;
    let id = AccountId(store::random_id(&mut api.rng()));
    let site = sponsor.organization()?.site.clone();
    let mut account = Account::new(id, site, Role::OrganizationSponsor, user.now());
    account.name = Name::new(params.first_name.0.0, params.last_name.0.0);
    account.set_email(params.email_address.0.0);
    account.phone_number = Some(params.phone_number.0.0);
    account.needs_new_password = true;
    let mut tx = api.db.begin().await?;
    let organization = sponsor.hold_organization(&mut tx).await?;
    let title = Some(params.title.0.0);
    account.membership = Some(Membership { title, ..Membership::new(organization.id.clone()) });
    store::accounts::insert(&mut tx, &account, None).await.map_err(taken)?;
    tx.commit().await?;
    let location = api.url(&routes::my_sponsor(&account.id));
    Ok(Created { location, record: record(&api, user, &organization, account.id.as_str()).await? })
}
