//! An example of each operation: a request and its response, recorded from a run of the tests against the
//! sandbox (`make examples`).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::openapi::path::{Operation, ParameterBuilder};
use utoipa::openapi::{Content, RefOr};

/// The recorded examples, by the identifier of the operation.
const RECORDED_EXAMPLES: &str = include_str!("../../examples.json");

/// A request and its response.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RecordedExample {
    /// Parameters of path and query.
    #[serde(default)]
    parameters: Map<String, Value>,
    /// Members of the form or of the JSON object.
    #[serde(default)]
    body: Option<Value>,
    status: String,
    /// The response, if it is JSON.
    #[serde(default)]
    response: Option<Value>,
}

/// The examples, by the identifier of the operation.
pub(super) struct Examples(BTreeMap<String, RecordedExample>);

impl Examples {
    pub(super) fn parse_recorded() -> Self {
        Self(serde_json::from_str(RECORDED_EXAMPLES).unwrap_or_default())
    }

    pub(super) fn add_to(&self, operation: &mut Operation) {
        let Some(example) = operation.operation_id.as_ref().and_then(|id| self.0.get(id)) else { return };
        for parameter in operation.parameters.iter_mut().flatten() {
            if let RefOr::T(parameter) = parameter
                && let Some(value) = example.parameters.get(&parameter.name)
            {
                let builder = ParameterBuilder::from(parameter.clone()).example(Some(value.clone()));
                *parameter = builder.build();
            }
        }
        if let (Some(body), Some(RefOr::T(request))) = (&example.body, &mut operation.request_body) {
            set_example(request.content.values_mut(), body);
        }
        let responses = &mut operation.responses.responses;
        if let (Some(response), Some(RefOr::T(described))) =
            (&example.response, responses.get_mut(&example.status))
        {
            set_example(described.content.values_mut(), response);
        }
    }
}

fn set_example<'a>(contents: impl Iterator<Item = &'a mut RefOr<Content>>, example: &Value) {
    for content in contents {
        if let RefOr::T(content) = content {
            content.example = Some(example.clone());
        }
    }
}
