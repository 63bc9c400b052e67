//! /join/organization/find: finds an organization in the reference list, so that its name and address need
//! not be typed.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use domain::peers::Network;
use domain::reference_organizations::ReferenceOrganization;
use domain::{Address, MAIN_SITE, SiteId};
use layout::html;
use layout::inputs::InputField;
use oauth::Params;
use services::reference_organizations::{self, FoundReferences, MAX_REFERENCES, ReferenceQuestion};
use transport::guests::{RETRY_SECONDS, WorkCost};
use url::form_urlencoded::Serializer;

use super::organization::OrganizationForm;
use super::request::{JoinForm as _, closed_response};
use crate::replies::{retry_seconds, with_retry_after};
use crate::{FormProblem, MainSitePage, Page, PageValues, WebState, form_flow, problem};

pub(super) const PATH: &str = "/join/organization/find";

/// The parameter of the form's address that names an entry.
const REFERENCE_PARAM: &str = "reference";

#[derive(askama::Template)]
#[template(path = "join_find.html")]
struct FindPage<'a> {
    page: &'a Page,
    action: &'a str,
    /// Address of the empty form.
    form: &'a str,
    inputs: [InputField; 2],
    /// `None` before a search.
    results: Option<ReferenceResults>,
}

struct ReferenceResults {
    /// Addresses of the filled form, with name and place of the organization.
    links: Vec<(String, String)>,
    /// A sentence about their number.
    summary: String,
}

/// The parameters of the address, and the network that the request comes from.
pub(super) struct FindQuery {
    params: Params,
    network: Option<Network>,
}

impl FromRequestParts<WebState> for FindQuery {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &WebState) -> Result<Self, Self::Rejection> {
        Ok(Self {
            params: parse_query(parts),
            network: transport::request_network(parts, state.settings.trust_forwarded_for),
        })
    }
}

/// The entry that the address of a form names.
pub(super) fn named_reference(parts: &Parts) -> Option<String> {
    read_reference(&parse_query(parts))
}

fn parse_query(parts: &Parts) -> Params {
    Params::parse(parts.uri.query().unwrap_or_default().as_bytes())
}

/// The entry that an address or a form names. `None` if the text cannot be an identifier.
pub(super) fn read_reference(params: &Params) -> Option<String> {
    let id = params.get(REFERENCE_PARAM).ok().flatten()?;
    (!id.chars().any(char::is_control)).then(|| id.to_owned())
}

/// GET: the form and its results.
pub(super) async fn get(MainSitePage(state): MainSitePage, query: FindQuery) -> Response {
    form_flow::page_or_problem(&state, show(&state, &query).await)
}

async fn show(state: &WebState, query: &FindQuery) -> Result<Response, FormProblem> {
    if !state.settings.sends_mail {
        return Ok(closed_response(state));
    }
    let inputs = read_inputs(&state.page, &query.params);
    let [name, city] = inputs.each_ref().map(InputField::typed_value);
    let is_asked = name.is_some() || city.is_some();
    // The list may be long, so searches wait for a turn among other guests.
    let turn = if is_asked {
        state.settings.guests.take(query.network, WorkCost::PAGE).await.map(Some)
    } else {
        Ok(None)
    };
    let Ok(_turn) = turn else { return Ok(busy_response(state)) };
    let question = ReferenceQuestion { name: name.as_deref(), city: city.as_deref() };
    let site = SiteId::from(MAIN_SITE);
    let Some(found) =
        reference_organizations::find_for_applicant(&state.operation(), &site, question).await?
    else {
        return Ok(closed_response(state));
    };
    let page = FindPage {
        page: &state.page,
        action: PATH,
        form: OrganizationForm::PATH,
        inputs,
        results: is_asked.then(|| ReferenceResults::new(&state.page, &found)),
    };
    Ok(html::private_page(StatusCode::OK, &page, None))
}

/// The page for a guest whose wait for a turn timed out.
fn busy_response(state: &WebState) -> Response {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    let page = problem::render_problem(&state.page, status, "busy-heading", "join-find-busy");
    with_retry_after(page, Some(retry_seconds(RETRY_SECONDS)))
}

/// The fields with their values. Values that are too long or not valid text match nothing.
fn read_inputs(page: &Page, query: &Params) -> [InputField; 2] {
    let inputs = [
        InputField::new_optional(page, "name", "join-organization-name"),
        InputField::new_optional(page, "city", "join-city").with_hint(page.text("join-find-city-hint")),
    ];
    inputs.map(|input| {
        let read = input.clone().read_from(page, &PageValues(query));
        if read.error.is_some() { input } else { read }
    })
}

impl ReferenceResults {
    fn new(page: &Page, found: &FoundReferences) -> Self {
        let summary = if found.is_complete {
            page.count("join-find-count", found.entries.len() as u64)
        } else {
            page.count("join-find-more", MAX_REFERENCES.into())
        };
        let links = found.entries.iter().map(|entry| (form_path(entry), describe_entry(entry))).collect();
        Self { links, summary }
    }
}

/// The address of the form that is filled with an entry.
fn form_path(entry: &ReferenceOrganization) -> String {
    let query = Serializer::new(String::new()).append_pair(REFERENCE_PARAM, &entry.id).finish();
    format!("{}?{query}", OrganizationForm::PATH)
}

/// Name, address and parent of an entry, to distinguish two with the same name.
fn describe_entry(entry: &ReferenceOrganization) -> String {
    let Address { address1, city, state, .. } = entry.physical_address();
    let parts =
        [Some(&entry.name), address1.as_ref(), city.as_ref(), state.as_ref(), entry.parent_name.as_ref()];
    parts.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ")
}
