//! Merges the parts of a book, each a PDF of the typesetter, as they arrive: their objects are written
//! immediately, and only shared structures are kept until the end.

mod copy;
mod outline;
mod text;

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::io::{self, Cursor, Write};

use books::pdf::objects::{
    Objects, Token, entry_value, find_references, from_latin1, parse_reference, set_entry, to_latin1,
    tokenize,
};

use copy::ObjectCopier;
pub(crate) use outline::{Bookmark, DocumentPosition};

// The shared objects. Those of the parts follow them.
const PAGES_OBJECT: usize = 1;
const TAG_TREE_OBJECT: usize = 2;
const DOCUMENT_OBJECT: usize = 3;
const LABELS_OBJECT: usize = 4;
const PLACES_OBJECT: usize = 5;
const FIRST_FREE_OBJECT: usize = 6;

/// A document in progress.
pub(crate) struct Merger<W> {
    out: W,
    size: u64,
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

#[derive(Debug, Default)]
pub(crate) struct NavigationData {
    pub(crate) bookmarks: Vec<Bookmark>,
    /// Link targets.
    pub(crate) places: BTreeMap<String, DocumentPosition>,
}

impl<W: Write> Merger<W> {
    pub(crate) fn new(out: W) -> io::Result<Self> {
        let mut merger = Self {
            out,
            size: 0,
            offsets: vec![0; FIRST_FREE_OBJECT],
            pages: Vec::new(),
            tags: Vec::new(),
            keys: Vec::new(),
            identities: BTreeMap::new(),
            labels: Vec::new(),
            contents: 0,
            parts: 0,
        };
        merger.write_bytes(b"%PDF-1.7\n%\x80\x80\x80\x80\n")?;
        Ok(merger)
    }

    /// Appends a part, without its first `above` elements.
    pub(crate) fn append_part(&mut self, pdf: &[u8], above: usize) -> io::Result<()> {
        let part = ParsedPart::parse(pdf).ok_or_else(foreign_error)?;
        self.copy_objects(&part, above, &[]).map(drop)
    }

    /// Adds the front matter before all parts, and the shared structures.
    pub(crate) fn finish(mut self, front: &[u8], gathered: NavigationData) -> io::Result<W> {
        let part = ParsedPart::parse(front).ok_or_else(foreign_error)?;
        let (pages, tags, labels) =
            (self.pages.split_off(0), self.tags.split_off(0), self.labels.split_off(0));
        let info = part.objects.trailer_value("Info").and_then(parse_reference);
        let roots: Vec<usize> = info.into_iter().collect();
        let moved = self.copy_objects(&part, 0, &roots)?;
        let before = self.pages.len();
        self.pages.extend(pages);
        self.tags.extend(tags);
        self.labels.extend(labels.into_iter().map(|(page, label)| (page + before, label)));
        let outline = self.write_bookmarks(gathered.bookmarks)?;
        self.write_places(&gathered.places)?;
        self.write_trees(&part)?;
        self.write_end(&part, outline, moved.first().copied())
    }

    /// Copies the objects that the pages of a part need, and those of its tags. Returns the new numbers of
    /// `roots`.
    fn copy_objects(
        &mut self,
        parsed_part: &ParsedPart<'_>,
        above: usize,
        roots: &[usize],
    ) -> io::Result<Vec<usize>> {
        self.parts += 1;
        self.contents = typst::utils::hash128(&(self.contents, parsed_part.objects.trailer_value("ID")));
        let copying = ObjectCopier { keys: self.keys.len(), prefix: format!("{} ", self.parts) };
        let mut moving =
            ObjectNumbers { new_numbers: BTreeMap::from(parsed_part.joining), pending: VecDeque::new() };
        let first = self.pages.len();
        for page in &parsed_part.pages {
            let page = moving.assign_number(*page, &mut self.offsets);
            self.pages.push(page);
        }
        for tag in parsed_part.tags.iter().skip(above) {
            let tag = moving.assign_number(*tag, &mut self.offsets);
            self.tags.push(tag);
        }
        for key in &parsed_part.keys {
            let key = moving.assign_number(*key, &mut self.offsets);
            self.keys.push(key);
        }
        for (identity, element) in &parsed_part.identities {
            let element = moving.assign_number(*element, &mut self.offsets);
            self.identities.insert(copying.convert_id(identity), element);
        }
        for (page, label) in &parsed_part.labels {
            let label = moving.assign_number(*label, &mut self.offsets);
            self.labels.push((first + page, label));
        }
        let roots = roots.iter().map(|root| moving.assign_number(*root, &mut self.offsets)).collect();
        while let Some((old, new)) = moving.pending.pop_front() {
            let object = parsed_part.objects.read_object(old).ok_or_else(foreign_error)?;
            let offsets = &mut self.offsets;
            let copied = copying
                .copy_object(&object, &mut |old| moving.assign_number(old, offsets))
                .ok_or_else(foreign_error)?;
            self.write_object(new, &copied)?;
        }
        Ok(roots)
    }

