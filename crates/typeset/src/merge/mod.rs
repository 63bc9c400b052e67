//! Merges the parts of a book, each a PDF of the typesetter, as they arrive: their objects are written
//! immediately, and only shared structures are kept until the end.

mod copy;
mod outline;
mod text;

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::io::{self, Cursor, Write};

use books::pdf::objects::{Objects, Token, bytes_of, latin, number, references, set, tokens, value};

use copy::Copying;
pub(crate) use outline::{Bookmark, Position};

// The shared objects. Those of the parts follow them.
const PAGES: usize = 1;
const TREE: usize = 2;
const DOCUMENT: usize = 3;
const LABELS: usize = 4;
const PLACES: usize = 5;
const FIRST: usize = 6;

/// A document in progress.
pub(crate) struct Merger<W> {
    out: W,
    size: u64,
    /// Offset of each object.
    offsets: Vec<u64>,
    pages: Vec<usize>,
    /// The top-level elements.
    tags: Vec<usize>,
    /// The elements that pages and links with tags belong to, by their keys.
    keys: Vec<usize>,
    identities: BTreeMap<Vec<u8>, usize>,
    /// Page labels, with the page that they start from.
    labels: Vec<(usize, usize)>,
    /// Distinguishes its contents from those of another document.
    contents: u128,
    parts: usize,
}

/// Navigation data of a document.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) bookmarks: Vec<Bookmark>,
    /// Link targets.
    pub(crate) places: BTreeMap<String, Position>,
}

impl<W: Write> Merger<W> {
    pub(crate) fn new(out: W) -> io::Result<Self> {
        let mut merger = Self {
            out,
            size: 0,
            offsets: vec![0; FIRST],
            pages: Vec::new(),
            tags: Vec::new(),
            keys: Vec::new(),
            identities: BTreeMap::new(),
            labels: Vec::new(),
            contents: 0,
            parts: 0,
        };
        merger.write(b"%PDF-1.7\n%\x80\x80\x80\x80\n")?;
        Ok(merger)
    }

    /// Appends a part, without its first `above` elements.
    pub(crate) fn add(&mut self, pdf: &[u8], above: usize) -> io::Result<()> {
        let part = Part::read(pdf).ok_or_else(foreign)?;
        self.copy(&part, above, &[]).map(drop)
    }

    /// Adds the front matter before all parts, and the shared structures.
    pub(crate) fn finish(mut self, front: &[u8], gathered: Gathered) -> io::Result<W> {
        let part = Part::read(front).ok_or_else(foreign)?;
        let (pages, tags, labels) =
            (self.pages.split_off(0), self.tags.split_off(0), self.labels.split_off(0));
        let info = part.objects.trailer("Info").and_then(number);
        let roots: Vec<usize> = info.into_iter().collect();
        let moved = self.copy(&part, 0, &roots)?;
        let before = self.pages.len();
        self.pages.extend(pages);
        self.tags.extend(tags);
        self.labels.extend(labels.into_iter().map(|(page, label)| (page + before, label)));
        let outline = self.bookmarks(gathered.bookmarks)?;
        self.places(&gathered.places)?;
        self.join(&part)?;
        self.close(&part, outline, moved.first().copied())
    }

    /// Copies the objects that the pages of a part need, and those of its tags. Returns the new numbers of
    /// `roots`.
    fn copy(&mut self, part: &Part<'_>, above: usize, roots: &[usize]) -> io::Result<Vec<usize>> {
        self.parts += 1;
        self.contents = typst::utils::hash128(&(self.contents, part.objects.trailer("ID")));
        let copying = Copying { keys: self.keys.len(), prefix: format!("{} ", self.parts) };
        let mut moving = Moving { known: BTreeMap::from(part.joining), left: VecDeque::new() };
        let first = self.pages.len();
        for page in &part.pages {
            let page = moving.number(*page, &mut self.offsets);
            self.pages.push(page);
        }
        for tag in part.tags.iter().skip(above) {
            let tag = moving.number(*tag, &mut self.offsets);
            self.tags.push(tag);
        }
        for key in &part.keys {
            let key = moving.number(*key, &mut self.offsets);
            self.keys.push(key);
        }
        for (identity, element) in &part.identities {
            let element = moving.number(*element, &mut self.offsets);
            self.identities.insert(copying.identity(identity), element);
        }
        for (page, label) in &part.labels {
            let label = moving.number(*label, &mut self.offsets);
            self.labels.push((first + page, label));
        }
        let roots = roots.iter().map(|root| moving.number(*root, &mut self.offsets)).collect();
        while let Some((old, new)) = moving.left.pop_front() {
            let object = part.objects.object(old).ok_or_else(foreign)?;
            let offsets = &mut self.offsets;
            let copied = copying.copy(&object, &mut |old| moving.number(old, offsets)).ok_or_else(foreign)?;
            self.put(new, &copied)?;
        }
        Ok(roots)
    }

