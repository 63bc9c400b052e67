//! The volumes of a set: one book on several discs, each with a folder of its own in the container.

use std::collections::{BTreeSet, HashSet};

use roxmltree::Node;

use crate::dtbook::has_same_words;
use crate::dtbook::meta::Statements;
use crate::epub::is_epub_document;
use crate::error::keep_part;
use crate::litter::is_litter;
use crate::xml::{find_child, text_of};
use crate::{Error, FindingKind, Package, Reporter, Result, path};

/// Maximum number of volumes of a set.
const MAX_VOLUMES: usize = 64;
/// Maximum number of missing volumes that are reported by their numbers.
const MAX_LISTED_VOLUMES: usize = 20;
/// Maximum number of books that an error names.
const MAX_NAMED_BOOKS: usize = 5;
/// Maximum number of characters of a title in an error.
const MAX_TITLE_CHARS: usize = 80;

/// A volume of a book. Most books have one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Volume {
    /// The file in which reading begins: the navigation center, or the package document.
    pub(crate) path: String,
    /// Its place in the set, if it is known to belong to one.
    pub(crate) place: Option<VolumePlace>,
}

/// The place of a volume in its set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VolumePlace {
    /// The number of the volume, from 1.
    pub number: u32,
    /// The number of volumes.
    pub total: u32,
}

impl VolumePlace {
    /// Parses `1 of 3`, also with another word or character between the numbers. `None` for anything else
    /// and for a book in one volume.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = find_numbers(text);
        let number: u32 = numbers.next()?.parse().ok()?;
        let total: u32 = numbers.next()?.parse().ok()?;
        (total > 1 && (1..=total).contains(&number)).then_some(Self { number, total })
    }
}

/// The numbers in a text, as their digits.
pub(super) fn find_numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty())
}

/// The statements of a navigation center (DAISY 2.02) about its book.
pub(super) struct CenterHead {
    pub(super) statements: Statements,
    /// The title of the document.
    pub(super) title: String,
    /// Its place in the set; `None` for a book in one volume.
    pub(super) place: Option<VolumePlace>,
}

impl CenterHead {
    pub(super) fn read(root: Node<'_, '_>) -> Self {
        let head = find_child(root, "head");
        let statements = head.map(Statements::from_head).unwrap_or_default();
        let title = head.and_then(|head| find_child(head, "title")).map(text_of).unwrap_or_default();
        let place = statements.find_first("ncc:setinfo").and_then(VolumePlace::parse);
        Self { statements, title, place }
    }

    pub(super) fn book_title(&self) -> &str {
        self.statements.find_first("dc:title").unwrap_or(&self.title)
    }
}

/// A file in which a book or one of its volumes begins, and how the book is identified there.
struct Candidate {
    volume: Volume,
    title: String,
    identifier: String,
}

/// The navigation centers (DAISY 2.02) of the only book in a container, in the order of its volumes.
///
/// # Errors
/// There are several books.
pub(super) fn find_centers(package: &Package) -> Result<Vec<Volume>> {
    let is_center = |name: &&str| is_navigation_center(name) && !is_litter(name);
    let mut paths: Vec<String> = package.names().filter(is_center).map(str::to_owned).collect();
    // A folder has one; the standard names it `ncc.html`.
    paths.sort_by_key(|path| !path.to_ascii_lowercase().ends_with(".html"));
    let mut folders = HashSet::new();
    paths.retain(|path| folders.insert(path::folder(path).to_owned()));
    let mut found = read_candidates(package, paths, read_center_head)?;
    if !is_numbered_set(&found) {
        keep_highest(package, &mut found);
        if found.len() > 1 && !is_numbered_set(&found) && !is_unnumbered_set(package, &found) {
            return Err(several_books_error(&found));
        }
    }
    Ok(into_volumes(found))
}

/// The package documents (DAISY 3) of the only book in a container: this one, in the topmost folder, and
/// those of the other volumes, in their order.
///
/// # Errors
/// There are several books.
pub(super) fn find_package_documents(package: &Package, first: String) -> Result<Vec<Volume>> {
    let mut folders = HashSet::from([path::folder(&first).to_owned()]);
    let is_other = |name: &&str| {
        *name != first
            && path::extension(name) == "opf"
            && !is_litter(name)
            && folders.insert(path::folder(name).to_owned())
    };
    let others: Vec<String> = package.names().filter(is_other).take(MAX_VOLUMES).map(str::to_owned).collect();
    if others.is_empty() {
        return Ok(vec![Volume { path: first, place: None }]);
    }
    let silent = package.with_reporter(Reporter::default());
    let others = others.into_iter().filter(|name| !is_epub_document(&silent, name));
    let paths = std::iter::once(first).chain(others).collect();
    let mut found = read_candidates(package, paths, read_package_head)?;
    if !is_numbered_set(&found) {
        keep_highest(package, &mut found);
        if !is_numbered_set(&found) {
            keep_copies(package, &mut found)?;
        }
    }
    Ok(into_volumes(found))
}

