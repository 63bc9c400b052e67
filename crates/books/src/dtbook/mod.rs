//! `DTBook`, the text of DAISY 3, versions 1.1.0 and 2005-1 to 2005-3.

pub(crate) mod count;
pub(crate) mod html;
pub(crate) mod meta;
mod nodes;
mod parts;
mod pictures;
mod preserved;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bytes::Bytes;
use roxmltree::{Document, Node};

use crate::content::{self, BookFiles, Content, PageIds, resolve_notes};
use crate::language::canonical_tag;
use crate::letters::SourceCount;
use crate::media_types::media_type;
use crate::model::{Book, Matter, Metadata, Resource, Resources, Section};
use crate::progress::report_step;
use crate::xml::{self, DecodedDocument, find_child, text_of};
use crate::{Error, Limits, Package, Progress, Result, path};

use count::{DtbookRule, SourceParts, count_parts};
use html::Dialect;
use meta::Statements;
pub(crate) use parts::{MatterIds, MovedPlaces, divide_sections};

/// The name of a text that came without a container.
const STANDALONE_NAME: &str = "book.xml";

/// The output for an element may be one element deeper.
pub(crate) fn allow_one_deeper(limits: &Limits) -> Limits {
    Limits { xml_depth: limits.xml_depth * 2 + 8, ..*limits }
}

/// The images and recordings of a package, by their names.
pub(crate) fn image_resources(package: &Arc<Package>) -> Resources {
    let files = package.files(|path| media_type(path).to_owned());
    let kept = files
        .into_iter()
        .filter(|file| file.media_type.starts_with("image/") || file.media_type.starts_with("audio/"))
        .map(|file| Resource { path: file.path, media_type: file.media_type, size: file.size });
    Resources::new(Arc::clone(package), kept.collect())
}

pub(crate) fn no_text_error(entry: &str) -> Error {
    Error::Unsupported { entry: entry.to_owned(), reason: "the book has no text (DTBook)".into() }
}

/// Reads a text in a container with its pictures.
pub(crate) fn read_from_package(
    package: &Arc<Package>,
    path: &str,
    progress: &mut dyn Progress,
) -> Result<Book> {
    let limits = package.limits();
    let files = TextFiles { package: Some(package), limits, parts_before: 0, stated: None };
    let text = package.with_document(path, "the container", |document, _| {
        read_text(path, document, &HashSet::new(), files, progress)
    })??;
    Ok(Book::from_text(text.metadata, text.sections, image_resources(package)))
}

/// Reads a text without any container.
pub(crate) fn read_standalone(bytes: Bytes, limits: &Limits, progress: &mut dyn Progress) -> Result<Book> {
    if bytes.len() as u64 > limits.entry_size {
        return Err(Error::EntryTooLarge { entry: STANDALONE_NAME.to_owned(), limit: limits.entry_size });
    }
    let reporter = progress.reporter();
    let files = TextFiles { package: None, limits, parts_before: 0, stated: None };
    let text = DecodedDocument::from_bytes(STANDALONE_NAME, bytes.into(), None, &reporter)?;
    let text = xml::with_document(STANDALONE_NAME, &text, limits, &reporter, |document, _| {
        read_text(STANDALONE_NAME, document, &HashSet::new(), files, progress)
    })??;
    let resources = Resources::in_memory([]);
    Ok(Book { reporter, ..Book::from_text(text.metadata, text.sections, resources) })
}

/// The location of a text.
#[derive(Clone, Copy)]
pub(crate) struct TextFiles<'a> {
    /// The package with what it refers to.
    pub(crate) package: Option<&'a Package>,
    pub(crate) limits: &'a Limits,
    /// Sections that were made of other texts of the book.
    pub(crate) parts_before: usize,
    /// The metadata of the package document, if there is one.
    pub(crate) stated: Option<&'a Metadata>,
}

pub(crate) struct ReadText {
    pub(crate) sections: Vec<Section>,
    /// The section that contains each id.
    pub(crate) places: HashMap<String, String>,
    /// The ids of the title, and of the authors with their names: they are metadata, and in no section.
    pub(crate) front_ids: HashMap<String, Option<String>>,
    /// The metadata of the package document, completed from the text; without a package document, the text's.
    pub(crate) metadata: Metadata,
}

