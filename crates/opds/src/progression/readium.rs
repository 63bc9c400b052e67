//! The older form: a locator of Readium, with the moment and the device.

use domain::Format;
use domain::progressions::{REFERENCES, as_reference, canonical_cfi, file_path};
use serde_json::{Map, Value, json};
use services::progressions::{FilePosition, ProgressionDocument};

use super::{parse_head, to_local_reference};
use crate::percent_encode;

/// Maximum number of characters of highlighted text in a reference.
const MAX_QUOTED_CHARS: usize = 200;

/// Reads a position; the error is the message that explains why it cannot be read.
pub(super) fn parse(of: &Value, root: &str) -> Result<ProgressionDocument, &'static str> {
    let (modified, device) = parse_head(of)?;
    let mut locator = of["locator"].clone();
    let href = locator["href"].as_str().ok_or("place-href")?;
    let href = to_local_reference(href, root).to_owned();
    let share = locator["locations"]["totalProgression"].as_f64();
    let references = locator_references(&href, &locator);
    let inside = locator["locations"]["progression"].as_f64().filter(|share| (0.0..=1.0).contains(share));
    let within = file_path(&href).map(|path| FilePosition { path, progression: inside });
    locator["href"] = json!(href);
    Ok(ProgressionDocument {
        title: locator["title"].as_str().map(str::to_owned),
        modified,
        device,
        progression: share.ok_or("place-total")?,
        references,
        locator: Some(locator),
        file_position: within,
    })
}

/// The references of a locator: its fragments, or the text there, or only the file. Apps need not encode
/// the paths of files.
fn locator_references(href: &str, locator: &Value) -> Vec<String> {
    let fragments = locator["locations"]["fragments"].as_array().into_iter().flatten();
    let fragments = fragments.filter_map(Value::as_str).map(|text| text.trim_start_matches('#'));
    let exact = fragments.map(|text| as_reference(&format!("{href}#{text}")));
    let exact: Vec<String> = exact.take(REFERENCES).collect();
    if !exact.is_empty() {
        return exact;
    }
    let words = locator["text"]["highlight"].as_str().map(str::trim).filter(|words| !words.is_empty());
    match words {
        Some(words) => {
            let words: String = words.chars().take(MAX_QUOTED_CHARS).collect();
            vec![as_reference(&format!("{href}#:~:text={}", percent_encode(&words)))]
        }
        None => Some(as_reference(href)).filter(|href| !href.is_empty()).into_iter().collect(),
    }
}

/// Writes a position. One that did not come as a locator is converted to one.
pub(super) fn to_json(document: &ProgressionDocument, root: &str) -> Value {
    let locator = document.locator.clone().unwrap_or_else(|| build_locator(document));
    // The address of the library as the device of positions that do not come from a device.
    let device = json!({"id": document.device.id.as_deref().unwrap_or(root), "name": document.device.name});
    json!({"modified": document.modified.to_string(), "device": device, "locator": locator})
}

