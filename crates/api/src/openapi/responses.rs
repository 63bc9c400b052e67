//! Responses with errors: the keys of an operation by status. Status and key come from the one table of keys.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use utoipa::openapi::{ContentBuilder, Ref, Response, ResponseBuilder};

use crate::http::ApiError;

/// The text for the keys of access rules, which are not in the table.
const ACCESS_RULE_KEYS: &str = "the key of an access rule";

/// A key of an operation.
#[derive(Debug)]
struct DescribedError {
    status: StatusCode,
    key: &'static str,
    /// Empty if the key says everything.
    reason: &'static str,
}

#[derive(Debug, Default)]
pub(super) struct ErrorList(Vec<DescribedError>);

impl ErrorList {
    /// Adds an error. The reason for an error that is already in the list replaces its reason.
    pub(super) fn add(&mut self, error: impl Into<ApiError>, reason: &'static str) {
        let error = error.into();
        self.add_key(error.status(), error.key(), reason);
    }

    /// Adds the keys of access rules (docs/rules/access.md).
    pub(super) fn add_access_rules(&mut self) {
        self.add_key(StatusCode::FORBIDDEN, ACCESS_RULE_KEYS, "");
    }

    fn add_key(&mut self, status: StatusCode, key: &'static str, reason: &'static str) {
        match self.0.iter_mut().find(|one| one.key == key) {
            Some(one) if !reason.is_empty() => one.reason = reason,
            Some(_) => {}
            None => self.0.push(DescribedError { status, key, reason }),
        }
    }

    pub(super) fn extend(&mut self, more: Self) {
        more.0.into_iter().for_each(|one| self.add_key(one.status, one.key, one.reason));
    }

    pub(super) fn into_responses(self) -> impl Iterator<Item = (String, Response)> {
        let mut texts: BTreeMap<u16, Vec<String>> = BTreeMap::new();
        for DescribedError { status, key, reason } in self.0 {
            let text = if reason.is_empty() { key.to_owned() } else { format!("{key}: {reason}") };
            texts.entry(status.as_u16()).or_default().push(text);
        }
        texts.into_iter().map(|(status, texts)| (status.to_string(), error_response(texts.join("; "))))
    }
}

fn error_response(text: String) -> Response {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    ResponseBuilder::new().description(text).content("application/json", body).build()
}

#[cfg(test)]
mod tests {
    use super::ErrorList;
    use crate::http::errors::ErrorKey;

    #[test]
    fn keys_are_listed_by_status_and_a_reason_is_kept() {
        let mut errors = ErrorList::default();
        errors.add(ErrorKey::InvalidApiKey, "");
        errors.add(ErrorKey::Forbidden, "not staff");
        errors.add(ErrorKey::Forbidden, "");
        errors.add(ErrorKey::ListNotFound, "");
        errors.add_access_rules();
        let responses: Vec<(String, String)> =
            errors.into_responses().map(|(status, response)| (status, response.description)).collect();
        let expected = [
            ("403", "INVALID_API_KEY; FORBIDDEN: not staff; the key of an access rule"),
            ("404", "LIST_NOT_FOUND"),
        ];
        assert_eq!(responses, expected.map(|(status, text)| (status.to_owned(), text.to_owned())));
    }
}
