//! The Readium Web Publication Manifest of an EPUB: what an app needs to read a book without fetching it
//! whole. The addresses of files are relative to that of the manifest: an app that packs them for its own
//! library keeps the paths of relative addresses alone, by which the files find each other.

use serde::Serialize;
use services::downloads::{Contents, ContentsEntry, Resource, Stream};

use crate::json::{Link, PresentationHints, PublicationMetadata, position_links};
use crate::{Publication, Visitor, media_types, percent_encode};

/// The profile of publications that have the structure of an EPUB.
const EPUB_PROFILE: &str = "https://readium.org/webpub-manifest/profiles/epub";

/// The media type of the document that lists the files of an EPUB.
const PACKAGE_DOCUMENT_TYPE: &str = "application/oebps-package+xml";

/// The folder of the files, next to the manifest.
pub(crate) const FILES_FOLDER: &str = "files";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebManifest<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    metadata: PublicationMetadata<'a>,
    links: Vec<Link<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reading_order: Vec<FileLink<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    resources: Vec<FileLink<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    toc: Vec<TocEntry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    page_list: Vec<TocEntry<'a>>,
}

/// A file of the book at its relative address.
type FileLink<'a> = Link<'a, String>;

/// A way into the book.
#[derive(Serialize)]
struct TocEntry<'a> {
    href: String,
    title: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<TocEntry<'a>>,
}

impl<'a> WebManifest<'a> {
    /// The manifest of a publication at this path, with the addresses of its files.
    pub(crate) fn from_stream(
        visitor: &'a Visitor,
        publication: &'a Publication,
        path: &'a str,
        stream: &'a Stream,
    ) -> Self {
        let files = FileLinks { root: format!("{FILES_FOLDER}/{}", stream.ticket), stream };
        let contents = &stream.contents;
        let mut metadata = PublicationMetadata::from_publication(visitor, publication);
        add_contents(&mut metadata, contents);
        let own = [
            Link::new(visitor.address(path), "self", media_types::MANIFEST),
            Link::new(visitor.address(&publication.path), "alternate", media_types::PUBLICATION),
        ];
        // An app that packs a book fetches every link of the manifest, and would ask a guest to sign in.
        let is_signed_in = visitor.op.reader.is_some();
        let places = position_links(visitor, publication).filter(|_| is_signed_in);
        Self {
            context: "https://readium.org/webpub-manifest/context.jsonld",
            metadata,
            links: own.into_iter().chain(places).collect(),
            reading_order: contents
                .documents
                .iter()
                .filter_map(|path| Some(files.file_link(files.find(path)?)))
                .collect(),
            resources: files.resources().collect(),
            toc: contents.toc.iter().map(|entry| files.toc_entry(entry)).collect(),
            page_list: contents.pages.iter().map(|entry| files.toc_entry(entry)).collect(),
        }
    }
}

fn add_contents(metadata: &mut PublicationMetadata<'_>, contents: &Contents) {
    metadata.conforms_to = Some(EPUB_PROFILE);
    metadata.reading_progression = Some(if contents.right_to_left { "rtl" } else { "ltr" });
    // Without it, an EPUB is reflowable.
    metadata.layout = contents.fixed_layout.then_some("fixed");
    metadata.presentation = metadata.layout.map(|layout| PresentationHints { layout });
}

/// The files of a book at their addresses.
struct FileLinks<'a> {
    root: String,
    stream: &'a Stream,
}

impl<'a> FileLinks<'a> {
    fn find(&self, path: &str) -> Option<&'a Resource> {
        self.stream.files.iter().find(|file| file.path == path)
    }

    /// The files outside the reading order. Those of the container itself are useless to an app.
    fn resources(&self) -> impl Iterator<Item = FileLink<'a>> {
        let contents = &self.stream.contents;
        let own = |file: &Resource| {
            let path = &file.path;
            path == "mimetype" || path.starts_with("META-INF/") || file.media_type == PACKAGE_DOCUMENT_TYPE
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
            FileLink { rel, ..self.file_link(file) }
        })
    }

    fn file_link(&self, file: &'a Resource) -> FileLink<'a> {
        // A book may call its files anything, and the schema wants a media type.
        let is_type = file.media_type.contains('/') && !file.media_type.contains(char::is_whitespace);
        let media_type = if is_type { file.media_type.as_str() } else { "application/octet-stream" };
        // The schema knows no empty files.
        let size = Some(file.size).filter(|size| *size > 0);
        FileLink { size, ..Link::without_rel(self.file_href(&file.path, None), media_type) }
    }

    fn toc_entry(&self, of: &'a ContentsEntry) -> TocEntry<'a> {
        TocEntry {
            href: self.file_href(&of.path, of.fragment.as_deref()),
            title: &of.title,
            children: of.children.iter().map(|child| self.toc_entry(child)).collect(),
        }
    }

    fn file_href(&self, path: &str, fragment: Option<&str>) -> String {
        let segments = path.split('/').map(percent_encode);
        let path = segments.fold(self.root.clone(), |address, segment| address + "/" + &segment);
        match fragment {
            Some(id) => format!("{path}#{}", percent_encode(id)),
            None => path,
        }
    }
}
