//! The example of an operation: its request, and what it returns.

use serde_json::Value;
use url::form_urlencoded;

use super::model::{as_list, as_members};

/// The placeholder for the key of the reader's app.
const KEY_PLACEHOLDER: &str = "YOUR_KEY";

/// The media type of most bodies.
const JSON: &str = "application/json";

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
        let body = find_example(&operation["requestBody"]["content"]);
        let responses = || as_members(&operation["responses"]);
        let response =
            responses().find_map(|(status, response)| Some((status, find_example(&response["content"])?.1)));
        let recorded_status = operation["x-example-status"].as_str();
        if given.is_empty() && body.is_none() && response.is_none() && recorded_status.is_none() {
            return None;
        }
        let is_of_token_server = path.starts_with("/oauth/");
        let mut address = path.to_owned();
        let mut query = form_urlencoded::Serializer::new(String::new());
        if !is_of_token_server {
            query.append_pair("api_key", KEY_PLACEHOLDER);
        }
        for (place, name, value) in &given {
            if *place == "path" {
                let encoded: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
                // In a path, a plus sign is literal.
                address = address.replace(&format!("{{{name}}}"), &encoded.replace('+', "%20"));
            } else {
                query.append_pair(name, value);
            }
        }
        let query = query.finish();
        let separator = if query.is_empty() { "" } else { "?" };
        let mut request = format!("{} {address}{separator}{query}", method.to_uppercase());
        if let Some((media_type, body)) = body {
            request.push_str("\nContent-Type: ");
            request.push_str(media_type);
            request.push_str("\n\n");
            request.push_str(&body_text(media_type, body));
        }
        let first_success = || responses().map(|(status, _)| status).find(|status| is_success(status));
        let (status, response) = match response {
            Some((status, response)) => (status, response_text(response)),
            None => (recorded_status.or_else(first_success)?, String::new()),
        };
        Some(Self { request, status: status.to_owned(), response })
    }
}

/// The example that is JSON, otherwise that of the first media type that has one.
fn find_example(content: &Value) -> Option<(&str, &Value)> {
    let examples = || as_members(content).filter_map(|(kind, content)| Some((kind, content.get("example")?)));
    examples().find(|(kind, _)| *kind == JSON).or_else(|| examples().next())
}

/// A body in its media type; of a form with files, one line for each field.
fn body_text(media_type: &str, body: &Value) -> String {
    if media_type == JSON {
        return pretty_json(body);
    }
    let fields = as_members(body).map(|(name, value)| (name, query_text(value)));
    if media_type == "multipart/form-data" {
        return fields.map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("\n");
    }
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// The text of a page, or a record as JSON.
fn response_text(response: &Value) -> String {
    response.as_str().map_or_else(|| pretty_json(response), str::to_owned)
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
        let bare = json!({"x-example-status": "204", "responses": {"204": {"description": "Done"}}});
        let example = RecordedExample::from_operation("delete", "/v2/token", &bare).unwrap();
        assert_eq!(
            (example.request.as_str(), example.status.as_str()),
            ("DELETE /v2/token?api_key=YOUR_KEY", "204")
        );
    }

    #[test]
    fn a_form_is_shown_as_a_form_and_a_page_as_its_text() {
        let operation = json!({
            "requestBody": {"content": {"application/x-www-form-urlencoded": {"example": {"token": "a b"}}}},
            "responses": {"200": {"content": {"text/html": {"example": "<h1>Sign in</h1>"}}}}
        });
        let example = RecordedExample::from_operation("post", "/oauth/token", &operation).unwrap();
        assert_eq!(
            example.request,
            "POST /oauth/token\nContent-Type: application/x-www-form-urlencoded\n\ntoken=a+b"
        );
        assert_eq!((example.status.as_str(), example.response.as_str()), ("200", "<h1>Sign in</h1>"));
        let operation = json!({
            "requestBody": {"content": {"multipart/form-data": {"example": {"title": "New", "EPUB3": "a.epub"}}}},
            "responses": {"202": {"description": "Accepted"}}
        });
        let example = RecordedExample::from_operation("post", "/v2/catalog", &operation).unwrap();
        let head = "POST /v2/catalog?api_key=YOUR_KEY\nContent-Type: multipart/form-data\n\n";
        assert_eq!(example.request, format!("{head}EPUB3: a.epub\ntitle: New"));
    }
}
