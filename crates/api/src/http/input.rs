//! One flat, multi-valued map of all parameters of a request: query, form or JSON object
//! (docs/rules/requests.md#rule-2, docs/rules/requests.md#rule-3), and the files of a multipart body
//! ([`multipart`](super::multipart)). Bodies are limited.

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use serde_json::{Number, Value};

use crate::http::{ApiError, ErrorKey, HttpError, Result, Upload};

/// Size limit of a form or JSON body, and of the texts of a multipart body together, in bytes.
pub const BODY_LIMIT: usize = 1 << 20;

/// The request's parameters in the order sent: query first, then body.
#[derive(Debug, Clone, Default)]
pub struct Input {
    pairs: Vec<(String, String)>,
    /// Names of the members of a JSON body that are objects, or lists of objects or lists: faults if they are
    /// parameters, ignored otherwise (docs/rules/requests.md#rule-3).
    nested: Vec<String>,
    /// Files by the names of their parts; `None` for a file that is too large.
    files: Vec<(String, Option<Upload>)>,
    /// Why the body could not be read: reported when the parameters are extracted, because key and token are
    /// checked before them (docs/rules/requests.md#rule-5).
    fault: Option<(ErrorKey, String)>,
}

impl Input {
    /// Reads only the query.
    pub fn from_query(parts: &Parts) -> Self {
        let mut input = Self::default();
        if let Some(query) = parts.uri.query() {
            input.add_form(query.as_bytes());
        }
        // The literal `null` for `start` is the first page (docs/rules/requests.md#rule-10).
        input.pairs.retain(|(name, value)| name != "start" || value != "null");
        input
    }

    pub async fn read(parts: &Parts, body: Body) -> Result<Self> {
        let mut input = Self::from_query(parts);
        if parts.method == Method::GET || parts.method == Method::HEAD {
            return Ok(input);
        }
        let media = BodyMedia::from_headers(parts)?;
        match axum::body::to_bytes(body, BODY_LIMIT).await {
            Ok(bytes) if bytes.is_empty() => {}
            Ok(bytes) if media == BodyMedia::Json => input.add_json(&bytes),
            Ok(bytes) => input.add_form(&bytes),
            Err(_) => input.set_fault(ErrorKey::BadRequest, "The body is too large or was cut off.".into()),
        }
        Ok(input)
    }

