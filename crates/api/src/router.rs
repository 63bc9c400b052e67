//! The URL map. Every route of the API is registered through the documenting router, so that none is
//! undocumented; the document is `openapi.json`.

use axum::Router;
use axum::extract::Request;
use axum::middleware;
use axum::routing::{any, get};
use transport::add_cors_headers;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::accounts;
use crate::assigned_titles::{assign, list as assigned_titles, unassign};
use crate::bookmarks::{delete as delete_bookmark, list as bookmarks, save as save_bookmark};
use crate::catalog;
use crate::categories::{bisac_codes, list as categories};
use crate::competent_authority;
use crate::downloads::{file, files, package};
use crate::files::{cover, fetch};
use crate::gate::{check_request, gate_or_ticket, gate_with_files};
use crate::highlights::{
    create as create_highlight, delete as delete_highlight, list as highlights, update as update_highlight,
};
use crate::http::errors::{ApiError, ErrorKey};
use crate::http::http_errors::HttpError;
use crate::http::multipart::FileParts;
use crate::http::path::RESERVED_SEGMENTS;
use crate::lists;
use crate::me;
use crate::my_account::{self, preferences, recommendation_profile, student_profile};
use crate::my_assigned_titles::list as my_assigned_titles;
use crate::my_documents;
use crate::my_lists::{self, subscription as list_subscription};
use crate::my_organization::{self, members, roster_tags, sponsors, title_availabilities};
use crate::my_recommendations;
use crate::organization_types;
use crate::organizations;
use crate::partner_access_token;
use crate::periodicals::{self, editions};
use crate::popular_lists;
use crate::reading::{position, record as record_event};
use crate::reference_organizations;
use crate::state::Api;
use crate::subscription_types;
use crate::titles::{
    artifact, count, delete as delete_title, get as title, history, list, put as put_title, source, status,
};
use crate::{user_names, utm};

