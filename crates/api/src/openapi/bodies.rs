//! Bodies: a form, or one flat JSON object with the same members (spec 4, section 0 point 1).

use utoipa::openapi::RefOr;
use utoipa::openapi::path::Operation;

/// Adds the JSON object to an operation that describes a form.
pub(super) fn add_json(operation: &mut Operation) {
    let Some(RefOr::T(body)) = &mut operation.request_body else { return };
    if let Some(form) = body.content.get("application/x-www-form-urlencoded").cloned() {
        body.content.insert("application/json".to_owned(), form);
    }
}
