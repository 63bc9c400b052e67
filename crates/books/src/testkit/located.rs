//! The content at a place of a package, found by steps of its own.

use roxmltree::{Document, Node, ParsingOptions};

use super::unzip_text;

/// The text of an EPUB from a canonical fragment identifier on. `documents` are those of the spine.
///
/// # Panics
/// The identifier leads nowhere.
pub fn text_at(package: &[u8], documents: &[String], cfi: &str) -> String {
    find_text(package, documents, cfi).unwrap_or_else(|| panic!("{cfi} leads nowhere"))
}

fn find_text(package: &[u8], documents: &[String], cfi: &str) -> Option<String> {
    let inner = cfi.strip_prefix("epubcfi(/6/")?.strip_suffix(')')?;
    let (item, rest) = inner.split_once('!')?;
    let (path, offset) = rest.rsplit_once(':')?;
    let text = unzip_text(package, documents.get((item.parse::<usize>().ok()? / 2).checked_sub(1)?)?);
    let options = ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = Document::parse_with_options(&text, options).ok()?;
    let mut steps = path.split('/').skip(1).map(|step| step.parse().ok()).collect::<Option<Vec<usize>>>()?;
    let last = steps.pop()?;
    let mut node = document.root_element();
    for step in steps {
        node = node.children().filter(Node::is_element).nth((step / 2).checked_sub(1)?)?;
    }
    let mut before = 0;
    let mut found = String::new();
    for child in node.children() {
        if child.is_element() {
            before += 1;
        } else if child.is_text() && before == last / 2 {
            found.push_str(child.text()?);
        }
    }
    let units: Vec<u16> = found.encode_utf16().skip(offset.parse().ok()?).collect();
    String::from_utf16(&units).ok()
}

/// The text of each paragraph of a Word document.
///
/// # Panics
/// It is not a Word document.
pub fn docx_paragraphs(package: &[u8]) -> Vec<String> {
    let text = unzip_text(package, "word/document.xml");
    let document = Document::parse(&text).expect("well-formed XML");
    let named = |node: &Node<'_, '_>, name: &str| node.tag_name().name() == name;
    let paragraphs = document.descendants().filter(|node| named(node, "p"));
    let runs = |node: Node<'_, '_>| -> String {
        node.descendants().filter(|node| named(node, "t")).filter_map(|node| node.text()).collect()
    };
    paragraphs.map(runs).collect()
}