    /// The first non-empty value.
    pub fn first_value<'a>(&'a self, name: &str) -> Option<&'a str> {
        self.pairs
            .iter()
            .find(|(key, value)| key == name && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    pub fn non_empty_values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        self.all_values(name).filter(|value| !value.is_empty())
    }

    /// All values, including empty ones: an empty value clears a field in a PUT
    /// (docs/rules/requests.md#rule-3).
    pub fn all_values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        self.pairs.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns true if the JSON body has an object, or a list of objects or lists, under this name.
    pub fn is_nested(&self, name: &str) -> bool {
        self.nested.iter().any(|nested| nested == name)
    }

    /// The reason for which the body could not be read, if any.
    pub fn body_fault(&self) -> Option<ApiError> {
        self.fault.as_ref().map(|(key, reason)| ApiError::new(*key, vec![reason.clone()]))
    }

    /// The files of the parts with this name; `None` for a file that is too large.
    pub fn files<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Option<&'a Upload>> + 'a {
        self.files.iter().filter(move |(key, _)| key == name).map(|(_, file)| file.as_ref())
    }

    pub(super) fn add_text(&mut self, name: String, text: String) {
        self.pairs.push((name, text));
    }

    pub(super) fn add_file(&mut self, name: String, file: Upload) {
        self.files.push((name, Some(file)));
    }

    /// Records that the file of a part was too large.
    pub(super) fn note_file_too_large(&mut self, name: &str) {
        if self.files(name).all(|file| file.is_some()) {
            self.files.push((name.to_owned(), None));
        }
    }

    /// Returns true if a file was too large.
    pub(super) fn has_file_too_large(&self) -> bool {
        self.files.iter().any(|(_, file)| file.is_none())
    }

    /// Records why the body could not be read.
    pub(crate) fn set_fault(&mut self, key: ErrorKey, reason: String) {
        self.fault = Some((key, reason));
    }

    fn add_form(&mut self, bytes: &[u8]) {
        if percent_encoding::percent_decode(bytes).decode_utf8().is_err() {
            self.set_fault(ErrorKey::BadRequest, "The parameters are not UTF-8.".to_owned());
        }
        self.pairs.extend(url::form_urlencoded::parse(bytes).map(|(k, v)| (k.into_owned(), v.into_owned())));
    }

    fn add_json(&mut self, bytes: &[u8]) {
        match serde_json::from_slice::<serde_json::Map<String, Value>>(bytes) {
            Ok(object) => {
                for (name, value) in object {
                    self.add_value(&name, value);
                }
            }
            Err(error) => self
                .set_fault(ErrorKey::BadRequest, format!("The body is not one flat JSON object: {error}.")),
        }
    }

    fn add_value(&mut self, name: &str, value: Value) {
        match value {
            Value::Array(items) if items.iter().any(|item| item.is_array() || item.is_object()) => {
                self.nested.push(name.to_owned());
            }
            Value::Object(_) => self.nested.push(name.to_owned()),
            // An empty list counts as sent: it clears, like an empty value of a form.
            Value::Array(items) if items.is_empty() => self.pairs.push((name.to_owned(), String::new())),
            Value::Array(items) => items.into_iter().for_each(|item| self.add_value(name, item)),
            Value::Null => self.pairs.push((name.to_owned(), String::new())),
            Value::String(text) => self.pairs.push((name.to_owned(), text)),
            Value::Number(number) => self.pairs.push((name.to_owned(), format_number(&number))),
            Value::Bool(value) => self.pairs.push((name.to_owned(), value.to_string())),
        }
    }
}

/// A number of a JSON body as text. JSON has one type of number, and some clients write integers as `40.0`.
fn format_number(number: &Number) -> String {
    /// Larger floats do not name one integer.
    const MAX_EXACT: f64 = 9_007_199_254_740_991.0;
    let integer = number
        .as_f64()
        .filter(|value| number.is_f64() && value.fract() == 0.0 && (-MAX_EXACT..=MAX_EXACT).contains(value));
    integer.map_or_else(|| number.to_string(), |value| format!("{value:.0}"))
}

/// Returns true for a compressed body: it is not decoded, so its bytes are neither a form nor JSON (RFC 9110,
/// 8.4).
pub(super) fn is_compressed(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(header::CONTENT_ENCODING).iter();
    codings.any(|coding| !coding.is_empty() && !coding.as_bytes().eq_ignore_ascii_case(b"identity"))
}

/// The media types a body may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BodyMedia {
    Form,
    Json,
}