    /// The bookmarks; returns the number of their root.
    fn write_bookmarks(&mut self, bookmarks: Vec<Bookmark>) -> io::Result<usize> {
        let root = self.offsets.len();
        let objects = outline::format_objects(bookmarks, root, &|position| self.format_destination(position));
        for object in objects {
            self.add_object(object.as_bytes())?;
        }
        Ok(root)
    }

    fn write_places(&mut self, places: &BTreeMap<String, DocumentPosition>) -> io::Result<()> {
        let mut names = String::from("<</Names[");
        for (name, position) in places {
            names.extend([text::encode_text(name), self.format_destination(*position)]);
        }
        names.push_str("]>>");
        self.write_object(PLACES_OBJECT, names.as_bytes())
    }

    fn format_destination(&self, position: DocumentPosition) -> String {
        let page = self.pages.get(position.page).or(self.pages.last()).copied().unwrap_or_default();
        format!("[{page} 0 R/XYZ {:.2} {:.2} 0]", position.x, position.y)
    }

    /// The trees of pages and tags, and the names of pages.
    fn write_trees(&mut self, front: &ParsedPart<'_>) -> io::Result<()> {
        let list = |numbers: &[usize]| {
            let all: Vec<String> = numbers.iter().map(|number| format!("{number} 0 R")).collect();
            all.join(" ")
        };
        let numbered = |numbers: &mut dyn Iterator<Item = (usize, usize)>| {
            let all: Vec<String> = numbers.map(|(key, number)| format!("{key} {number} 0 R")).collect();
            all.join(" ")
        };
        let pages = format!("<</Type/Pages/Count {}/Kids[{}]>>", self.pages.len(), list(&self.pages));
        let document =
            format!("<</Type/StructElem/S/Document/P {TAG_TREE_OBJECT} 0 R/K[{}]>>", list(&self.tags));
        let labels = format!("<</Nums[{}]>>", numbered(&mut self.labels.iter().copied()));
        let mut identities = String::new();
        for (identity, element) in &self.identities {
            let _ = write!(identities, "{}{element} 0 R", text::encode_hex(identity));
        }
        let identities =
            if identities.is_empty() { identities } else { format!("/IDTree<</Names[{identities}]>>") };
        let tree = format!(
            "<</Type/StructTreeRoot/RoleMap{}/K[{DOCUMENT_OBJECT} 0 R]/ParentTree<</Nums[{}]>>{identities}/ParentTreeNextKey {}>>",
            front.roles,
            numbered(&mut self.keys.iter().copied().enumerate()),
            self.keys.len()
        );
        for (number, object) in [
            (PAGES_OBJECT, pages),
            (DOCUMENT_OBJECT, document),
            (LABELS_OBJECT, labels),
            (TAG_TREE_OBJECT, tree),
        ] {
            self.write_object(number, object.as_bytes())?;
        }
        Ok(())
    }

