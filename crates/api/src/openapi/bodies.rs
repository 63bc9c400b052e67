//! Bodies: a form, or one flat JSON object with the same members (docs/rules/requests.md#rule-2).

use utoipa::openapi::path::Operation;
use utoipa::openapi::{RefOr, Required};

/// States whether a request without a body is refused: only if a member of the body is required. A PUT
/// changes what is sent (docs/rules/requests.md#rule-3), so one without a body changes nothing.
pub(super) fn set_required(operation: &mut Operation, is_required: bool) {
    if let Some(RefOr::T(body)) = &mut operation.request_body {
        body.required = Some(if is_required { Required::True } else { Required::False });
    }
}

/// Adds the JSON object to an operation that describes a form.
pub(super) fn add_json(operation: &mut Operation) {
    let Some(RefOr::T(body)) = &mut operation.request_body else { return };
    if let Some(form) = body.content.get("application/x-www-form-urlencoded").cloned() {
        body.content.insert("application/json".to_owned(), form);
    }
}