/// Reports the volumes of a set that the container does not have. Returns true if there are none.
pub(super) fn report_missing_volumes(
    package: &Package,
    path: &str,
    total: u32,
    present: &BTreeSet<u32>,
) -> bool {
    let missing = (1..=total).filter(|number| !present.contains(number));
    let missing: Vec<String> = missing.take(MAX_LISTED_VOLUMES).map(|number| number.to_string()).collect();
    if !missing.is_empty() {
        let subject = format!("{} of {total}", missing.join(", "));
        package.reporter().report(FindingKind::MissingVolume, path, &subject);
    }
    missing.is_empty()
}

/// Returns true if a name is that of the navigation center of DAISY 2.02.
pub fn is_navigation_center(name: &str) -> bool {
    let file = path::file_name(name).to_ascii_lowercase();
    matches!(file.as_str(), "ncc.html" | "ncc.htm" | "ncc.xhtml")
}

/// Reads how the book is identified in each file. A single file is not read.
fn read_candidates(
    package: &Package,
    paths: Vec<String>,
    read_head: impl Fn(&Package, &str, Node<'_, '_>) -> Candidate,
) -> Result<Vec<Candidate>> {
    if paths.len() < 2 {
        return Ok(paths.into_iter().map(Candidate::without_head).collect());
    }
    // What is repaired in them is reported when they are read as parts of the book.
    let silent = package.with_reporter(Reporter::default());
    let mut found = Vec::with_capacity(paths.len());
    for path in paths {
        if found.len() >= MAX_VOLUMES {
            found.push(Candidate::without_head(path));
            continue;
        }
        let read = silent.with_document(&path, "the container", |document, _| {
            read_head(&silent, &path, document.root_element())
        });
        found.push(keep_part(read)?.unwrap_or_else(|| Candidate::without_head(path)));
    }
    Ok(found)
}

impl Candidate {
    fn without_head(path: String) -> Self {
        Self { volume: Volume { path, place: None }, title: String::new(), identifier: String::new() }
    }

    fn depth(&self) -> usize {
        self.volume.path.matches('/').count()
    }

    /// Returns true if both state one book. Volumes of a set may have its number in their titles.
    fn is_same_book(&self, other: &Self, are_numbered: bool) -> bool {
        let letters = |title: &str| title.replace(|c: char| !c.is_alphabetic(), " ");
        let has_same_title = has_same_words(&self.title, &other.title);
        let has_same_identifier = !self.identifier.is_empty() && self.identifier == other.identifier;
        if are_numbered {
            has_same_title
                || has_same_identifier
                || has_same_words(&letters(&self.title), &letters(&other.title))
        } else {
            has_same_identifier && (has_same_title || self.title == other.title)
        }
    }
}

fn read_center_head(_: &Package, path: &str, root: Node<'_, '_>) -> Candidate {
    let head = CenterHead::read(root);
    let mut identifiers = ["dc:identifier", "ncc:identifier"].iter();
    let identifier = identifiers.find_map(|name| head.statements.find_first(name));
    Candidate {
        volume: Volume { path: path.to_owned(), place: head.place },
        title: head.book_title().to_owned(),
        identifier: identifier.unwrap_or_default().to_owned(),
    }
}

fn read_package_head(package: &Package, path: &str, root: Node<'_, '_>) -> Candidate {
    let first_text = |name: &str| {
        let mut nodes = root.descendants().filter(Node::is_element);
        nodes.find(|node| node.tag_name().name().eq_ignore_ascii_case(name)).map(text_of).unwrap_or_default()
    };
    Candidate {
        volume: Volume { path: path.to_owned(), place: find_distribution(package, path) },
        title: first_text("title"),
        identifier: first_text("identifier"),
    }
}

/// The place of a volume of DAISY 3 in its set, from the file about its distribution (`distInfo`).
fn find_distribution(package: &Package, opf: &str) -> Option<VolumePlace> {
    let is_next_to = |name: &&str| path::extension(name) == "dinf" && path::folder(name) == path::folder(opf);
    let file = package.names().find(is_next_to)?;
    let read = package.with_document(file, opf, |document, _| {
        let books = document.descendants().filter(|node| node.tag_name().name() == "book");
        let mut places = books
            .map(|book| (book.attribute("pkgRef"), book.attribute("media").and_then(VolumePlace::parse)));
        let leads_here =
            |reference: &str| package.resolve(file, reference).is_some_and(|(path, _)| path == opf);
        places.find(|(reference, _)| reference.is_none_or(leads_here)).and_then(|(_, place)| place)
    });
    read.ok().flatten()
}

