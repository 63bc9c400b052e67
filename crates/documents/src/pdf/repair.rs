//! Documents that were cut off, such as an interrupted download. Their trailer is missing, which names the
//! catalog.

use serde_json::Value;

use super::objects::PdfObjects;

/// Bytes before the word `obj` in which the number of an object is.
const MAX_NUMBER_BYTES: usize = 20;

/// The document with a trailer. `None` if it has one, if it is encrypted, or if it has no catalog.
pub(super) fn add_trailer(bytes: &[u8]) -> Option<Vec<u8>> {
    let find_last = |wanted: &[u8], end: usize| {
        bytes.get(..end)?.windows(wanted.len()).rposition(|window| window == wanted)
    };
    let is_missing = |wanted: &[u8]| find_last(wanted, bytes.len()).is_none();
    if !is_missing(b"trailer") || !is_missing(b"/Encrypt") {
        return None;
    }
    let mut catalog = find_last(b"/Catalog", bytes.len())?;
    while !bytes[..catalog].trim_ascii_end().ends_with(b"/Type") {
        catalog = find_last(b"/Catalog", catalog)?;
    }
    let header = find_last(b" obj", catalog)?;
    let mut parts = bytes[header.saturating_sub(MAX_NUMBER_BYTES)..header].rsplit(u8::is_ascii_whitespace);
    let mut next_number = || std::str::from_utf8(parts.next()?).ok()?.parse::<u32>().ok();
    let generation = next_number()?;
    let number = next_number()?;
    let count = bytes.windows(4).filter(|window| *window == b" obj").count() + 1;
    let trailer = format!("\ntrailer\n<</Root {number} {generation} R/Size {count}>>\nstartxref\n0\n%%EOF\n");
    Some([bytes, trailer.as_bytes()].concat())
}

/// Returns true if a document refers to a page, or to what is on it, without having it.
pub(super) fn is_page_lost(objects: &PdfObjects, number: usize) -> bool {
    let Some(page) = objects.pages().get(number) else { return true };
    let is_lost = |value: &Value| !value.is_null() && objects.follow(value).is_null();
    let contents = objects.raw_entry(page, "/Contents");
    is_lost(page) || is_lost(contents) || objects.items(contents).iter().any(is_lost)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_that_was_cut_off_gets_a_trailer_that_names_its_catalog() {
        let cut = "%PDF-1.7\n3 0 obj\n<</Title(/Catalog)>>\nendobj\n12 1 obj\n<</Type /Catalog/Pages 2 0 R>>\nendobj\n7 0 obj\n<</Len";
        let repaired = String::from_utf8(add_trailer(cut.as_bytes()).unwrap()).unwrap();
        assert!(repaired.starts_with(cut));
        assert!(
            repaired.ends_with("\ntrailer\n<</Root 12 1 R/Size 4>>\nstartxref\n0\n%%EOF\n"),
            "{repaired}"
        );
        for other in [
            "",
            "12 0 obj <</Type/Catalog>> trailer",
            "12 0 obj <</Type/Catalog/Encrypt 3 0 R>>",
            "/Type/Catalog",
        ] {
            assert!(add_trailer(other.as_bytes()).is_none(), "{other}");
        }
    }

    #[test]
    fn pages_that_were_cut_off_are_found() {
        let all = json!({
            "pages": [{"object": "3 0 R"}, {"object": "4 0 R"}, {"object": "5 0 R"}, {"object": "6 0 R"}],
            "qpdf": [{}, {
                "obj:3 0 R": {"value": {"/Contents": "9 0 R"}},
                "obj:4 0 R": {"value": {"/Contents": ["9 0 R", "10 0 R"]}},
                "obj:5 0 R": {"value": null},
                "obj:6 0 R": {"value": {"/Type": "/Page"}},
                "obj:9 0 R": {"stream": {"dict": {}}},
            }],
        });
        let objects = PdfObjects::parse(all.to_string().as_bytes()).unwrap();
        let lost: Vec<usize> = (0..5).filter(|number| is_page_lost(&objects, *number)).collect();
        assert_eq!(lost, [1, 2, 4]);
    }
}