    /// Metadata, catalog, table of references.
    fn write_end(mut self, front: &ParsedPart<'_>, outline: usize, info: Option<usize>) -> io::Result<W> {
        let identity = format!("{:032x}", self.contents);
        let metadata_at =
            entry_value(&front.catalog, "Metadata").and_then(parse_reference).ok_or_else(foreign_error)?;
        let metadata = front.objects.read_stream(metadata_at).ok_or_else(foreign_error)?;
        let metadata =
            replace_xmp_element(&to_latin1(&metadata), "xmpTPg:NPages", &self.pages.len().to_string());
        let metadata = from_latin1(&replace_xmp_element(&metadata, "xmpMM:InstanceID", &identity));
        let head = format!("<</Length {}/Type/Metadata/Subtype/XML>>\nstream\n", metadata.len());
        let metadata = self.add_object(&[head.as_bytes(), &metadata, b"\nendstream"].concat())?;
        let mut catalog = front.catalog.clone();
        let entries = [
            ("Pages", PAGES_OBJECT),
            ("StructTreeRoot", TAG_TREE_OBJECT),
            ("PageLabels", LABELS_OBJECT),
            ("Outlines", outline),
            ("Metadata", metadata),
        ];
        for (name, number) in entries {
            catalog = set_entry(&catalog, name, &format!("{number} 0 R"));
        }
        // Apps show the title of the book and not its file name, also for a PDF that is not PDF/UA.
        let preferences = entry_value(&catalog, "ViewerPreferences").unwrap_or("<<>>");
        if parse_reference(preferences).is_none() {
            let preferences = set_entry(preferences, "DisplayDocTitle", "true");
            catalog = set_entry(&catalog, "ViewerPreferences", &preferences);
        }
        catalog = set_entry(&catalog, "Names", &format!("<</Dests {PLACES_OBJECT} 0 R>>"));
        let catalog = self.add_object(&from_latin1(&catalog))?;
        let table = self.size;
        let mut end = format!("xref\n0 {}\n0000000000 65535 f \n", self.offsets.len());
        for offset in &self.offsets[1..] {
            let _ = writeln!(end, "{offset:010} 00000 n ");
        }
        let first = front.objects.trailer_value("ID").and_then(|list| {
            tokenize(list.as_bytes())?.into_iter().find_map(|token| match token {
                Token::Text(text) => Some(to_latin1(text)),
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
        self.write_bytes(&from_latin1(&end))?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Adds an object; returns its number.
    fn add_object(&mut self, object: &[u8]) -> io::Result<usize> {
        self.offsets.push(0);
        let number = self.offsets.len() - 1;
        self.write_object(number, object)?;
        Ok(number)
    }

    fn write_object(&mut self, number: usize, object: &[u8]) -> io::Result<()> {
        self.offsets[number] = self.size;
        self.write_bytes(format!("{number} 0 obj\n").as_bytes())?;
        self.write_bytes(object)?;
        self.write_bytes(b"\nendobj\n")
    }

    fn write_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.size += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}

fn replace_xmp_element(xmp: &str, element: &str, text: &str) -> String {
    let (open, close) = (format!("<{element}>"), format!("</{element}>"));
    match xmp.split_once(&open).and_then(|(before, rest)| Some((before, rest.split_once(&close)?.1))) {
        Some((before, behind)) => format!("{before}{open}{text}{close}{behind}"),
        None => xmp.to_owned(),
    }
}

fn foreign_error() -> io::Error {
    io::Error::other("a part is no document of the typesetter")
}

/// New numbers of a part's objects. Referenced objects are copied after the referring one.
struct ObjectNumbers {
    new_numbers: BTreeMap<usize, usize>,
    pending: VecDeque<(usize, usize)>,
}

impl ObjectNumbers {
    fn assign_number(&mut self, old: usize, offsets: &mut Vec<u64>) -> usize {
        *self.new_numbers.entry(old).or_insert_with(|| {
            offsets.push(0);
            self.pending.push_back((old, offsets.len() - 1));
            offsets.len() - 1
        })
    }
}

/// A part as the typesetter has written it.
struct ParsedPart<'a> {
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

impl<'a> ParsedPart<'a> {
    fn parse(pdf: &'a [u8]) -> Option<Self> {
        let objects = Objects::read(Cursor::new(pdf))?;
        let catalog = objects.read_dictionary(objects.catalog_number()?)?;
        let pages_at = parse_reference(entry_value(&catalog, "Pages")?)?;
        let tree_at = parse_reference(entry_value(&catalog, "StructTreeRoot")?)?;
        let tree = objects.read_dictionary(tree_at)?;
        let document_at = parse_reference(entry_value(&tree, "K")?)?;
        let labels = match entry_value(&catalog, "PageLabels").and_then(parse_reference) {
            Some(at) => parse_number_tree(entry_value(&objects.read_dictionary(at)?, "Nums")?)?,
            None => Vec::new(),
        };
        let keys = parse_number_tree(
            entry_value(&tree, "ParentTree").and_then(|tree| entry_value(tree, "Nums")).unwrap_or("[]"),
        )?;
        let consecutive = keys.iter().enumerate().all(|(at, (key, _))| at == *key);
        let identities =
            entry_value(&tree, "IDTree").and_then(|tree| entry_value(tree, "Names")).unwrap_or("[]");
        Some(Self {
            joining: [(pages_at, PAGES_OBJECT), (tree_at, TAG_TREE_OBJECT), (document_at, DOCUMENT_OBJECT)],
            roles: entry_value(&tree, "RoleMap").unwrap_or("<<>>").to_owned(),
            pages: find_references(entry_value(&objects.read_dictionary(pages_at)?, "Kids")?),
            tags: find_references(entry_value(&objects.read_dictionary(document_at)?, "K")?),
            keys: consecutive.then(|| keys.into_iter().map(|(_, object)| object).collect())?,
            identities: parse_name_tree(identities)?,
            labels,
            catalog,
            objects,
        })
    }
}

/// The entries of a number tree without branches.
fn parse_number_tree(list: &str) -> Option<Vec<(usize, usize)>> {
    let mut entries = Vec::new();
    let mut key = None;
    for token in tokenize(list.as_bytes())? {
        match token {
            Token::Number(digits) => key = Some(std::str::from_utf8(digits).ok()?.parse().ok()?),
            Token::Reference(object) => entries.push((key.take()?, object)),
            _ => {}
        }
    }
    Some(entries)
}

/// The entries of a name tree without branches. Each byte is a character.
fn parse_name_tree(list: &str) -> Option<Vec<(Vec<u8>, usize)>> {
    let mut entries = Vec::new();
    let mut name = None;
    let list = from_latin1(list);
    for token in tokenize(&list)? {
        match token {
            Token::Text(text) => name = Some(text.to_vec()),
            Token::Reference(object) => entries.push((name.take()?, object)),
            _ => {}
        }
    }
    Some(entries)
}