    /// The bookmarks; returns the number of their root.
    fn bookmarks(&mut self, bookmarks: Vec<Bookmark>) -> io::Result<usize> {
        let root = self.offsets.len();
        let objects = outline::objects(bookmarks, root, &|position| self.destination(position));
        for object in objects {
            self.add_object(object.as_bytes())?;
        }
        Ok(root)
    }

    fn places(&mut self, places: &BTreeMap<String, Position>) -> io::Result<()> {
        let mut names = String::from("<</Names[");
        for (name, position) in places {
            names.extend([text::write(name), self.destination(*position)]);
        }
        names.push_str("]>>");
        self.put(PLACES, names.as_bytes())
    }

    fn destination(&self, position: Position) -> String {
        let page = self.pages.get(position.page).or(self.pages.last()).copied().unwrap_or_default();
        format!("[{page} 0 R/XYZ {:.2} {:.2} 0]", position.x, position.y)
    }

    /// The trees of pages and tags, and the names of pages.
    fn join(&mut self, front: &Part<'_>) -> io::Result<()> {
        let list = |numbers: &[usize]| {
            let all: Vec<String> = numbers.iter().map(|number| format!("{number} 0 R")).collect();
            all.join(" ")
        };
        let numbered = |numbers: &mut dyn Iterator<Item = (usize, usize)>| {
            let all: Vec<String> = numbers.map(|(key, number)| format!("{key} {number} 0 R")).collect();
            all.join(" ")
        };
        let pages = format!("<</Type/Pages/Count {}/Kids[{}]>>", self.pages.len(), list(&self.pages));
        let document = format!("<</Type/StructElem/S/Document/P {TREE} 0 R/K[{}]>>", list(&self.tags));
        let labels = format!("<</Nums[{}]>>", numbered(&mut self.labels.iter().copied()));
        let mut identities = String::new();
        for (identity, element) in &self.identities {
            let _ = write!(identities, "{}{element} 0 R", text::hex(identity));
        }
        let identities =
            if identities.is_empty() { identities } else { format!("/IDTree<</Names[{identities}]>>") };
        let tree = format!(
            "<</Type/StructTreeRoot/RoleMap{}/K[{DOCUMENT} 0 R]/ParentTree<</Nums[{}]>>{identities}/ParentTreeNextKey {}>>",
            front.roles,
            numbered(&mut self.keys.iter().copied().enumerate()),
            self.keys.len()
        );
        for (number, object) in [(PAGES, pages), (DOCUMENT, document), (LABELS, labels), (TREE, tree)] {
            self.put(number, object.as_bytes())?;
        }
        Ok(())
    }

