//! /desk: the membership desk. Membership staff find a person, see everything about the person on one page,
//! ask why a title is closed to the person, and create accounts.

mod account_merge;
mod audit;
mod duplicates;
mod email;
mod erasure;
mod lock;
mod new_person;
mod person;
mod person_data;
mod question;
mod reports;
mod search;
mod why;
mod wording;
mod work;

pub(crate) use wording::{account_state_text, list_roles, role_name, sign_in_name_text, source_name};
pub(crate) use work::reason_text;

use axum::Router;
use axum::routing::{get, post};
use domain::ids::{AccountId, OrganizationId};

use crate::{Pages, percent_encode};

/// The address of the search.
pub(crate) const START_PATH: &str = "/desk";

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/desk", get(search::show_page))
        .route("/desk/audit", get(audit::show_page))
        .route("/desk/duplicates", get(duplicates::show_page).post(duplicates::mark_distinct))
        .route("/desk/people/new", get(new_person::show_form).post(new_person::create_account))
        .route("/desk/people/{id}", get(person::show_page))
        .route("/desk/people/{id}/disabilities", post(person::show_disabilities))
        .route("/desk/people/{id}/data", get(person_data::show_page).post(person_data::export))
        .route("/desk/people/{id}/lock", get(lock::show_question).post(lock::set_state))
        .route("/desk/people/{id}/why", get(why::show_page))
        .merge(account_merge::routes())
        .merge(email::routes())
        .merge(erasure::routes())
        .merge(reports::routes())
        .merge(work::routes())
}

/// The address of the page about a person.
pub(crate) fn person_path(id: &AccountId) -> String {
    format!("{START_PATH}/people/{}", percent_encode(id.as_str()))
}

/// The address of the page about an organization.
fn organization_path(id: &OrganizationId) -> String {
    format!("{START_PATH}/organizations/{}", percent_encode(id.as_str()))
}