fn build_locator(document: &ProgressionDocument) -> Value {
    // A reference into a file is what a locator holds; one into the whole book helps less. Apps that read
    // file by file know no place without its file.
    let is_of_book =
        |reference: &str| document.file_position.as_ref().is_none_or(|within| leads_to(reference, within));
    let inside = document.references.iter().find(|one| !one.starts_with('#') && is_of_book(one));
    let cfi = document.references.iter().find(|one| canonical_cfi(one).is_some());
    let other = if document.file_position.is_some() { cfi } else { document.references.first() };
    let reference = inside.or(other).map_or("", String::as_str);
    let (href, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    let fragment = canonical_cfi(reference).unwrap_or_else(|| fragment.to_owned());
    let mut locations = Map::new();
    if !fragment.is_empty() {
        locations.insert("fragments".into(), json!([fragment]));
    }
    let file =
        document.file_position.as_ref().filter(|_| inside.is_none()).map(|within| as_reference(&within.path));
    let href = file.as_deref().unwrap_or(href);
    if let Some(inside) = document.file_position.as_ref().and_then(|within| within.progression) {
        locations.insert("progression".into(), json!(inside));
    }
    locations.insert("totalProgression".into(), json!(document.progression));
    let media_type = match document.format() {
        Format::Pdf if document.file_position.is_none() => "application/pdf",
        Format::DaisyAudio if document.file_position.is_none() => "audio/mpeg",
        _ => "application/xhtml+xml",
    };
    let mut locator = json!({"href": href, "type": media_type, "locations": locations});
    if let Some(title) = &document.title {
        locator["title"] = json!(title);
    }
    locator
}

/// Returns true if a reference leads into a file. Apps may leave folders out.
fn leads_to(reference: &str, within: &FilePosition) -> bool {
    let is_inside = |whole: &str, path: &str| {
        whole.strip_suffix(path).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
    };
    let path = file_path(reference);
    path.is_some_and(|path| is_inside(&within.path, &path) || is_inside(&path, &within.path))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{parse, to_json};

    const ROOT_URL: &str = "https://books.example";

    fn sample_locator() -> Value {
        json!({
            "modified": "2026-01-27T11:00:00Z",
            "device": {"id": "urn:uuid:1", "name": "Phone"},
            "locator": {
                "href": "OEBPS/c1.xhtml",
                "type": "application/xhtml+xml",
                "title": "Chapter 1",
                "locations": {"fragments": ["p36"], "progression": 0.5, "position": 3, "totalProgression": 0.1},
                "text": {"highlight": "It was a dark night"},
                "of the app's own": true,
            },
        })
    }

    #[test]
    fn a_locator_comes_back_verbatim() {
        let read = parse(&sample_locator(), ROOT_URL).unwrap();
        assert_eq!(to_json(&read, ROOT_URL), sample_locator());
        assert_eq!(
            (read.references, read.title),
            (vec!["OEBPS/c1.xhtml#p36".into()], Some("Chapter 1".into()))
        );
    }

    #[test]
    fn a_locator_is_made_of_references_and_back() {
        for (fragments, text, reference) in [
            (json!(["#p1", "p2"]), Value::Null, "OEBPS/c1.xhtml#p1"),
            (json!([]), json!(" a \"b "), "OEBPS/c1.xhtml#:~:text=a%20%22b"),
            (Value::Null, Value::Null, "OEBPS/c1.xhtml"),
        ] {
            let mut of = sample_locator();
            of["locator"]["locations"]["fragments"] = fragments;
            of["locator"]["text"]["highlight"] = text;
            let mut document = parse(&of, ROOT_URL).unwrap();
            assert_eq!(document.references[0], reference);
            document.locator = None;
            let again = to_json(&document, ROOT_URL);
            assert_eq!(again["locator"]["href"], "OEBPS/c1.xhtml");
            assert_eq!(again["locator"]["locations"]["totalProgression"], 0.1);
            let fragment = reference.split_once('#').map(|(_, fragment)| fragment);
            assert_eq!(again["locator"]["locations"]["fragments"][0].as_str(), fragment);
        }
    }

    #[test]
    fn a_position_of_the_library_has_the_file_and_the_progression_in_it() {
        let mut document = parse(&sample_locator(), ROOT_URL).unwrap();
        document.references = vec!["#epubcfi(/6/8!/4/2/1:0)".into(), "#page=12".into()];
        assert_eq!(document.file_position.as_ref().map(|within| within.progression), Some(Some(0.5)));
        document.locator = None;
        assert_eq!(
            to_json(&document, ROOT_URL)["locator"],
            json!({
                "href": "OEBPS/c1.xhtml",
                "type": "application/xhtml+xml",
                "title": "Chapter 1",
                "locations": {
                    "fragments": ["epubcfi(/6/8!/4/2/1:0)"], "progression": 0.5, "totalProgression": 0.1,
                },
            })
        );
    }

    #[test]
    fn a_position_of_another_app_has_the_file_that_the_library_found() {
        let of = |references: &[&str], path: &str| {
            let mut document = parse(&sample_locator(), ROOT_URL).unwrap();
            document.references = references.iter().map(|&reference| reference.to_owned()).collect();
            document.locator = None;
            document.file_position.as_mut().unwrap().path = path.to_owned();
            let locator = to_json(&document, ROOT_URL)["locator"].clone();
            let fragment = locator["locations"]["fragments"][0].as_str().unwrap_or_default().to_owned();
            (
                locator["href"].as_str().unwrap().to_owned(),
                locator["type"].as_str().unwrap().to_owned(),
                fragment,
            )
        };
        let (xhtml, path, cfi) = ("application/xhtml+xml", "OEBPS/c 1.xhtml", "epubcfi(/6/8!/4/2/1:0)");
        let reference = format!("#{cfi}");
        for (references, href, fragment) in [
            (&["#page=6", &reference][..], "OEBPS/c%201.xhtml", cfi),
            (&["#page=6"], "OEBPS/c%201.xhtml", ""),
            (&["#t=400", &reference], "OEBPS/c%201.xhtml", cfi),
            (&[], "OEBPS/c%201.xhtml", ""),
            (&["other.xhtml#p2", &reference], "OEBPS/c%201.xhtml", cfi),
            (&["c%201.xhtml#p2", &reference], "c%201.xhtml", "p2"),
        ] {
            let expected = (href.to_owned(), xhtml.to_owned(), fragment.to_owned());
            assert_eq!(of(references, path), expected, "{references:?}");
        }
    }

    #[test]
    fn paths_and_fragments_of_a_locator_need_not_be_encoded() {
        let mut of = sample_locator();
        of["locator"]["href"] = json!("OEBPS/chapter 1.xhtml");
        of["locator"]["locations"]["fragments"] = json!(["epubcfi(/6/4[c 1]!/4/2)", "p 2"]);
        let mut document = parse(&of, ROOT_URL).unwrap();
        let expected = ["epubcfi(/6/4%5Bc%201%5D!/4/2)", "p%202"];
        assert_eq!(document.references, expected.map(|one| format!("OEBPS/chapter%201.xhtml#{one}")));
        assert!(document.is_valid());
        assert_eq!(document.location(), "epubcfi(/6/4[c 1]!/4/2)");
        assert_eq!(to_json(&document, ROOT_URL), of, "verbatim");
        document.locator = None;
        let made = &to_json(&document, ROOT_URL)["locator"];
        assert_eq!(made["locations"]["fragments"], json!(["epubcfi(/6/4[c 1]!/4/2)"]));
    }

    #[test]
    fn members_that_a_position_needs_must_exist() {
        for path in
            ["/modified", "/device", "/locator", "/locator/href", "/locator/locations/totalProgression"]
        {
            let mut wrong = sample_locator();
            *wrong.pointer_mut(path).unwrap() = Value::Null;
            assert!(parse(&wrong, ROOT_URL).is_err(), "{path}");
        }
        for wrong in [Value::Null, json!([]), json!({"locator": 5})] {
            assert!(parse(&wrong, ROOT_URL).is_err(), "{wrong}");
        }
    }
}
