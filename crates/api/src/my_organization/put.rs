//! PUT /v2/myOrganization.

use axum::extract::State;
use domain::organizations::Organization;

use super::{led, summary};
use crate::http::errors::{ErrorBody, Result};
use crate::http::faults::{Faults, place};
use crate::http::json::Json;
use crate::http::params::{Change, Params, Replace};
use crate::http::roles::PrimaryContact;
use crate::http::values::{Country, ShortText, WebAddress};
use crate::params;
use crate::records::MyOrganizationRecord;
use crate::state::Api;

params! {
    /// Details of the own organization: what is not sent stays.
    pub struct OrganizationForm {
        /// Name.
        organization_name: Replace<ShortText>,
        /// First line of the address.
        address1: Change<ShortText>,
        /// Second line of the address.
        address2: Change<ShortText>,
        /// City.
        city: Change<ShortText>,
        /// ISO 3166-2, with or without the country.
        state: Change<ShortText>,
        /// ISO 3166-1 alpha-2.
        country: Replace<Country>,
        /// Postal code.
        postal_code: Change<ShortText>,
        /// Telephone.
        phone_number: Change<ShortText>,
        /// Web address.
        website: Change<WebAddress>,
        /// Default for new members: adult titles are left out.
        safe_search: Replace<bool>,
        /// Members may download what they find themselves.
        allow_search_downloads: Replace<bool>,
    }
}

/// Change the own organization
///
/// What is not sent stays; an empty value clears what may be null.
#[utoipa::path(
    put, path = "/v2/myOrganization", tag = "My organization", operation_id = "put_my_organization",
    request_body(content = OrganizationForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("The primary contact"))),
    responses(
        (status = 200, description = "The organization", body = MyOrganizationRecord),
        (status = 400, description = "INVALID_PARAMETER, INVALID_COUNTRY", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "NOT_SPONSOR, NOT_PRIMARY_CONTACT", body = ErrorBody),
    )
)]
pub async fn put_my_organization(
    State(api): State<Api>,
    contact: PrimaryContact,
    Params(form): Params<OrganizationForm>,
) -> Result<Json<MyOrganizationRecord>> {
    let mut tx = api.db.begin().await?;
    let mut organization = led(&mut tx, &contact).await?;
    form.apply(&mut organization)?;
    store::organizations::update(&mut tx, &organization).await?;
    tx.commit().await?;
    Ok(Json(summary(&api, &contact.0.0, organization).await?))
}

impl OrganizationForm {
    fn apply(self, organization: &mut Organization) -> Result<()> {
        let mut faults = Faults::default();
        let address = &mut organization.address;
        place(address, self.country.0, self.state, &mut faults);
        for (change, field) in [
            (self.address1, &mut address.address1),
            (self.address2, &mut address.address2),
            (self.city, &mut address.city),
            (self.postal_code, &mut address.postal_code),
            (self.phone_number, &mut organization.phone_number),
        ] {
            change.map(|text| text.0).apply(field);
        }
        self.website.map(|site| site.0).apply(&mut organization.web_site);
        if let Some(ShortText(name)) = self.organization_name.0 {
            organization.name = name;
        }
        organization.safe_search = self.safe_search.0.unwrap_or(organization.safe_search);
        let downloads = &mut organization.allow_search_downloads;
        *downloads = self.allow_search_downloads.0.unwrap_or(*downloads);
        faults.finish()
    }
}
