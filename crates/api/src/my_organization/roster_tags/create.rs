//! POST /v2/myOrganization/rosterTags (docs/rules/organizations.md#rule-2).

use services::roster_tags::{self, NewRosterTag};

use crate::http::{CreatedResource, InRole, Params, Result, ShortText, Sponsor};
use crate::records::RosterTagRecord;
use crate::{params, routes};

params! {
    /// A new roster tag: at least one of the two.
    pub struct CreateRosterTag {
        /// District.
        district_name: Option<ShortText>,
        /// School.
        school_name: Option<ShortText>,
    }
}

/// Add a roster tag to the caller's organization
#[endpoint::post(
    "/v2/myOrganization/rosterTags", returns "The roster tag",
    errors(MissingParameter, RosterTagExists: "the same names"),
)]
pub async fn create_my_roster_tag(
    InRole { api, op, .. }: InRole<Sponsor>,
    Params(params): Params<CreateRosterTag>,
) -> Result<CreatedResource<RosterTagRecord>> {
    let (district, school) = (params.district_name.map(|text| text.0), params.school_name.map(|text| text.0));
    let new = NewRosterTag { district: district.as_deref(), school: school.as_deref() };
    let tag = roster_tags::add(&op, new).await?;
    let record = RosterTagRecord::new(&api, &tag);
    Ok(CreatedResource { location: api.absolute_url(&routes::my_roster_tag(tag.id)), record })
}
