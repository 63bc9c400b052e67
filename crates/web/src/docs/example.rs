//! The example of an operation: its request, and what it returns.

use serde_json::Value;
use url::form_urlencoded;

use super::model::{as_list, as_members};

/// The placeholder for the key of the reader's app.
const KEY_PLACEHOLDER: &str = "YOUR_KEY";

/// A request and its response, as text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RecordedExample {
    pub(super) request: String,
    pub(super) status: String,
    /// Empty without a body.
    pub(super) response: String,
}

impl RecordedExample {
    /// The example in an operation's parameters, body and responses. `None` if they have none.
    pub(super) fn from_operation(method: &str, path: &str, operation: &Value) -> Option<Self> {
        let given: Vec<(&str, &str, String)> = as_list(&operation["parameters"])
            .iter()
            .filter_map(|parameter| {
                let value = query_text(parameter.get("example")?);
                Some((parameter["in"].as_str()?, parameter["name"].as_str()?, value))
            })
            .collect();
        let body = first_example(&operation["requestBody"]["content"]);
        let responses = || as_members(&operation["responses"]);
        let response =
            responses().find_map(|(status, response)| Some((status, first_example(&response["content"])?)));
        if given.is_empty() && body.is_none() && response.is_none() {
            return None;
        }
        let mut address = path.to_owned();
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("api_key", KEY_PLACEHOLDER);
        for (place, name, value) in &given {
            if *place == "path" {
                let encoded: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
                // In a path, a plus sign is literal.
                address = address.replace(&format!("{{{name}}}"), &encoded.replace('+', "%20"));
            } else {
                query.append_pair(name, value);
            }
        }
        let mut request = format!("{} {address}?{}", method.to_uppercase(), query.finish());
        if let Some(body) = body {
            request.push_str("\nContent-Type: application/json\n\n");
            request.push_str(&pretty_json(body));
        }
        let (status, response) = match response {
            Some((status, response)) => (status, pretty_json(response)),
            None => (responses().map(|(status, _)| status).find(|status| is_success(status))?, String::new()),
        };
        Some(Self { request, status: status.to_owned(), response })
    }
}

/// The example of the first media type that has one.
fn first_example(content: &Value) -> Option<&Value> {
    as_members(content).find_map(|(_, content)| content.get("example"))
}

/// Returns true for a status of success or of a redirection.
fn is_success(status: &str) -> bool {
    status.starts_with(['2', '3'])
}

/// A parameter in the form of the query.
fn query_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(query_text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

fn pretty_json(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::RecordedExample;

    #[test]
    fn a_request_has_its_parameters_in_path_query_and_body() {
        let operation = json!({
            "parameters": [
                {"in": "path", "name": "id", "example": "a b"},
                {"in": "query", "name": "format", "example": ["DAISY", "BRF"]},
                {"in": "query", "name": "limit"}
            ],
            "requestBody": {"content": {"application/json": {"example": {"name": "New"}}}},
            "responses": {"200": {"content": {"application/json": {"example": {"id": 1}}}}}
        });
        let example = RecordedExample::from_operation("put", "/v2/lists/{id}", &operation).unwrap();
        assert_eq!(
            example.request,
            "PUT /v2/lists/a%20b?api_key=YOUR_KEY&format=DAISY%2CBRF\nContent-Type: application/json\n\n{\n  \
             \"name\": \"New\"\n}"
        );
        assert_eq!((example.status.as_str(), example.response.as_str()), ("200", "{\n  \"id\": 1\n}"));
    }

    #[test]
    fn an_operation_may_have_no_example_or_no_response() {
        assert_eq!(RecordedExample::from_operation("get", "/", &json!({"responses": {"200": {}}})), None);
        let operation = json!({
            "parameters": [{"in": "path", "name": "id", "example": 7}],
            "responses": {"204": {"description": "Done"}, "404": {}}
        });
        let example = RecordedExample::from_operation("delete", "/v2/titles/{id}", &operation).unwrap();
        assert_eq!(example.request, "DELETE /v2/titles/7?api_key=YOUR_KEY");
        assert_eq!((example.status.as_str(), example.response.as_str()), ("204", ""));
    }
}
