//! Files that are small and would cost a careless reader much memory or time, made in code.
//!
//! Each must be read within bounds: it is refused with a reason, or what is made of it is small.

mod containers;
mod documents;
mod pictures;
mod records;
mod texts;

/// The reader that a hostile file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostileReader {
    /// An EPUB.
    Epub,
    /// A DAISY book in a container, of either standard.
    Daisy,
    /// A text of DAISY 3 without a container.
    Dtbook,
    /// A score (`MusicXML`).
    Score,
    /// A document: PDF.
    Pdf,
    /// A document: a presentation.
    Presentation,
    /// A document: a picture.
    Picture,
    /// Records of titles: ONIX.
    Onix,
    /// Records of titles: MARC, as exchanged.
    Marc,
    /// Records of titles: MARC in XML.
    MarcXml,
    /// Records of titles: a table.
    Csv,
}

/// A hostile file.
#[derive(Debug, Clone)]
pub struct HostileFile {
    /// The attack, such as `entities`; no two files of one [`HostileReader`] have the same name.
    pub name: &'static str,
    /// The reader that it attacks.
    pub way: HostileReader,
    /// The file.
    pub bytes: Vec<u8>,
}

/// A file that is made when it is its turn.
type FileMaker = (&'static str, HostileReader, fn() -> Vec<u8>);

/// All of them, each made when it is asked for.
pub fn hostile_files() -> impl Iterator<Item = HostileFile> {
    all_makers().map(|(name, way, make)| HostileFile { name, way, bytes: make() })
}

/// Their names and readers.
pub fn hostile_names() -> impl Iterator<Item = (&'static str, HostileReader)> {
    all_makers().map(|(name, way, _)| (name, way))
}

/// Finds a hostile file by its name and reader.
pub fn hostile_file(name: &str, way: HostileReader) -> Option<HostileFile> {
    let (name, way, make) = all_makers().find(|(known, of, _)| *known == name && *of == way)?;
    Some(HostileFile { name, way, bytes: make() })
}

fn all_makers() -> impl Iterator<Item = FileMaker> {
    [
        texts::TEXT_MAKERS,
        containers::CONTAINER_MAKERS,
        pictures::PICTURE_MAKERS,
        documents::DOCUMENT_MAKERS,
        records::RECORD_MAKERS,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// Concatenates one text for each number.
fn repeat_numbered(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

/// A declaration of one long entity, and references to it.
fn entity_bomb(root: &str) -> (String, String) {
    let declared = format!("<!DOCTYPE {root} [<!ENTITY bomb \"{}\">]>", "x".repeat(100_000));
    (declared, "&bomb;".repeat(60_000))
}

/// Many attributes.
fn many_attributes() -> String {
    repeat_numbered(50_000, |n| format!(" a{n}='{n}'"))
}
