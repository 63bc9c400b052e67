//! The objects of the document, as `qpdf --json` writes them. References are followed a bounded number of
//! times; a document may refer in circles.

use books::draft::tidy_text;
use serde_json::{Map, Value};

/// More of this description is not read: what it takes in memory is a multiple.
const MAX_JSON_BYTES: usize = 48 << 20;

/// The objects, and the pages in their order.
#[derive(Debug)]
pub(super) struct PdfObjects {
    objects: Map<String, Value>,
    pages: Vec<Value>,
    null: Value,
}

impl PdfObjects {
    /// Reads the description; `None` if it is none, or too large.
    pub(super) fn parse(json: &[u8]) -> Option<Self> {
        if json.len() > MAX_JSON_BYTES {
            return None;
        }
        // Names of objects may be in any encoding.
        let json = String::from_utf8_lossy(json);
        let Value::Object(mut whole) = serde_json::from_str(&json).ok()? else { return None };
        let pages = whole.get("pages")?.as_array()?.iter().filter_map(|page| page.get("object"));
        let pages = pages.filter(|reference| reference.is_string()).cloned().collect();
        let Value::Array(mut parts) = whole.remove("qpdf")? else { return None };
        let Value::Object(all) = parts.pop()? else { return None };
        Some(Self { objects: all, pages, null: Value::Null })
    }

    /// The pages as references, in their order.
    pub(super) fn pages(&self) -> &[Value] {
        &self.pages
    }

    /// The streams, by the keys of their objects: their dictionaries.
    pub(super) fn streams(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.objects
            .iter()
            .filter_map(|(key, object)| Some((key.as_str(), object.get("stream")?.get("dict")?)))
    }

    pub(super) fn page_number(&self, reference: &Value) -> Option<usize> {
        let reference = reference.as_str()?;
        self.pages.iter().position(|page| page == reference)
    }

    pub(super) fn catalog(&self) -> &Value {
        self.entry(self.trailer(), "/Root")
    }

    pub(super) fn trailer(&self) -> &Value {
        self.objects.get("trailer").and_then(|trailer| trailer.get("value")).unwrap_or(&self.null)
    }

    /// Follows a reference; returns any other value unchanged.
    pub(super) fn follow<'a>(&'a self, value: &'a Value) -> &'a Value {
        let mut value = value;
        for _ in 0..8 {
            let Some(name) = value.as_str().filter(|name| is_reference(name)) else { return value };
            let object = self.objects.get(&format!("obj:{name}"));
            value = object
                .and_then(|object| object.get("value").or_else(|| object.get("stream")?.get("dict")))
                .unwrap_or(&self.null);
        }
        &self.null
    }

    /// An entry of a dictionary, followed.
    pub(super) fn entry<'a>(&'a self, value: &'a Value, key: &str) -> &'a Value {
        self.follow(self.follow(value).get(key).unwrap_or(&self.null))
    }

    /// An entry of a dictionary as it is written.
    pub(super) fn raw_entry<'a>(&'a self, value: &'a Value, key: &str) -> &'a Value {
        self.follow(value).get(key).unwrap_or(&self.null)
    }

    /// An entry that pages and fields take from the nodes above them.
    pub(super) fn find_inherited<'a>(&'a self, page: &'a Value, key: &str) -> Option<&'a Value> {
        let mut node = self.follow(page);
        for _ in 0..30 {
            let value = self.entry(node, key);
            if !value.is_null() {
                return Some(value);
            }
            node = self.entry(node, "/Parent");
        }
        None
    }

    /// The angle by which a page is turned clockwise, from 0 to 359 degrees.
    pub(super) fn page_rotation(&self, page: &Value) -> i64 {
        let turned = self.find_inherited(page, "/Rotate").and_then(Value::as_i64);
        turned.unwrap_or_default().rem_euclid(360)
    }

    /// The items of an array, or a single value in place of an array.
    pub(super) fn items<'a>(&'a self, value: &'a Value) -> &'a [Value] {
        match self.follow(value) {
            Value::Array(items) => items,
            Value::Null => &[],
            _ => std::slice::from_ref(value),
        }
    }

    pub(super) fn decode_text(&self, value: &Value) -> Option<String> {
        let text = self.follow(value).as_str()?;
        match text.strip_prefix("u:") {
            Some(text) => Some(text.to_owned()),
            None => Some(String::from_utf8_lossy(&decode_hex(text.strip_prefix("b:")?)).into_owned()),
        }
    }

    /// The text of an entry of a dictionary on one line. `None` if it is empty.
    pub(super) fn tidy_text(&self, value: &Value, key: &str) -> Option<String> {
        let text = tidy_text(&self.decode_text(self.raw_entry(value, key))?);
        Some(text).filter(|text| !text.is_empty())
    }

    /// A name without its slash.
    pub(super) fn name<'a>(&'a self, value: &'a Value) -> Option<&'a str> {
        self.follow(value).as_str()?.strip_prefix('/')
    }

    pub(super) fn number(&self, value: &Value) -> Option<f64> {
        self.follow(value).as_f64()
    }
}

/// `12 0 R`.
fn is_reference(text: &str) -> bool {
    let mut parts = text.split(' ');
    let number = |part: Option<&str>| {
        part.is_some_and(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    };
    number(parts.next()) && number(parts.next()) && parts.next() == Some("R") && parts.next().is_none()
}

fn decode_hex(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> =
        hex.chars().filter_map(|c| c.to_digit(16)).filter_map(|digit| u8::try_from(digit).ok()).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}