/// Returns true if all state the same book and different numbers in the same set.
fn is_numbered_set(found: &[Candidate]) -> bool {
    let Some(first) = found.first() else { return false };
    let mut numbers = HashSet::new();
    let total = |candidate: &Candidate| candidate.volume.place.map(|place| place.total);
    let is_another = |candidate: &Candidate| {
        candidate.volume.place.is_some_and(|place| numbers.insert(place.number))
            && total(candidate) == total(first)
            && candidate.is_same_book(first, true)
    };
    found.iter().all(is_another)
}

/// Returns true if none states a number, and all state the same book but differ in content.
fn is_unnumbered_set(package: &Package, found: &[Candidate]) -> bool {
    let contents: HashSet<_> = found.iter().map(|own| package.content_key(&own.volume.path)).collect();
    let is_same = |own: &Candidate| own.volume.place.is_none() && own.is_same_book(&found[0], false);
    contents.len() == found.len() && found.iter().all(is_same)
}

/// Leaves out files below others, and reports them.
fn keep_highest(package: &Package, found: &mut Vec<Candidate>) {
    let highest = found.iter().map(Candidate::depth).min().unwrap_or_default();
    for own in found.extract_if(.., |own| own.depth() > highest) {
        package.reporter().report(FindingKind::OtherRendition, "", &own.volume.path);
    }
}

/// Keeps the first package document, and its copies: each disc of a set has one. Other renditions of the
/// book are left out and reported.
fn keep_copies(package: &Package, found: &mut Vec<Candidate>) -> Result<()> {
    let Some(first) = found.first() else { return Ok(()) };
    let content = package.content_key(&first.volume.path);
    let is_copy = |own: &Candidate| package.content_key(&own.volume.path) == content;
    if !found.iter().all(|own| is_copy(own) || own.is_same_book(first, false)) {
        return Err(several_books_error(found));
    }
    for other in found.extract_if(.., |own| !is_copy(own)) {
        package.reporter().report(FindingKind::OtherRendition, "", &other.volume.path);
    }
    Ok(())
}

fn several_books_error(found: &[Candidate]) -> Error {
    let name = |own: &Candidate| match own.title.trim() {
        "" => own.volume.path.clone(),
        title => format!("{} ({})", own.volume.path, title.chars().take(MAX_TITLE_CHARS).collect::<String>()),
    };
    let mut names: Vec<String> = found.iter().take(MAX_NAMED_BOOKS).map(name).collect();
    if found.len() > MAX_NAMED_BOOKS {
        names.push(format!("and {} more", found.len() - MAX_NAMED_BOOKS));
    }
    let reason = format!("it holds several books: {}; each needs a file of its own", names.join(", "));
    Error::Unsupported { entry: "the container".into(), reason }
}

/// The volumes by their numbers, or else by the names of their folders.
fn into_volumes(found: Vec<Candidate>) -> Vec<Volume> {
    let mut volumes: Vec<Volume> = found.into_iter().map(|own| own.volume).collect();
    volumes.sort_by_cached_key(|volume| {
        (volume.place.map_or(0, |place| place.number), natural_key(&volume.path))
    });
    volumes
}

/// A key by which `CD2` is before `CD10`.
fn natural_key(path: &str) -> String {
    const PIECE_BYTES: usize = 20;
    let mut key = String::new();
    for piece in path.to_lowercase().split_inclusive(|c: char| !c.is_ascii_digit()) {
        key.extend(std::iter::repeat_n('0', PIECE_BYTES.saturating_sub(piece.len())));
        key.push_str(piece);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::{VolumePlace, natural_key};

    #[test]
    fn places_in_a_set_are_read_as_programs_write_them() {
        for text in ["2 of 3", "2/3", "2:3", " 2 von 3 ", "CD 2 av 3"] {
            assert_eq!(VolumePlace::parse(text), Some(VolumePlace { number: 2, total: 3 }), "{text}");
        }
        for text in ["", "1 of 1", "3", "0 of 3", "4 of 3", "1 of 99999999999", "one of two"] {
            assert_eq!(VolumePlace::parse(text), None, "{text}");
        }
    }

    #[test]
    fn folders_are_ordered_by_the_numbers_in_their_names() {
        let mut paths = ["b/CD10/ncc.html", "b/cd9/ncc.html", "b/CD1/ncc.html", "a/CD20/ncc.html"];
        paths.sort_by_key(|path| natural_key(path));
        assert_eq!(paths, ["a/CD20/ncc.html", "b/CD1/ncc.html", "b/cd9/ncc.html", "b/CD10/ncc.html"]);
    }
}
