//! The draft OPDS Progression 1.0.

use domain::progressions::{as_reference, file_path};
use serde_json::{Map, Value, json};
use services::progressions::{FilePosition, ProgressionDocument};

use super::{parse_head, to_local_reference};
use crate::percent_encode;

/// Reads a document; the error is the message that explains why it cannot be read.
pub(super) fn parse(of: &Value, root: &str) -> Result<ProgressionDocument, &'static str> {
    let (modified, device) = parse_head(of)?;
    // The draft's schema has the first name for what its text gives the second.
    let references = [&of["references"], &of["refs"]].into_iter().find_map(Value::as_array);
    let references = references.into_iter().flatten().filter_map(Value::as_str);
    let references: Vec<String> =
        references.map(|reference| to_local_reference(reference, root).to_owned()).collect();
    let within = references.iter().find_map(|reference| file_path(reference));
    Ok(ProgressionDocument {
        title: of["title"].as_str().map(str::to_owned),
        modified,
        device,
        progression: of["progression"].as_f64().ok_or("place-progression")?,
        references,
        locator: None,
        file_position: within.map(|path| FilePosition { path, progression: None }),
    })
}

pub(super) fn to_json(document: &ProgressionDocument, root: &str) -> Value {
    let mut all = Map::new();
    if let Some(title) = &document.title {
        all.insert("title".into(), json!(title));
    }
    all.insert("modified".into(), json!(document.modified.to_string()));
    let device = json!({"id": device_uri(document.device.id.as_deref(), root), "name": document.device.name});
    all.insert("device".into(), device);
    all.insert("progression".into(), json!(document.progression));
    if !document.references.is_empty() {
        // Apps that validate documents reject a reference that is not a URI.
        let references = document.references.iter().map(|reference| as_reference(reference));
        all.insert("references".into(), references.collect::<Vec<_>>().into());
    }
    all.into()
}

/// The identifier of a device as a URI. In the older form apps send any text, often a bare UUID. A position
/// that does not come from a device comes from the library at this address.
fn device_uri(id: Option<&str>, root: &str) -> String {
    match id {
        None | Some("") => root.to_owned(),
        Some(id) if is_uri(id) => id.to_owned(),
        Some(id) if is_uuid(id) => format!("urn:uuid:{id}"),
        Some(id) => format!("{root}#{}", percent_encode(id)),
    }
}

/// Returns true if text is a URI with a scheme.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
        && !rest.is_empty()
        && as_reference(text) == text
}

/// Returns true if text is a UUID in its usual form: 8, 4, 4, 4 and 12 hexadecimal digits.
fn is_uuid(text: &str) -> bool {
    let is_group =
        |(part, length): (&str, usize)| part.len() == length && part.bytes().all(|b| b.is_ascii_hexdigit());
    text.split('-').count() == 5 && text.split('-').zip([8, 4, 4, 4, 12]).all(is_group)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{parse, to_json};

    const ROOT_URL: &str = "https://books.example";

    fn sample_document() -> Value {
        json!({
            "title": "Chapter 1",
            "modified": "2026-01-27T11:00:00Z",
            "device": {"id": "urn:uuid:019c0047-cc8d-7ec4-a3c3-938ccadc020a", "name": "Phone"},
            "progression": 0.017_492,
            "references": ["#t=40.274", "chapter1.html#par36"],
        })
    }

    #[test]
    fn a_document_comes_back_unchanged() {
        assert_eq!(to_json(&parse(&sample_document(), ROOT_URL).unwrap(), ROOT_URL), sample_document());
        let mut short = sample_document();
        short.as_object_mut().unwrap().retain(|name, _| name != "title" && name != "references");
        assert_eq!(to_json(&parse(&short, ROOT_URL).unwrap(), ROOT_URL), short);
        // The schema's name for references, and another time zone.
        short["refs"] = json!(["#a"]);
        short["modified"] = json!("2026-01-27T13:00:00+02:00");
        let read = parse(&short, ROOT_URL).unwrap();
        assert_eq!(
            (read.references, read.modified.to_string()),
            (vec!["#a".into()], "2026-01-27T11:00:00Z".into())
        );
    }

    #[test]
    fn devices_and_references_are_written_as_uris() {
        for (id, uri) in [
            ("019c0047-cc8d-7ec4-a3c3-938ccadc020a", "urn:uuid:019c0047-cc8d-7ec4-a3c3-938ccadc020a"),
            ("https://reader.example.com", "https://reader.example.com"),
            ("Ada's phone", "https://books.example#Ada%27s%20phone"),
            ("5:phone", "https://books.example#5%3Aphone"),
            ("", ROOT_URL),
        ] {
            let mut of = sample_document();
            of["device"]["id"] = json!(id);
            of["references"] = json!(["#epubcfi(/6/4[c1]!/4/2)", "é.xhtml"]);
            let written = to_json(&parse(&of, ROOT_URL).unwrap(), ROOT_URL);
            assert_eq!(written["device"], json!({"id": uri, "name": "Phone"}));
            assert_eq!(written["references"], json!(["#epubcfi(/6/4%5Bc1%5D!/4/2)", "%C3%A9.xhtml"]));
        }
    }

    #[test]
    fn members_that_the_draft_requires_must_exist() {
        for (name, value) in [
            ("modified", Value::Null),
            ("modified", json!("yesterday")),
            ("modified", json!("2026-01-27T11:00:00")),
            ("device", json!({"id": "urn:x"})),
            ("device", json!("Phone")),
            ("progression", json!("0.5")),
            ("progression", Value::Null),
        ] {
            let mut wrong = sample_document();
            wrong[name] = value.clone();
            assert!(parse(&wrong, ROOT_URL).is_err(), "{name}: {value}");
        }
        for wrong in [Value::Null, json!([]), json!("a"), json!({})] {
            assert!(parse(&wrong, ROOT_URL).is_err(), "{wrong}");
        }
    }
}
