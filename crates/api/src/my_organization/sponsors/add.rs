//! POST /v2/myOrganization/sponsors (docs/rules/organizations.md#rule-7).

use services::organizations::sponsors::{self, NewSponsor};

use crate::http::{CreatedResource, Email, InRole, Params, RequiredParam, Result, ShortText, Sponsor};
use crate::records::SponsorSummary;
use crate::{params, routes};

params! {
    /// A new sponsor.
    pub struct AddSponsor {
        /// Given name.
        first_name: RequiredParam<ShortText>,
        /// Family name.
        last_name: RequiredParam<ShortText>,
        /// Telephone number.
        phone_number: RequiredParam<ShortText>,
        /// Email address, also the user name.
        email_address: RequiredParam<Email>,
        /// Position, for example `Teacher`.
        title: RequiredParam<ShortText>,
    }
}

/// Add a sponsor
///
/// The new sponsor has no password yet and must choose one.
#[endpoint::post(
    "/v2/myOrganization/sponsors", returns "The sponsor", errors(UserExists: "the email address is taken"),
)]
pub async fn add_my_sponsor(
    InRole { api, op, .. }: InRole<Sponsor>,
    Params(params): Params<AddSponsor>,
) -> Result<CreatedResource<SponsorSummary>> {
    let new = NewSponsor {
        first_name: params.first_name.0.0,
        last_name: params.last_name.0.0,
        phone_number: params.phone_number.0.0,
        email_address: params.email_address.0.0,
        title: params.title.0.0,
    };
    let shown = sponsors::add(&op, new).await?;
    let location = api.absolute_url(&routes::my_sponsor(&shown.person.account.id));
    Ok(CreatedResource { location, record: SponsorSummary::from_sponsor(&api, shown) })
}