/// Endpoints that require a key, and usually a token.
fn routes_with_key() -> OpenApiRouter<Api> {
    OpenApiRouter::with_openapi(crate::openapi::document_head())
        // Titles
        .routes(routes!(list::list_titles))
        .routes(routes!(count::count_titles))
        .routes(routes!(title::get_title, put_title::put_title, delete_title::delete_title))
        .routes(routes!(artifact::get::get_title_artifact, artifact::put::put_title_artifact))
        .routes(routes!(status::put_title_status))
        .routes(routes!(package::download_title))
        .routes(routes!(files::list_title_resources))
        .routes(routes!(history::list_title_history))
        .routes(routes!(source::get_title_source))
        // Categories
        .routes(routes!(categories::list_categories))
        .routes(routes!(bisac_codes::list_bisac_codes))
        // Periodicals
        .routes(routes!(periodicals::list::list_periodicals))
        .routes(routes!(periodicals::get::get_periodical, periodicals::put::put_periodical))
        .routes(routes!(editions::list::list_editions))
        .routes(routes!(
            editions::get::get_edition,
            editions::put::put_edition,
            editions::delete::delete_edition
        ))
        .routes(routes!(package::download_edition))
        .routes(routes!(files::list_edition_resources))
        // Reading lists
        .routes(routes!(my_lists::list::list_my_lists, my_lists::create::create_list))
        .routes(routes!(
            list_subscription::get::get_list_subscription,
            list_subscription::put::put_list_subscription
        ))
        .routes(routes!(lists::search::search_lists))
        .routes(routes!(lists::get::get_list, lists::put::put_list, lists::delete::delete_list))
        .routes(routes!(lists::titles::list::list_list_titles, lists::titles::add::add_list_title))
        .routes(routes!(lists::titles::remove::remove_list_title))
        .routes(routes!(lists::members::list::list_list_members, lists::members::add::add_list_members))
        .routes(routes!(lists::members::remove::remove_list_member))
        // Popular lists and recommendations
        .routes(routes!(popular_lists::list::list_popular_lists))
        .routes(routes!(popular_lists::get::get_popular_list))
        .routes(routes!(my_recommendations::list::list_my_recommendations))
        // Assigned titles
        .routes(routes!(my_assigned_titles::list_my_assigned_titles))
        .routes(routes!(assigned_titles::list_assigned_titles, assign::assign_title))
        .routes(routes!(unassign::unassign_title))
        // My account
        .routes(routes!(me::get::get_me))
        .routes(routes!(
            my_account::get::get_my_account,
            my_account::create::create_my_account,
            my_account::put::put_my_account
        ))
        .routes(routes!(my_account::individual_profile::create_my_individual_profile))
        .routes(routes!(my_account::proof_of_disability::submit_my_proof))
        .routes(routes!(my_account::proof_of_disability_request::ask_authority))
        .routes(routes!(my_account::history::list_my_history))
        .routes(routes!(my_account::agreement::sign_my_agreement))
        .routes(routes!(
            my_account::subscription::get::get_my_subscription,
            my_account::subscription::create::take_my_subscription
        ))
        .routes(routes!(
            student_profile::get::get_my_student_profile,
            student_profile::put::put_my_student_profile,
            student_profile::delete::delete_my_student_profile
        ))
        .routes(routes!(preferences::get::get_my_preferences, preferences::put::put_my_preferences))
        .routes(routes!(
            recommendation_profile::get::get_my_recommendation_profile,
            recommendation_profile::put::put_my_recommendation_profile
        ))
        // My organization
        .routes(routes!(
            my_organization::get::get_my_organization,
            my_organization::create::register_organization,
            my_organization::put::put_my_organization
        ))
        .routes(routes!(my_organization::primary_contact::put_my_primary_contact))
        .routes(routes!(sponsors::list::list_my_sponsors, sponsors::add::add_my_sponsor))
        .routes(routes!(
            sponsors::get::get_my_sponsor,
            sponsors::put::put_my_sponsor,
            sponsors::remove::remove_my_sponsor
        ))
        .routes(routes!(members::list::list_my_members, members::create::create_my_member))
        .routes(routes!(
            members::get::get_my_member,
            members::put::put_my_member,
            members::delete::delete_my_member
        ))
        .routes(routes!(
            members::preferences::get::get_my_member_preferences,
            members::preferences::put::put_my_member_preferences
        ))
        .routes(routes!(roster_tags::list::list_my_roster_tags, roster_tags::create::create_my_roster_tag))
        .routes(routes!(title_availabilities::list_my_title_availabilities))
        .routes(routes!(organization_types::list::list_organization_types))
        .routes(routes!(reference_organizations::list::list_reference_organizations))
        // Limited-client services
        .routes(routes!(
            competent_authority::get::get_confirmation,
            competent_authority::confirm::confirm_disability
        ))
        .routes(routes!(utm::record::record_referral))
        .routes(routes!(user_names::get::get_user_name))
        // Membership: organizations
        .routes(routes!(organizations::create::create_organization))
        .routes(routes!(organizations::get::get_organization, organizations::put::put_organization))
        .routes(routes!(organizations::primary_contact::put_primary_contact))
        .routes(routes!(
            organizations::members::list::list_members,
            organizations::members::create::add_member
        ))
        // Membership: accounts
        .routes(routes!(accounts::create::create_account))
        .routes(routes!(accounts::get::get_account, accounts::put::put_account))
        .routes(routes!(accounts::password::put_account_password))
        .routes(routes!(
            accounts::subscriptions::list::list_account_subscriptions,
            accounts::subscriptions::create::create_account_subscription
        ))
        .routes(routes!(
            accounts::subscriptions::get::get_account_subscription,
            accounts::subscriptions::put::put_account_subscription
        ))
        .routes(routes!(subscription_types::list::list_subscription_types))
        .routes(routes!(accounts::proofs::get::list_account_proofs, accounts::proofs::add::add_account_proof))
        .routes(routes!(
            accounts::proofs::put::put_account_proof,
            accounts::proofs::remove::remove_account_proof
        ))
        .routes(routes!(
            accounts::agreements::list::list_account_agreements,
            accounts::agreements::create::create_account_agreement
        ))
        .routes(routes!(accounts::agreements::get::get_account_agreement))
        .routes(routes!(accounts::agreements::expire::expire_account_agreement))
        .routes(routes!(
            accounts::preferences::get::get_account_preferences,
            accounts::preferences::put::put_account_preferences
        ))
        .routes(routes!(
            accounts::recommendation_profile::get::get_account_recommendation_profile,
            accounts::recommendation_profile::put::put_account_recommendation_profile
        ))
        .routes(routes!(
            accounts::lists::list::list_account_lists,
            accounts::lists::create::create_account_list
        ))
        // Bookmarks, highlights, reading
        .routes(routes!(
            bookmarks::list_bookmarks,
            save_bookmark::save_bookmark,
            delete_bookmark::delete_bookmark
        ))
        .routes(routes!(
            highlights::list_highlights,
            create_highlight::create_highlight,
            update_highlight::update_highlight,
            delete_highlight::delete_highlight
        ))
        .routes(routes!(record_event::record_reading_event))
        .routes(routes!(position::get_reading_position))
        // Documents
        .routes(routes!(my_documents::delete::delete_my_document))
        // The partner's drive
        .routes(routes!(
            partner_access_token::create::create_partner_access_token,
            partner_access_token::delete::delete_partner_access_token
        ))
}

