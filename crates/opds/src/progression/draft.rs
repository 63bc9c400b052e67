//! The draft OPDS Progression 1.0.

use serde_json::{Map, Value, json};
use services::progressions::ProgressionDocument;

use super::{device, head, local};

/// Reads a document; or the message that says why not.
pub(super) fn read(of: &Value, root: &str) -> Result<ProgressionDocument, &'static str> {
    let (modified, device) = head(of)?;
    // The draft's schema has the first name for what its text gives the second.
    let references = [&of["references"], &of["refs"]].into_iter().find_map(Value::as_array);
    let references = references.into_iter().flatten().filter_map(Value::as_str);
    Ok(ProgressionDocument {
        title: of["title"].as_str().map(str::to_owned),
        modified,
        device,
        progression: of["progression"].as_f64().ok_or("place-progression")?,
        references: references.map(|reference| local(reference, root).to_owned()).collect(),
        locator: None,
    })
}

/// Writes a document.
pub(super) fn write(of: &ProgressionDocument, root: &str) -> Value {
    let mut all = Map::new();
    if let Some(title) = &of.title {
        all.insert("title".into(), json!(title));
    }
    all.insert("modified".into(), json!(of.modified.to_string()));
    all.insert("device".into(), device(&of.device, root));
    all.insert("progression".into(), json!(of.progression));
    if !of.references.is_empty() {
        all.insert("references".into(), json!(of.references));
    }
    all.into()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{read, write};

    const ROOT: &str = "https://books.example";

    fn document() -> Value {
        json!({
            "title": "Chapter 1",
            "modified": "2026-01-27T11:00:00Z",
            "device": {"id": "urn:uuid:019c0047-cc8d-7ec4-a3c3-938ccadc020a", "name": "Phone"},
            "progression": 0.017_492,
            "references": ["#t=40.274", "chapter1.html#par36"],
        })
    }

    #[test]
    fn a_document_comes_back_as_it_was() {
        assert_eq!(write(&read(&document(), ROOT).unwrap(), ROOT), document());
        let mut short = document();
        short.as_object_mut().unwrap().retain(|name, _| name != "title" && name != "references");
        assert_eq!(write(&read(&short, ROOT).unwrap(), ROOT), short);
        // The schema's name for references, and another time zone.
        short["refs"] = json!(["#a"]);
        short["modified"] = json!("2026-01-27T13:00:00+02:00");
        let read = read(&short, ROOT).unwrap();
        assert_eq!(
            (read.references, read.modified.to_string()),
            (vec!["#a".into()], "2026-01-27T11:00:00Z".into())
        );
    }

    #[test]
    fn what_the_draft_demands_must_be_there() {
        for (name, value) in [
            ("modified", Value::Null),
            ("modified", json!("yesterday")),
            ("modified", json!("2026-01-27T11:00:00")),
            ("device", json!({"id": "urn:x"})),
            ("device", json!("Phone")),
            ("progression", json!("0.5")),
            ("progression", Value::Null),
        ] {
            let mut wrong = document();
            wrong[name] = value.clone();
            assert!(read(&wrong, ROOT).is_err(), "{name}: {value}");
        }
        for wrong in [Value::Null, json!([]), json!("a"), json!({})] {
            assert!(read(&wrong, ROOT).is_err(), "{wrong}");
        }
    }
}