impl BodyMedia {
    /// A body without a media type is a form (docs/rules/requests.md#rule-2).
    fn from_headers(parts: &Parts) -> Result<Self> {
        if is_compressed(&parts.headers) {
            return Err(HttpError::UnsupportedMediaType.into());
        }
        let Some(value) = parts.headers.get(header::CONTENT_TYPE) else { return Ok(Self::Form) };
        let text = value.to_str().unwrap_or_default();
        let essence = text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match essence.as_str() {
            "application/x-www-form-urlencoded" => Ok(Self::Form),
            "application/json" => Ok(Self::Json),
            _ => Err(HttpError::UnsupportedMediaType.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;

    use super::Input;

    async fn read_input(request: Request<&'static str>) -> super::Result<Input> {
        let (parts, body) = request.into_parts();
        Input::read(&parts, Body::from(body)).await
    }

    #[tokio::test]
    async fn query_and_form_are_merged_query_first() {
        let request = Request::post("/x?a=1&a=%2B").body("a=2&b=c+d").unwrap();
        let input = read_input(request).await.unwrap();
        assert_eq!(input.non_empty_values("a").collect::<Vec<_>>(), ["1", "+", "2"]);
        assert_eq!(input.first_value("b"), Some("c d"));
    }

    #[tokio::test]
    async fn a_json_object_is_flat() {
        let json = r#"{"api_key":"k","authors":["A","B"],"limit":5,"adult":true,"note":null}"#;
        let request = Request::put("/x").header("content-type", "application/json; charset=utf-8").body(json);
        let input = read_input(request.unwrap()).await.unwrap();
        assert_eq!(input.first_value("api_key"), Some("k"));
        assert_eq!(input.non_empty_values("authors").collect::<Vec<_>>(), ["A", "B"]);
        assert_eq!((input.first_value("limit"), input.first_value("adult")), (Some("5"), Some("true")));
        assert_eq!((input.first_value("note"), input.all_values("note").next()), (None, Some("")));
        assert!(input.body_fault().is_none());
    }

    #[tokio::test]
    async fn an_empty_list_is_sent_and_clears() {
        let json = r#"{"excludedAuthors":[],"includedAuthors":["A"]}"#;
        let request = Request::put("/x").header("content-type", "application/json").body(json);
        let input = read_input(request.unwrap()).await.unwrap();
        assert_eq!(input.all_values("excludedAuthors").collect::<Vec<_>>(), [""]);
        assert_eq!(
            (input.first_value("excludedAuthors"), input.non_empty_values("excludedAuthors").next()),
            (None, None)
        );
        assert_eq!(input.all_values("includedAuthors").collect::<Vec<_>>(), ["A"]);
        assert_eq!(input.all_values("narratorType").next(), None, "what is not sent stays");
    }

    #[tokio::test]
    async fn nested_members_are_noted_by_name() {
        let json = r#"{"api_key":"k","a":{"b":1},"c":[[1]],"d":[{}],"e":[1]}"#;
        let request = Request::post("/x").header("content-type", "application/json").body(json).unwrap();
        let input = read_input(request).await.unwrap();
        assert!(input.body_fault().is_none());
        assert_eq!(
            ["a", "c", "d", "e", "b"].map(|name| input.is_nested(name)),
            [true, true, true, false, false]
        );
        assert_eq!((input.first_value("api_key"), input.all_values("a").next()), (Some("k"), None));
    }

    #[tokio::test]
    async fn an_integer_may_be_written_as_a_float() {
        let json = r#"{"a":40.0,"b":4e1,"c":-3.0,"d":0.5,"e":40,"f":9007199254740993.0}"#;
        let request = Request::post("/x").header("content-type", "application/json").body(json).unwrap();
        let input = read_input(request).await.unwrap();
        let values = ["a", "b", "c", "d", "e"].map(|name| input.first_value(name).unwrap());
        assert_eq!(values, ["40", "40", "-3", "0.5", "40"]);
        assert!(
            input.first_value("f").unwrap().contains('.'),
            "a float this large can mean several integers"
        );
    }

    #[tokio::test]
    async fn a_broken_object_is_a_fault() {
        for json in ["[1]", "{", "null", r#""a""#] {
            let request = Request::post("/x").header("content-type", "application/json").body(json).unwrap();
            assert!(read_input(request).await.unwrap().body_fault().is_some(), "{json}");
        }
    }

    #[tokio::test]
    async fn other_media_types_are_refused() {
        let request = Request::post("/x").header("content-type", "text/xml").body("<a/>").unwrap();
        assert_eq!(read_input(request).await.unwrap_err().key(), "UNSUPPORTED_MEDIA_TYPE");
        for (coding, is_refused) in [("gzip", true), ("Identity", false)] {
            let request = Request::post("/x").header("content-encoding", coding).body("a=1").unwrap();
            assert_eq!(read_input(request).await.is_err(), is_refused, "{coding}");
        }
    }
}
