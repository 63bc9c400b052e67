//! Metadata in XMP: newer documents state their title and authors only there.

use roxmltree::Node;

use books::draft::tidy_text;
use books::xml::{self, text_of, well_formed_language};

use crate::error::{Error, Result};
use crate::work::DocumentWork;

use super::facts::{PdfFacts, is_plausible_title};
use super::maps::{object_number, take_stream, write_streams};
use super::objects::PdfObjects;

const DUBLIN_CORE: &str = "http://purl.org/dc/elements/1.1/";
/// Bounds on the metadata; longer ones are not read.
const MAX_XMP_BYTES: usize = 4 << 20;
const MAX_XMP_NODES: u32 = 50_000;
/// Maximum number of values of a kind, and of bytes of a name.
const MAX_VALUES: usize = 50;
const MAX_NAME_BYTES: usize = 200;

/// Adds the title, the authors and the language that a document states only in XMP.
pub(super) fn complete_facts(
    objects: &PdfObjects,
    facts: &mut PdfFacts,
    work: &mut DocumentWork<'_>,
) -> Result<()> {
    if facts.title.is_some() && !facts.authors.is_empty() && facts.language.is_some() {
        return Ok(());
    }
    let Some(number) = object_number(objects.raw_entry(objects.catalog(), "/Metadata")) else {
        return Ok(());
    };
    if !write_streams(std::iter::once(number), work)? {
        return Ok(());
    }
    let bytes = match take_stream(number, work) {
        // The document can be read without it.
        Err(Error::TooLarge { .. }) => None,
        other => other?,
    };
    let bytes = bytes.unwrap_or_default();
    if bytes.len() <= MAX_XMP_BYTES {
        fill_missing_facts(&String::from_utf8_lossy(&bytes), facts);
    }
    Ok(())
}

fn fill_missing_facts(xmp: &str, facts: &mut PdfFacts) {
    let xmp = xmp.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{FEFF}' | '\0'));
    let Some(document) = xml::parse_part(xmp, MAX_XMP_NODES, false) else { return };
    let root = document.root_element();
    if facts.title.is_none() {
        facts.title =
            find_dublin_core_values(root, "title").into_iter().find(|title| is_plausible_title(title));
    }
    if facts.authors.is_empty() {
        facts.authors = find_dublin_core_values(root, "creator");
        facts.authors.retain(|name| name.len() <= MAX_NAME_BYTES);
    }
    if facts.language.is_none() {
        let languages = find_dublin_core_values(root, "language");
        facts.language = languages.iter().find_map(|tag| well_formed_language(tag)).map(str::to_owned);
    }
}

/// The values of a property: the items of a list, or the text of an element or an attribute.
fn find_dublin_core_values(root: Node<'_, '_>, name: &str) -> Vec<String> {
    let property = root.descendants().find(|node| node.has_tag_name((DUBLIN_CORE, name)));
    let items = property.into_iter().flat_map(|property| property.descendants());
    let items = items.filter(|node| node.tag_name().name() == "li");
    let mut texts: Vec<String> = items.take(MAX_VALUES).map(text_of).collect();
    if texts.is_empty() {
        texts.extend(property.map(text_of));
        let attribute = root.descendants().find_map(|node| node.attribute((DUBLIN_CORE, name)));
        texts.extend(attribute.map(str::to_owned));
    }
    let texts = texts.iter().map(|text| tidy_text(text));
    texts.filter(|text| !text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_lists_elements_or_attributes() {
        let xmp = |inside: &str| {
            format!(
                "\u{FEFF}<?xpacket begin=\"\"?><x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
                 <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:dc=\"{DUBLIN_CORE}\">\
                 {inside}</rdf:RDF></x:xmpmeta><?xpacket end=\"w\"?>  \n"
            )
        };
        let lists = "<rdf:Description>\
                     <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">Tides</rdf:li></rdf:Alt></dc:title>\
                     <dc:creator><rdf:Seq><rdf:li>Ada Harbor</rdf:li><rdf:li>Ben Quay</rdf:li></rdf:Seq></dc:creator>\
                     <dc:language><rdf:Bag><rdf:li>x-default</rdf:li><rdf:li>en</rdf:li></rdf:Bag></dc:language>\
                     </rdf:Description>";
        let mut facts = PdfFacts::default();
        fill_missing_facts(&xmp(lists), &mut facts);
        assert_eq!(facts.title.as_deref(), Some("Tides"));
        assert_eq!(facts.authors, ["Ada Harbor", "Ben Quay"]);
        assert_eq!(facts.language.as_deref(), Some("en"));
        let mut stated = PdfFacts { title: Some("Own title".to_owned()), ..PdfFacts::default() };
        fill_missing_facts(
            &xmp("<rdf:Description dc:title=\"Other\" dc:creator=\"Ada Harbor\"/>"),
            &mut stated,
        );
        assert_eq!(stated.title.as_deref(), Some("Own title"));
        assert_eq!(stated.authors, ["Ada Harbor"]);
        let mut nothing = PdfFacts::default();
        fill_missing_facts("<x", &mut nothing);
        assert_eq!(nothing.title, None);
    }
}