    /// Metadata, catalog, table of references.
    fn close(mut self, front: &Part<'_>, outline: usize, info: Option<usize>) -> io::Result<W> {
        let identity = format!("{:032x}", self.contents);
        let metadata_at = value(&front.catalog, "Metadata").and_then(number).ok_or_else(foreign)?;
        let metadata = front.objects.stream(metadata_at).ok_or_else(foreign)?;
        let metadata = replaced(&latin(&metadata), "xmpTPg:NPages", &self.pages.len().to_string());
        let metadata = bytes_of(&replaced(&metadata, "xmpMM:InstanceID", &identity));
        let head = format!("<</Length {}/Type/Metadata/Subtype/XML>>\nstream\n", metadata.len());
        let metadata = self.add_object(&[head.as_bytes(), &metadata, b"\nendstream"].concat())?;
        let mut catalog = front.catalog.clone();
        let entries = [
            ("Pages", PAGES),
            ("StructTreeRoot", TREE),
            ("PageLabels", LABELS),
            ("Outlines", outline),
            ("Metadata", metadata),
        ];
        for (name, number) in entries {
            catalog = set(&catalog, name, &format!("{number} 0 R"));
        }
        catalog = set(&catalog, "Names", &format!("<</Dests {PLACES} 0 R>>"));
        let catalog = self.add_object(&bytes_of(&catalog))?;
        let table = self.size;
        let mut end = format!("xref\n0 {}\n0000000000 65535 f \n", self.offsets.len());
        for offset in &self.offsets[1..] {
            let _ = writeln!(end, "{offset:010} 00000 n ");
        }
        let first = front.objects.trailer("ID").and_then(|list| {
            tokens(list.as_bytes())?.into_iter().find_map(|token| match token {
                Token::Text(text) => Some(latin(text)),
                _ => None,
            })
        });
        let first = first.unwrap_or_else(|| format!("({identity})"));
        let info = info.map(|info| format!("/Info {info} 0 R")).unwrap_or_default();
        let _ = write!(
            end,
            "trailer\n<</Size {}/Root {catalog} 0 R{info}/ID[{first}({identity})]>>\nstartxref\n{table}\n%%EOF\n",
            self.offsets.len(),
        );
        self.write(&bytes_of(&end))?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Adds an object; returns its number.
    fn add_object(&mut self, object: &[u8]) -> io::Result<usize> {
        self.offsets.push(0);
        let number = self.offsets.len() - 1;
        self.put(number, object)?;
        Ok(number)
    }

    fn put(&mut self, number: usize, object: &[u8]) -> io::Result<()> {
        self.offsets[number] = self.size;
        self.write(format!("{number} 0 obj\n").as_bytes())?;
        self.write(object)?;
        self.write(b"\nendobj\n")
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.size += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}

/// Replaces the text of an XMP element.
fn replaced(xmp: &str, element: &str, text: &str) -> String {
    let (open, close) = (format!("<{element}>"), format!("</{element}>"));
    match xmp.split_once(&open).and_then(|(before, rest)| Some((before, rest.split_once(&close)?.1))) {
        Some((before, behind)) => format!("{before}{open}{text}{close}{behind}"),
        None => xmp.to_owned(),
    }
}

fn foreign() -> io::Error {
    io::Error::other("a part is no document of the typesetter")
}

/// New numbers of a part's objects. Referenced objects are copied after the referring one.
struct Moving {
    known: BTreeMap<usize, usize>,
    left: VecDeque<(usize, usize)>,
}

impl Moving {
    fn number(&mut self, old: usize, offsets: &mut Vec<u64>) -> usize {
        *self.known.entry(old).or_insert_with(|| {
            offsets.push(0);
            self.left.push_back((old, offsets.len() - 1));
            offsets.len() - 1
        })
    }
}

/// A part as the typesetter has written it.
struct Part<'a> {
    objects: Objects<Cursor<&'a [u8]>>,
    catalog: String,
    /// Objects with a counterpart in the whole document.
    joining: [(usize, usize); 3],
    roles: String,
    pages: Vec<usize>,
    tags: Vec<usize>,
    keys: Vec<usize>,
    identities: Vec<(Vec<u8>, usize)>,
    labels: Vec<(usize, usize)>,
}

impl<'a> Part<'a> {
    fn read(pdf: &'a [u8]) -> Option<Self> {
        let objects = Objects::read(Cursor::new(pdf))?;
        let catalog = objects.dictionary(objects.root()?)?;
        let pages_at = number(value(&catalog, "Pages")?)?;
        let tree_at = number(value(&catalog, "StructTreeRoot")?)?;
        let tree = objects.dictionary(tree_at)?;
        let document_at = number(value(&tree, "K")?)?;
        let labels = match value(&catalog, "PageLabels").and_then(number) {
            Some(at) => numbers(value(&objects.dictionary(at)?, "Nums")?)?,
            None => Vec::new(),
        };
        let keys = numbers(value(&tree, "ParentTree").and_then(|tree| value(tree, "Nums")).unwrap_or("[]"))?;
        let consecutive = keys.iter().enumerate().all(|(at, (key, _))| at == *key);
        let identities = value(&tree, "IDTree").and_then(|tree| value(tree, "Names")).unwrap_or("[]");
        Some(Self {
            joining: [(pages_at, PAGES), (tree_at, TREE), (document_at, DOCUMENT)],
            roles: value(&tree, "RoleMap").unwrap_or("<<>>").to_owned(),
            pages: references(value(&objects.dictionary(pages_at)?, "Kids")?),
            tags: references(value(&objects.dictionary(document_at)?, "K")?),
            keys: consecutive.then(|| keys.into_iter().map(|(_, object)| object).collect())?,
            identities: names(identities)?,
            labels,
            catalog,
            objects,
        })
    }
}

/// The entries of a number tree without branches.
fn numbers(list: &str) -> Option<Vec<(usize, usize)>> {
    let mut entries = Vec::new();
    let mut key = None;
    for token in tokens(list.as_bytes())? {
        match token {
            Token::Number(digits) => key = Some(std::str::from_utf8(digits).ok()?.parse().ok()?),
            Token::Reference(object) => entries.push((key.take()?, object)),
            _ => {}
        }
    }
    Some(entries)
}

/// The entries of a name tree without branches. Each byte is a character.
fn names(list: &str) -> Option<Vec<(Vec<u8>, usize)>> {
    let mut entries = Vec::new();
    let mut name = None;
    let list = bytes_of(list);
    for token in tokens(&list)? {
        match token {
            Token::Text(text) => name = Some(text.to_vec()),
            Token::Reference(object) => entries.push((name.take()?, object)),
            _ => {}
        }
    }
    Some(entries)
}
