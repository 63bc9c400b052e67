//! The reference list of organizations (docs/rules/records.md#rule-32, docs/rules/organizations.md#rule-9).

use domain::normalization::search_words;
use domain::subdivisions;
use services::Operation;
use services::reference_organizations::{self, ReferenceFilter};

use crate::http::requests::{IntoField, IntoFieldValue};
use crate::http::{
    Direction, ErrorKey, Faults, Field, InRole, InvalidValue, Json, Link, ListAddress, Listing, OneOf,
    OrderParams, PagingParams, Param, ParamDraft, ParamReader, ReferenceKey, Result, ShortText,
    ValidatedParam, Value,
};
use crate::records::ReferenceOrganizationRecord;
use crate::{endpoints, params};

endpoints! {
    "My organization": list_reference_organizations;
}

/// A parameter that is required unless `referenceOrgId` provides it.
#[derive(Debug, Clone)]
pub struct RequiredUnlessReferenced<T>(pub Option<T>);

impl<T: Value> Param for RequiredUnlessReferenced<T> {
    type Value = T;
    const ERROR: Option<ErrorKey> = Some(ErrorKey::MissingParameter);

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        let value = Option::<T>::read(reader, field)?;
        if !reader.has_value(field) && !reader.has_value(Field::ReferenceOrgId) {
            let fault = InvalidValue::missing_parameter("is required without referenceOrgId");
            reader.add_fault(field, fault);
        }
        Some(Self(value))
    }
}

impl<T: IntoFieldValue<V>, V> IntoField<Option<V>> for RequiredUnlessReferenced<T> {
    fn into_field(self) -> Option<V> {
        self.0.into_field()
    }
}

params! {
    /// Parameters of a search for reference organizations.
    pub struct ListReferenceOrganizations {
        /// State of its location: ISO 3166-2, or the part of it after the country for states of the site's
        /// country.
        state: ValidatedParam<ShortText>,
        /// Words in the name, in any case; all must match.
        name: Option<ShortText>,
        /// The city of its location, in any case.
        city: Option<ShortText>,
        /// Names of /v2/organizationTypes; any of them matches.
        organization_types: Vec<ShortText>,
        /// Page.
        page: PagingParams,
        /// By name; ascending by default.
        direction: Option<OneOf<Direction>>,
    }
}

/// A page of reference organizations.
#[endpoint::record]
pub struct ReferenceOrganizationList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page, by name.
    pub reference_organizations: Vec<ReferenceOrganizationRecord>,
    /// Exact count.
    pub total_results: u64,
}

/// Further words are ignored.
const MAX_WORDS: usize = 20;

/// Search reference organizations
///
/// Existing schools, libraries and other organizations, to register one of them or to choose a school.
#[endpoint::get("/v2/referenceOrganizations", returns "A page of reference organizations")]
pub async fn list_reference_organizations(
    InRole { api, op, .. }: InRole<ReferenceKey>,
    address: ListAddress,
    draft: ParamDraft<ListReferenceOrganizations>,
) -> Result<Json<ReferenceOrganizationList>> {
    let (params, mut faults) = draft.valid_params()?;
    let order = params.order();
    let sought = params.into_filter(&op, &mut faults);
    let list = order.open(&api.cursor_key, op.now, &("referenceOrganizations", &sought));
    let part = list.as_ref().ok().map(Listing::page_request);
    let page = reference_organizations::list(&op, &sought, faults, part).await?;
    let page = list?.to_page(page, &address)?;
    Ok(Json(ReferenceOrganizationList {
        allows: None,
        limit: page.limit,
        links: page.links,
        next: page.next,
        reference_organizations: page.items.into_iter().map(ReferenceOrganizationRecord::from).collect(),
        total_results: page.total_results,
    }))
}

impl ListReferenceOrganizations {
    fn order(&self) -> OrderParams<()> {
        let descending = self.direction.as_ref().is_some_and(|direction| direction.0 == Direction::Desc);
        OrderParams { page: self.page.clone(), sort: (), descending }
    }

    /// The search in its stored form. Adds a fault if the state does not exist.
    fn into_filter(self, op: &Operation, faults: &mut Faults) -> ReferenceFilter {
        let state = self.state.0.into_value().and_then(|ShortText(text)| {
            let country = text.split_once('-').map_or(op.site.country.as_str(), |(country, _)| country);
            subdivisions::normalize(country, &text)
        });
        if state.is_none() && !faults.has_field(Field::State) {
            let reason = "must be an ISO 3166-2 code, or the part of one after the country";
            faults.add(ErrorKey::InvalidParameter, Field::State, reason);
        }
        let mut kinds: Vec<String> = self.organization_types.into_iter().map(|kind| kind.0).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let words = self.name.map(|name| search_words(&name.0)).unwrap_or_default();
        ReferenceFilter {
            state: state.unwrap_or_default().to_owned(),
            words: words.into_iter().take(MAX_WORDS).collect(),
            city: self.city.map(|city| city.0),
            kinds,
        }
    }
}