/// A part that becomes a section: a division of the first level, or what is next to such.
struct TextPart<'a, 'i> {
    matter: Matter,
    nodes: Vec<Node<'a, 'i>>,
}

/// Turns elements into XHTML; `true` if the only one carries what the document does.
type WriteHtml<'w> = &'w dyn Fn(&[Node<'_, '_>], bool, &Dtbook<'_>) -> String;

pub(crate) fn read_text(
    path: &str,
    document: &Document<'_>,
    narrated: &HashSet<&str>,
    files: TextFiles<'_>,
    progress: &mut dyn Progress,
) -> Result<ReadText> {
    let write =
        |nodes: &[Node<'_, '_>], within: bool, dialect: &Dtbook<'_>| html::write_html(nodes, within, dialect);
    read_text_by(&write, path, document, narrated, files, progress)
}

fn read_text_by(
    write: WriteHtml<'_>,
    path: &str,
    document: &Document<'_>,
    narrated: &HashSet<&str>,
    files: TextFiles<'_>,
    progress: &mut dyn Progress,
) -> Result<ReadText> {
    let root = document.root_element();
    let is_text = matches!(root.tag_name().name(), "dtbook" | "dtbook3");
    // A text that was cut has no element around it, and one that was joined has several.
    let mut books = xml::find_children(root, "book");
    let book = books.next().filter(|_| books.next().is_none()).unwrap_or(root);
    if !is_text {
        return Err(no_text_error(path));
    }
    let metadata = complete_metadata(files.stated, read_metadata(root));
    let parts = find_parts(book, &metadata);
    // What a part refers to is found from the folder of the text.
    let part_name =
        |n: usize| path::sibling_path(path, &format!("dtbook-part{}.xhtml", files.parts_before + n));
    let names: Vec<String> = (1..=parts.len()).map(part_name).collect();
    let mut places: HashMap<String, String> = HashMap::new();
    for (part, name) in parts.iter().zip(&names) {
        for id in part.nodes.iter().flat_map(Node::descendants).filter_map(|node| node.attribute("id")) {
            places.entry(id.to_owned()).or_insert_with(|| name.clone());
        }
    }
    let total = parts.len();
    let counts = count_source(root, book, &parts, &metadata);
    let around = files.package.map(|package| BookFiles::new(package, None));
    let mut sections = Vec::with_capacity(total);
    for (n, (part, name)) in parts.iter().zip(&names).enumerate() {
        report_step(progress, n, total)?;
        let within = part.nodes.iter().any(is_level);
        let dialect = Dtbook { places: &places, narrated, files, text: path, own_path: name };
        let html = write(&part.nodes, within, &dialect);
        let document = xml::parse(name, &html, &allow_one_deeper(files.limits))?;
        let content = content::read_document(name, &document, &PageIds::new(), around.as_ref());
        let section = build_section(content, name, part.matter, root);
        sections.push(Section { counted: counts.get(n).copied(), part_of: Some(path.to_owned()), ..section });
    }
    report_step(progress, total, total)?;
    if sections.is_empty() {
        return Err(no_text_error(path));
    }
    resolve_notes(&mut sections);
    Ok(ReadText { sections, places, front_ids: front_matter_ids(book, &metadata), metadata })
}

fn find_parts<'a, 'i>(book: Node<'a, 'i>, metadata: &Metadata) -> Vec<TextPart<'a, 'i>> {
    let mut parts: Vec<TextPart<'_, '_>> = Vec::new();
    for matter in [Matter::Front, Matter::Body, Matter::Back] {
        add_parts(matter_nodes(book, matter).into_iter(), matter, metadata, &mut parts);
    }
    parts
}

/// The nodes of a part of the book. What is in none of the parts is the body.
fn matter_nodes<'a, 'i>(book: Node<'a, 'i>, matter: Matter) -> Vec<Node<'a, 'i>> {
    let nodes = book.children().flat_map(|node| match (node.tag_name().name(), matter) {
        ("frontmatter", Matter::Front) | ("bodymatter", Matter::Body) | ("rearmatter", Matter::Back) => {
            node.children().collect()
        }
        ("book", _) => matter_nodes(node, matter),
        (name, Matter::Body) if name != "head" && !name.ends_with("matter") => vec![node],
        _ => Vec::new(),
    });
    nodes.collect()
}

/// Adds the divisions among these nodes, and the parts of what is between them.
fn add_parts<'a, 'i>(
    nodes: impl Iterator<Item = Node<'a, 'i>>,
    matter: Matter,
    metadata: &Metadata,
    parts: &mut Vec<TextPart<'a, 'i>>,
) {
    let has_words = |node: &Node<'_, '_>| node.text().is_some_and(|text| !text.trim().is_empty());
    let mut loose = false;
    for node in nodes.filter(|node| node.is_element() || node.is_text() && has_words(node)) {
        if is_level(&node) {
            parts.push(TextPart { matter, nodes: vec![node] });
            loose = false;
        } else if repeats_metadata(node, metadata) {
            // Writers write title and authors anyway.
        } else if let Some(last) = parts.last_mut().filter(|_| loose) {
            last.nodes.push(node);
        } else {
            parts.push(TextPart { matter, nodes: vec![node] });
            loose = true;
        }
    }
}

fn count_source(
    root: Node<'_, '_>,
    book: Node<'_, '_>,
    parts: &[TextPart<'_, '_>],
    metadata: &Metadata,
) -> Vec<SourceCount> {
    let front = matter_nodes(book, Matter::Front).into_iter();
    let repeated = front.filter(|node| repeats_metadata(*node, metadata));
    let places = SourceParts {
        text_range: book.range(),
        parts: parts.iter().map(|part| part.nodes.iter().map(Node::range).collect()).collect(),
        omitted_ranges: repeated.chain(find_child(root, "head")).map(|node| node.range()).collect(),
    };
    count_parts(root.document().input_text(), &places, &mut DtbookRule::default())
}

/// Returns true if an element before the text says only what the metadata says.
fn repeats_metadata(node: Node<'_, '_>, metadata: &Metadata) -> bool {
    let same = |stated: &str| has_same_words(&text_of(node), stated);
    match node.tag_name().name() {
        "doctitle" | "covertitle" => {
            let subtitle = metadata.subtitle.as_deref().unwrap_or_default();
            text_of(node).is_empty()
                || same(&metadata.title)
                || same(&format!("{} {subtitle}", metadata.title))
        }
        "docauthor" => {
            text_of(node).is_empty() || metadata.contributors.iter().any(|person| same(&person.name))
        }
        _ => false,
    }
}

/// Returns true if two texts differ in white space and case alone.
pub(crate) fn has_same_words(one: &str, other: &str) -> bool {
    let words = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
    let one = words(one);
    !one.is_empty() && one == words(other)
}

fn front_matter_ids(book: Node<'_, '_>, metadata: &Metadata) -> HashMap<String, Option<String>> {
    let mut found = HashMap::new();
    let all = matter_nodes(book, Matter::Front).into_iter().filter(Node::is_element);
    for node in all.filter(|node| repeats_metadata(*node, metadata)) {
        let author = match node.tag_name().name() {
            "doctitle" | "covertitle" => None,
            "docauthor" => Some(text_of(node)),
            _ => continue,
        };
        for id in node.descendants().filter_map(|node| node.attribute("id")) {
            found.entry(id.to_owned()).or_insert_with(|| author.clone());
        }
    }
    found
}

/// The metadata in the head of the text; title and authors from the text itself if missing there.
fn read_metadata(root: Node<'_, '_>) -> Metadata {
    let stated = find_child(root, "head").map(Statements::from_head).unwrap_or_default();
    let front = find_child(root, "book").and_then(|book| find_child(book, "frontmatter"));
    let in_text = |name: &str| -> Vec<String> {
        let all = front.into_iter().flat_map(|front| xml::find_children(front, name));
        all.map(text_of).filter(|text| !text.is_empty()).collect()
    };
    let title = in_text("doctitle").into_iter().next();
    stated.to_metadata(title.as_deref(), &in_text("docauthor"), xml::language_attribute(root))
}

/// The metadata of the package document, with the title and the authors of the text where it names none.
fn complete_metadata(stated: Option<&Metadata>, own: Metadata) -> Metadata {
    let Some(stated) = stated else { return own };
    let mut metadata = stated.clone();
    if metadata.title.is_empty() {
        metadata.title = own.title;
    }
    if metadata.names("aut").is_empty() {
        let is_known = |name: &str| stated.contributors.iter().any(|person| person.name == name);
        let authors = own.contributors.into_iter().filter(|person| person.creator && !is_known(&person.name));
        metadata.contributors.splice(0..0, authors);
    }
    metadata
}

fn build_section(content: Content, path: &str, matter: Matter, root: Node<'_, '_>) -> Section {
    let own = |name: (&str, &str)| root.attribute(name).and_then(canonical_tag);
    Section {
        lang: content.lang.or_else(|| own((xml::XML_NAMESPACE, "lang"))),
        dir: content.dir,
        ids: content.ids,
        ..Section::new(path.to_owned(), matter, content.blocks)
    }
}

fn is_level(node: &Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "level1" | "level")
}

