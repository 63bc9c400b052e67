//! The fields of a position, as apps may send them: numbers and strings are interpreted like in `KOReader`'s
//! own server.

use jiff::Timestamp;
use serde_json::{Map, Value};
use services::synced_documents::{SyncedDocument, SyncedProgress};

use crate::problem::Problem;

pub(crate) fn read_body(body: &[u8], now: Timestamp) -> Result<(SyncedDocument, SyncedProgress), Problem> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(fields)) => read_progress(&fields, now),
        Ok(_) => Err(Problem::NoObject),
        Err(_) => Err(Problem::NoJson),
    }
}

fn read_progress(
    fields: &Map<String, Value>,
    now: Timestamp,
) -> Result<(SyncedDocument, SyncedProgress), Problem> {
    let document = fields.get("document").and_then(Value::as_str).and_then(SyncedDocument::read);
    let document = document.ok_or(Problem::NoDocument)?;
    let field = |name| fields.get(name).and_then(to_text).ok_or(Problem::Invalid);
    let progress = SyncedProgress {
        percentage: fields.get("percentage").and_then(to_number).ok_or(Problem::Invalid)?,
        progress: field("progress")?,
        device: field("device")?,
        device_id: fields.get("device_id").and_then(to_text),
        date: now,
    };
    Ok((document, progress))
}

/// A number, or a string with a number.
fn to_number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim_ascii().parse().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

/// A string, which may be empty, or a number as a string.
fn to_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn body_with(name: &str, value: Value) -> Value {
        let mut body = json!({
            "document": "0b229176d4e8db7f6d2b5a4952368d7a", "progress": "/body/DocFragment[20]/body/p[22]/img.0",
            "percentage": 0.25, "device": "Kobo", "device_id": "A1", "metadata": {"title": "Emma"},
        });
        body[name] = value;
        body
    }

    fn read_json(body: &Value) -> Result<(SyncedDocument, SyncedProgress), Problem> {
        read_body(body.to_string().as_bytes(), Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn a_body_is_an_object() {
        for (body, problem) in [
            ("", Problem::NoJson),
            ("{", Problem::NoJson),
            ("document=x", Problem::NoJson),
            ("[1]", Problem::NoObject),
            ("null", Problem::NoObject),
            ("{}", Problem::NoDocument),
        ] {
            assert_eq!(read_body(body.as_bytes(), Timestamp::UNIX_EPOCH), Err(problem), "{body}");
        }
    }

    #[test]
    fn the_document_is_checked_first() {
        for value in [Value::Null, json!(""), json!(7), json!("a:b"), json!(["a"]), json!("a\0")] {
            let mut body = body_with("document", value);
            body["percentage"] = Value::Null;
            assert_eq!(read_json(&body), Err(Problem::NoDocument), "{body}");
        }
    }

    #[test]
    fn a_percentage_is_a_number_or_a_string_with_one() {
        for (value, number) in [
            (json!(0.5), 0.5),
            (json!(1), 1.0),
            (json!(-3), -3.0),
            (json!("0.31879884821061"), 0.318_798_848_210_61),
            (json!(" 1e-1 "), 0.1),
            (json!(".5"), 0.5),
        ] {
            let (_, progress) = read_json(&body_with("percentage", value.clone())).unwrap();
            assert!((progress.percentage - number).abs() < f64::EPSILON, "{value}");
        }
        for value in
            [Value::Null, json!(""), json!("half"), json!("inf"), json!("nan"), json!(true), json!([1])]
        {
            assert_eq!(read_json(&body_with("percentage", value.clone())), Err(Problem::Invalid), "{value}");
        }
    }

    #[test]
    fn places_and_devices_may_be_numbers_and_empty() {
        for (value, text) in [(json!("56"), "56"), (json!(56), "56"), (json!(""), "")] {
            let (_, progress) = read_json(&body_with("progress", value.clone())).unwrap();
            assert_eq!(progress.progress, text, "{value}");
            let (_, progress) = read_json(&body_with("device", value.clone())).unwrap();
            assert_eq!(progress.device, text, "{value}");
        }
        for name in ["progress", "device"] {
            for value in [Value::Null, json!(false), json!({}), json!([])] {
                assert_eq!(
                    read_json(&body_with(name, value.clone())),
                    Err(Problem::Invalid),
                    "{name} {value}"
                );
            }
        }
        let (_, progress) = read_json(&body_with("device_id", Value::Null)).unwrap();
        assert_eq!(progress.device_id, None);
    }

    proptest! {
        #[test]
        fn any_text_is_a_valid_position(place in ".*", device in ".*") {
            let mut body = body_with("progress", json!(place));
            body["device"] = json!(device);
            let (_, progress) = read_json(&body).unwrap();
            prop_assert_eq!((progress.progress, progress.device), (place, device));
        }

        #[test]
        fn no_body_breaks_the_reader(body in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read_body(&body, Timestamp::UNIX_EPOCH);
        }
    }
}