/// Endpoints for which a signed ticket replaces key and token.
fn routes_with_ticket() -> OpenApiRouter<Api> {
    OpenApiRouter::new().routes(routes!(file::get_title_resource)).routes(routes!(file::get_edition_resource))
}

/// Endpoints that accept files, each with its files.
fn routes_with_files() -> [(OpenApiRouter<Api>, FileParts); 2] {
    let documents = OpenApiRouter::new()
        .routes(routes!(my_documents::list::list_my_documents, my_documents::create::create_my_document));
    let catalog =
        OpenApiRouter::new().routes(routes!(catalog::list::list_catalog, catalog::submit::submit_title));
    [(documents, my_documents::DOCUMENT_FILES), (catalog, catalog::TITLE_FILES)]
}

/// The router of the API, the delivery address and the covers.
pub fn new_router(api: &Api) -> Router {
    let keyed = routes_with_key().route_layer(middleware::from_fn_with_state(api.clone(), check_request));
    let ticketed =
        routes_with_ticket().route_layer(middleware::from_fn_with_state(api.clone(), gate_or_ticket));
    let mut interface = keyed.merge(ticketed);
    for (routes, files) in routes_with_files() {
        let gate = middleware::from_fn_with_state((api.clone(), files), gate_with_files);
        interface = interface.merge(routes.route_layer(gate));
    }
    let (interface, _) = interface.split_for_parts();
    // Reserved words are neither identifiers nor formats (docs/rules/titles.md#rule-1): always 404, with or
    // without a key.
    let interface = RESERVED_SEGMENTS.iter().fold(interface, |routes, word| {
        let mut paths = vec![
            format!("/v2/titles/{{serviceId}}/{word}/resources"),
            format!("/v2/titles/{{serviceId}}/{word}/resources/{{resourceId}}"),
        ];
        paths.extend((*word != "count").then(|| format!("/v2/titles/{word}")));
        let is_endpoint = ["history", "source", "status"].contains(word);
        paths.extend((!is_endpoint).then(|| format!("/v2/titles/{{serviceId}}/{word}")));
        paths.into_iter().fold(routes, |routes, path| routes.route(&path, any(unknown_path)))
    });
    let files = Router::new()
        .route("/delivery/{ticket}", get(fetch::fetch_delivery))
        .route("/covers/{name}", get(cover::get_cover));
    interface
        .merge(files)
        .fallback(unknown_path)
        .method_not_allowed_fallback(async || ApiError::from(HttpError::MethodNotAllowed))
        .layer(middleware::from_fn(add_cors_headers))
        .with_state(api.clone())
}

/// The OpenAPI document: what `openshelf openapi` prints.
pub fn openapi_document() -> OpenApi {
    let ticketed =
        OpenApiRouter::with_openapi(crate::openapi::with_tickets(routes_with_ticket().into_openapi()));
    let interface = routes_with_key().merge(ticketed);
    let all = routes_with_files().into_iter().fold(interface, |all, (routes, _)| all.merge(routes));
    crate::openapi::complete_document(all.into_openapi())
}

/// 410 for endpoints that were removed (docs/rules/requests.md#rule-7), 404 for everything else.
async fn unknown_path(request: Request) -> ApiError {
    let gone = crate::removed::was_removed(request.uri().path());
    if gone { HttpError::Gone.into() } else { ErrorKey::NotFound.into() }
}
