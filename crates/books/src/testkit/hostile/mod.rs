//! Files that are small and would cost a careless reader much memory or time, made in code.
//!
//! Each must be read within bounds: it is refused with a reason, or what is made of it is small.

mod containers;
mod documents;
mod pictures;
mod records;
mod texts;

/// What reads a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Way {
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
pub struct Hostile {
    /// What it tries, such as `entities`; no two files of one [`Way`] have the same name.
    pub name: &'static str,
    /// What reads it.
    pub way: Way,
    /// The file.
    pub bytes: Vec<u8>,
}

/// A file that is made when it is its turn.
type Maker = (&'static str, Way, fn() -> Vec<u8>);

/// All of them, each made when it is asked for.
pub fn hostile() -> impl Iterator<Item = Hostile> {
    makers().map(|(name, way, make)| Hostile { name, way, bytes: make() })
}

/// Their names and readers.
pub fn hostile_names() -> impl Iterator<Item = (&'static str, Way)> {
    makers().map(|(name, way, _)| (name, way))
}

/// One of them, by its name and reader.
pub fn hostile_file(name: &str, way: Way) -> Option<Hostile> {
    let (name, way, make) = makers().find(|(known, of, _)| *known == name && *of == way)?;
    Some(Hostile { name, way, bytes: make() })
}

fn makers() -> impl Iterator<Item = Maker> {
    [texts::ALL, containers::ALL, pictures::ALL, documents::ALL, records::ALL].into_iter().flatten().copied()
}

/// One text for each number, in one piece.
fn each(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

/// A declaration of one long entity, and references to it.
fn entities(root: &str) -> (String, String) {
    let declared = format!("<!DOCTYPE {root} [<!ENTITY bomb \"{}\">]>", "x".repeat(100_000));
    (declared, "&bomb;".repeat(60_000))
}

/// Many attributes.
fn attributes() -> String {
    each(50_000, |n| format!(" a{n}='{n}'"))
}
