//! The Readium Web Publication Manifest of an EPUB: what an app needs to read a book without fetching it
//! whole. The addresses of files are relative to that of the manifest: an app that packs them for its own
//! library keeps the paths of relative addresses alone, by which the files find each other.

use serde::Serialize;
use services::downloads::{Contents, ContentsEntry, Resource, Stream};

use crate::base::encoded;
use crate::json::{Link, Metadata, Presentation, places};
use crate::media_types;
use crate::publication::Publication;
use crate::visitor::Visitor;

/// The profile of publications that have the structure of an EPUB.
const PROFILE: &str = "https://readium.org/webpub-manifest/profiles/epub";

/// The document that lists the files of an EPUB.
const PACKAGE_DOCUMENT: &str = "application/oebps-package+xml";

/// The folder of the files, next to the manifest.
pub(crate) const FOLDER: &str = "files";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Manifest<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    metadata: Metadata<'a>,
    links: Vec<Link<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reading_order: Vec<File<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    resources: Vec<File<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    toc: Vec<Heading<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    page_list: Vec<Heading<'a>>,
}

/// A file of the book at its relative address.
type File<'a> = Link<'a, String>;

/// A way into the book.
#[derive(Serialize)]
struct Heading<'a> {
    href: String,
    title: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<Heading<'a>>,
}

impl<'a> Manifest<'a> {
    /// The manifest of a publication at this path, with the addresses of its files.
    pub(crate) fn of(visitor: &'a Visitor, of: &'a Publication, path: &'a str, stream: &'a Stream) -> Self {
        let files = Files { root: format!("{FOLDER}/{}", stream.ticket), stream };
        let contents = &stream.contents;
        let mut metadata = Metadata::of(visitor, of);
        describe(&mut metadata, contents);
        let own = [
            Link::new(visitor.address(path), "self", media_types::MANIFEST),
            Link::new(visitor.address(&of.path), "alternate", media_types::PUBLICATION),
        ];
        // An app that packs a book fetches every link of the manifest, and would ask a guest to sign in.
        let is_signed_in = visitor.caller.reader.is_some();
        let places = places(visitor, of).filter(|_| is_signed_in);
        Self {
            context: "https://readium.org/webpub-manifest/context.jsonld",
            metadata,
            links: own.into_iter().chain(places).collect(),
            reading_order: contents
                .documents
                .iter()
                .filter_map(|path| Some(files.link(files.named(path)?)))
                .collect(),
            resources: files.others().collect(),
            toc: contents.toc.iter().map(|entry| files.heading(entry)).collect(),
            page_list: contents.pages.iter().map(|entry| files.heading(entry)).collect(),
        }
    }
}

/// Adds what is known from the files.
fn describe(metadata: &mut Metadata<'_>, contents: &Contents) {
    metadata.conforms_to = Some(PROFILE);
    metadata.reading_progression = Some(if contents.right_to_left { "rtl" } else { "ltr" });
    // Without it, an EPUB is reflowable.
    metadata.layout = contents.fixed_layout.then_some("fixed");
    metadata.presentation = metadata.layout.map(|layout| Presentation { layout });
}

/// The files of a book at their addresses.
struct Files<'a> {
    root: String,
    stream: &'a Stream,
}

impl<'a> Files<'a> {
    fn named(&self, path: &str) -> Option<&'a Resource> {
        self.stream.files.iter().find(|file| file.path == path)
    }

    /// The files outside the reading order. The container's own are nothing to an app.
    fn others(&self) -> impl Iterator<Item = File<'a>> {
        let contents = &self.stream.contents;
        let own = |file: &Resource| {
            let path = &file.path;
            path == "mimetype" || path.starts_with("META-INF/") || file.media_type == PACKAGE_DOCUMENT
        };
        let files = self.stream.files.iter();
        let others = files.filter(move |file| !own(file) && !contents.documents.contains(&file.path));
        others.map(|file| {
            let is = |path: &Option<String>| path.as_ref() == Some(&file.path);
            let rel = if is(&contents.navigation) {
                Some("contents")
            } else {
                is(&contents.cover).then_some("cover")
            };
            File { rel, ..self.link(file) }
        })
    }

    fn link(&self, file: &'a Resource) -> File<'a> {
        // A book may call its files anything, and the schema wants a media type.
        let is_type = file.media_type.contains('/') && !file.media_type.contains(char::is_whitespace);
        let media_type = if is_type { file.media_type.as_str() } else { "application/octet-stream" };
        // The schema knows no empty files.
        let size = Some(file.size).filter(|size| *size > 0);
        File { size, ..Link::to(self.address(&file.path, None), media_type) }
    }

    fn heading(&self, of: &'a ContentsEntry) -> Heading<'a> {
        Heading {
            href: self.address(&of.path, of.fragment.as_deref()),
            title: &of.title,
            children: of.children.iter().map(|child| self.heading(child)).collect(),
        }
    }

    fn address(&self, path: &str, fragment: Option<&str>) -> String {
        let segments = path.split('/').map(encoded);
        let path = segments.fold(self.root.clone(), |address, segment| address + "/" + &segment);
        match fragment {
            Some(id) => format!("{path}#{}", encoded(id)),
            None => path,
        }
    }
}
