//! Erasing people and organizations: a preview with a confirmation that is typed, holds, and certificates
//! (docs/rules/erasure.md).

mod certificate;
mod organization;
mod person;
mod wording;

use axum::Router;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};

use crate::{Fields, InputField, Page, Pages};

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/desk/people/{id}/erase", get(person::show_form).post(person::erase_person))
        .route("/desk/people/{id}/hold", post(person::hold_person))
        .route("/desk/people/{id}/release-hold", post(person::release_person))
        .route(
            "/desk/organizations/{id}/erase",
            get(organization::show_form).post(organization::erase_organization),
        )
        .route("/desk/erasures/{number}", get(certificate::show_page))
        .route("/desk/erasures/{number}/certificate.txt", get(certificate::download))
}

fn certificate_path(number: i64) -> String {
    format!("/desk/erasures/{number}")
}

/// The page as the response to a form that changed nothing.
fn as_refusal(mut page: Response) -> Response {
    *page.status_mut() = StatusCode::BAD_REQUEST;
    page
}

/// The field in which the identifier is typed, to confirm an erasure.
fn identifier_field(page: &Page<'_>, id: &str) -> InputField {
    InputField::new_required(page, "identifier", "erasure-identifier")
        .with_hint(page.with_name("erasure-identifier-hint", id))
}

/// The field as it was typed. It has an error unless it is this identifier.
fn read_identifier(page: &Page<'_>, fields: &Fields, id: &str) -> InputField {
    let mut field = identifier_field(page, id).read_from(page, fields);
    if field.error.is_none() && field.value != id {
        field.error = Some(page.text("erasure-identifier-wrong"));
    }
    field
}
