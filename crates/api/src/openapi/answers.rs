//! Responses from before the handlers, or from their extractors.

use std::collections::BTreeSet;

use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Required, Response, ResponseBuilder};

use super::records::collect_references;

/// Responses that every endpoint under /v2 can give, independent of its handler
/// (docs/rules/errors.md#rule-3).
const COMMON_ANSWERS: [(&str, &str); 5] = [
    ("401", "UNAUTHORIZED: the access token is unknown, expired or revoked"),
    ("403", INVALID_KEY),
    ("406", "NOT_ACCEPTABLE: the answer is JSON"),
    ("429", "TOO_MANY_REQUESTS"),
    ("500", "INTERNAL_ERROR"),
];
/// Additional responses of endpoints with parameters or a body.
const WITH_PARAMETERS: (&str, &str) = ("400", "INVALID_PARAMETER: each bad parameter is named");
/// Additional responses of endpoints whose method has a body.
const WITH_BODY: (&str, &str) = ("415", "UNSUPPORTED_MEDIA_TYPE");
/// The error for a missing or unknown key.
const INVALID_KEY: &str = "INVALID_API_KEY";
/// The error for a missing required parameter.
const MISSING_PARAMETER_KEY: &str = "MISSING_PARAMETER";
/// The errors for invalid paging parameters.
const PAGING_ERRORS: [(&str, &str); 2] = [("start", "INVALID_START"), ("limit", "INVALID_LIMIT")];

/// Beginnings of the descriptions of callers (`x-who`) that include guests.
const GUEST_PHRASES: [&str; 2] = ["Anyone with", "Keys with"];

/// Returns true if every guest is refused. An operation that refuses only some of them describes its 401
/// itself.
pub(super) fn refuses_guests(operation: &Operation) -> bool {
    let who = operation.extensions.as_ref().and_then(|extensions| extensions.get("x-who")?.as_str());
    let admits_guests = who.is_none_or(|who| GUEST_PHRASES.iter().any(|begin| who.starts_with(begin)));
    !admits_guests && !operation.responses.responses.contains_key("401")
}

/// Adds the response to guests.
pub(super) fn refuse_guests(operation: &mut Operation) {
    operation.responses.responses.insert("401".into(), RefOr::T(error_response("UNAUTHORIZED")));
}

/// Adds them to an operation: those that it does not describe itself, and missing keys in its own texts.
/// `demanding` are the names of the forms with required members.
pub(super) fn add(operation: &mut Operation, takes_body: bool, demanding: &BTreeSet<String>) {
    for (status, what) in common_answers(operation, takes_body) {
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(|| RefOr::T(error_response(what)));
    }
    name_key(operation, "403", INVALID_KEY);
    for (parameter, key) in PAGING_ERRORS {
        if has_query_param(operation, parameter) {
            name_key(operation, "400", key);
        }
    }
    if requires_something(operation, demanding) {
        name_key(operation, "400", MISSING_PARAMETER_KEY);
    }
}

fn common_answers(operation: &Operation, takes_body: bool) -> Vec<(&'static str, &'static str)> {
    let mut answers = COMMON_ANSWERS.to_vec();
    let parameters = operation.parameters.as_ref().is_some_and(|parameters| !parameters.is_empty());
    if parameters || operation.request_body.is_some() {
        answers.push(WITH_PARAMETERS);
    }
    answers.extend(takes_body.then_some(WITH_BODY));
    answers
}

/// Puts a key before the text of a response that does not mention it.
fn name_key(operation: &mut Operation, status: &str, key: &str) {
    if let Some(RefOr::T(response)) = operation.responses.responses.get_mut(status)
        && !response.description.contains(key)
    {
        response.description = format!("{key}; {}", response.description);
    }
}

/// Returns true if there is a parameter of this name in the query.
fn has_query_param(operation: &Operation, name: &str) -> bool {
    operation.parameters.iter().flatten().any(|parameter| match parameter {
        RefOr::T(parameter) => parameter.parameter_in == ParameterIn::Query && parameter.name == name,
        RefOr::Ref(_) => false,
    })
}

/// Returns true if a parameter or a member of the body is required.
fn requires_something(operation: &Operation, demanding: &BTreeSet<String>) -> bool {
    let in_query = operation.parameters.iter().flatten().any(|parameter| match parameter {
        RefOr::T(parameter) => {
            parameter.parameter_in == ParameterIn::Query && parameter.required == Required::True
        }
        RefOr::Ref(_) => false,
    });
    in_query || requires_body(operation, demanding)
}

/// Returns true if a member of the body is required.
pub(super) fn requires_body(operation: &Operation, demanding: &BTreeSet<String>) -> bool {
    operation.request_body.as_ref().is_some_and(|body| {
        let mut forms = Vec::new();
        collect_references(&serde_json::to_value(body).unwrap_or_default(), &mut forms);
        forms.iter().any(|form| demanding.contains(form))
    })
}

fn error_response(what: &str) -> Response {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    ResponseBuilder::new().description(what).content("application/json", body).build()
}