struct Dtbook<'a> {
    /// The part that contains each id.
    places: &'a HashMap<String, String>,
    narrated: &'a HashSet<&'a str>,
    files: TextFiles<'a>,
    /// The text, and the part of it that is written.
    text: &'a str,
    own_path: &'a str,
}

impl Dialect for Dtbook<'_> {
    fn resolve_reference(&self, node: Node<'_, '_>) -> Option<String> {
        let href = node.attribute("idref").or_else(|| node.attribute("href"))?;
        if path::has_scheme(href) {
            return Some(href.to_owned());
        }
        let is_id = node.has_attribute("idref") && !href.contains('#');
        let (before, id) = if is_id { ("", href) } else { href.split_once('#').unwrap_or((href, "")) };
        // A link to another text of the book.
        if let Some(package) = self.files.package.filter(|_| !before.is_empty())
            && let Some((other, _)) = package.resolve(self.text, before)
            && other != self.text
            && package.contains(&other)
        {
            let hash = if id.is_empty() { "" } else { "#" };
            return Some(format!("{}{hash}{id}", path::relative_href(self.own_path, &other)));
        }
        let part = self.places.get(id).filter(|_| !id.is_empty())?;
        Some(format!("{}#{id}", path::relative_href(self.own_path, part)))
    }

    fn resolve_image(&self, node: Node<'_, '_>) -> Option<String> {
        let src = node.attribute("src")?;
        match self.files.package.and_then(|package| package.resolve(self.text, src)) {
            Some((path, _)) => Some(path::relative_href(self.own_path, &path)),
            None => Some(src.to_owned()),
        }
    }

    fn is_narrated(&self, id: &str) -> bool {
        self.narrated.contains(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::report_reading;
    use crate::report::FindingKind;

    /// A step into XHTML that loses quotations.
    struct QuotationLosingWriter<'a>(&'a Dtbook<'a>);

    impl Dialect for QuotationLosingWriter<'_> {
        fn name<'n>(&self, node: Node<'n, '_>) -> Option<&'n str> {
            Some(node.tag_name().name()).filter(|name| *name != "blockquote")
        }

        fn resolve_reference(&self, node: Node<'_, '_>) -> Option<String> {
            self.0.resolve_reference(node)
        }
    }

    const DTBOOK_TEXT: &str = "<dtbook xml:lang='en'><head><meta name='dc:Title' content='Tides'/></head><book>\
        <frontmatter><doctitle>Tides</doctitle></frontmatter><bodymatter>\
        <level1><h1>One</h1><p>The sea <pagenum id='p1'>1</pagenum>rises<noteref idref='#n'>1</noteref>.</p>\
        <imggroup><img src='a.png' alt='A seal'/><prodnote>A seal</prodnote></imggroup></level1>\
        <level1><h1>Two</h1><p>The land &amp; the caf\u{e9}.</p><blockquote><p>Lost words.</p></blockquote>\
        <note id='n'><p>A note.</p></note></level1></bodymatter></book></dtbook>";

    fn read_book(text: &str, write: WriteHtml<'_>) -> Book {
        let limits = Limits::default();
        let document = xml::parse(STANDALONE_NAME, text, &limits).unwrap();
        let files = TextFiles { package: None, limits: &limits, parts_before: 0, stated: None };
        let text = read_text_by(write, STANDALONE_NAME, &document, &HashSet::new(), files, &mut ()).unwrap();
        Book::from_text(text.metadata, text.sections, Resources::in_memory([]))
    }

    fn findings_of(text: &str, write: WriteHtml<'_>) -> Vec<(FindingKind, String)> {
        let book = read_book(text, write);
        report_reading(&book);
        let findings = book.reporter.to_report().findings;
        let named = |file: &str, subject: &str| format!("{file}: {subject}");
        findings.into_iter().map(|finding| (finding.kind, named(&finding.file, &finding.subject))).collect()
    }

    #[test]
    fn words_that_are_lost_on_the_way_into_xhtml_are_reported_with_the_file_of_the_source() {
        assert_eq!(
            findings_of(DTBOOK_TEXT, &|nodes, within, dialect| html::write_html(nodes, within, dialect)),
            []
        );
        let lost = findings_of(DTBOOK_TEXT, &|nodes, within, dialect| {
            html::write_html(nodes, within, &QuotationLosingWriter(dialect))
        });
        assert_eq!(lost, [(FindingKind::WordsLost, "book.xml: 3 of 10 words".to_owned())]);
    }

    #[test]
    fn authors_that_the_package_document_lacks_are_those_of_the_text() {
        let text = "<dtbook><head><meta name='dc:Title' content='High Tides'/></head><book><frontmatter>\
            <doctitle>High Tides</doctitle><docauthor>Ada Harbor</docauthor></frontmatter><bodymatter>\
            <level1><h1>One</h1></level1></bodymatter></book></dtbook>";
        let limits = Limits::default();
        let document = xml::parse(STANDALONE_NAME, text, &limits).unwrap();
        let stated = Metadata { title: "Tides".to_owned(), ..Metadata::default() };
        let files = TextFiles { package: None, limits: &limits, parts_before: 0, stated: Some(&stated) };
        let read = read_text(STANDALONE_NAME, &document, &HashSet::new(), files, &mut ()).unwrap();
        assert_eq!((read.metadata.title.as_str(), read.metadata.names("aut")), ("Tides", vec!["Ada Harbor"]));
        // A title that differs from the one of the package document stays in the text.
        assert_eq!(read.sections.len(), 2);
    }

    #[test]
    fn text_where_the_standard_has_none_is_read() {
        let places = [
            "<imggroup>lost<img src='a.png' alt='A seal'/><p>lost</p><caption>b</caption></imggroup>",
            "<imggroup>lost<img src='a.png' alt='A seal'/></imggroup>",
            "<table>lost<tbody>lost<tr>lost<td>a</td></tr></tbody><p>lost</p></table>",
            "<list type='ul'>lost<li>a</li><p>lost</p></list>",
            "<poem>lost<linegroup>lost<line>a</line>lost</linegroup><line>b</line>lost</poem>",
            "<dl>lost<dt>a</dt><dd>b</dd></dl>",
            "<unknown>lost<p>a</p></unknown>",
        ];
        for place in places {
            let text = format!(
                "<dtbook><book><bodymatter><level1><h1>One</h1>{place}</level1></bodymatter></book></dtbook>"
            );
            let book = read_book(&text, &|nodes, within, dialect| html::write_html(nodes, within, dialect));
            let mut words = String::new();
            book.walk(&mut |block| words.push_str(&crate::model::plain_text(block.inlines())));
            assert_eq!(words.matches("lost").count(), place.matches("lost").count(), "{place}: {words}");
            report_reading(&book);
            assert_eq!(book.reporter.to_report().findings, [], "{place}");
        }
    }
}
