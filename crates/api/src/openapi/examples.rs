//! An example of each operation: a request and its response, recorded from a run of the tests against the
//! sandbox (`make examples`).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, ParameterBuilder};
use utoipa::openapi::{Content, OpenApi, RefOr};

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
    /// The response, if it is JSON; the beginning of a page.
    #[serde(default)]
    response: Option<Value>,
}

/// The examples, by the identifier of the operation.
struct Examples(BTreeMap<String, RecordedExample>);

/// Adds the recorded examples to the operations of a document.
pub fn add_recorded_examples(document: &mut OpenApi) {
    let examples = Examples::parse_recorded();
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            examples.add_to(operation);
        }
    }
}

impl Examples {
    fn parse_recorded() -> Self {
        Self(serde_json::from_str(RECORDED_EXAMPLES).unwrap_or_default())
    }

    fn add_to(&self, operation: &mut Operation) {
        let Some(example) = operation.operation_id.as_ref().and_then(|id| self.0.get(id)) else { return };
        // A request without parameters and a response without a body have no other place for an example.
        let status = ExtensionsBuilder::new().add("x-example-status", example.status.as_str()).build();
        operation.extensions.get_or_insert_default().merge(status);
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
