//! The Readium Web Publication Manifest of an EPUB: what an app needs to read a book without fetching it
//! whole.

use serde_json::{Map, Value, json};
use services::downloads::{ContentsEntry, Resource, Stream};

use crate::base::{ROOT, encoded};
use crate::json::{list, metadata, place};
use crate::media_types;
use crate::publication::Publication;
use crate::rels;
use crate::visitor::Visitor;

/// The profile of publications that have the structure of an EPUB.
const PROFILE: &str = "https://readium.org/webpub-manifest/profiles/epub";

/// The document that lists the files of an EPUB.
const PACKAGE_DOCUMENT: &str = "application/oebps-package+xml";

/// The manifest of a publication at this path, with the addresses of its files.
pub(crate) fn manifest(visitor: &Visitor, of: &Publication, path: &str, stream: &Stream) -> Value {
    let files = Files { root: format!("{}{ROOT}/streams/{}", visitor.root(), stream.ticket), stream };
    let contents = &stream.contents;
    let mut metadata = metadata(visitor, of);
    metadata["conformsTo"] = json!(PROFILE);
    metadata["readingProgression"] = json!(if contents.right_to_left { "rtl" } else { "ltr" });
    let mut all = Map::new();
    all.insert("@context".into(), json!("https://readium.org/webpub-manifest/context.jsonld"));
    all.insert("metadata".into(), metadata);
    all.insert("links".into(), links(visitor, of, path).into());
    let documents = contents.documents.iter();
    list(&mut all, "readingOrder", documents.filter_map(|path| Some(files.link(files.named(path)?))));
    list(&mut all, "resources", files.others());
    list(&mut all, "toc", contents.toc.iter().map(|entry| files.entry(entry)));
    list(&mut all, "pageList", contents.pages.iter().map(|entry| files.entry(entry)));
    all.into()
}

fn links(visitor: &Visitor, of: &Publication, path: &str) -> Vec<Value> {
    let link = |rel: &str, path: &str, media_type: &str| json!({"rel": rel, "href": visitor.href(path), "type": media_type});
    let mut links = vec![
        link("self", path, media_types::MANIFEST),
        link("alternate", &of.path, media_types::PUBLICATION),
    ];
    if let Some((progression, locator)) = &of.progression {
        links.push(place(visitor, progression, rels::PROGRESSION, media_types::PROGRESSION));
        links.push(place(visitor, locator, rels::LOCATOR, media_types::LOCATOR));
    }
    links
}

/// The files of a book at their addresses.
struct Files<'a> {
    root: String,
    stream: &'a Stream,
}

impl Files<'_> {
    fn named(&self, path: &str) -> Option<&Resource> {
        self.stream.files.iter().find(|file| file.path == path)
    }

    /// The files outside the reading order. The container's own are nothing to an app.
    fn others(&self) -> impl Iterator<Item = Value> {
        let contents = &self.stream.contents;
        let own = |file: &Resource| {
            let path = &file.path;
            path == "mimetype" || path.starts_with("META-INF/") || file.media_type == PACKAGE_DOCUMENT
        };
        let files = self.stream.files.iter();
        let others = files.filter(move |file| !own(file) && !contents.documents.contains(&file.path));
        others.map(|file| {
            let mut link = self.link(file);
            let is = |path: &Option<String>| path.as_ref() == Some(&file.path);
            if is(&contents.navigation) {
                link["rel"] = json!("contents");
            } else if is(&contents.cover) {
                link["rel"] = json!("cover");
            }
            link
        })
    }

    fn link(&self, file: &Resource) -> Value {
        // A book may call its files anything, and the schema wants a media type.
        let is_type = file.media_type.contains('/') && !file.media_type.contains(char::is_whitespace);
        let media_type = if is_type { file.media_type.as_str() } else { "application/octet-stream" };
        let mut link = json!({"href": self.address(&file.path, None), "type": media_type});
        // The schema knows no empty files.
        if file.size > 0 {
            link["size"] = json!(file.size);
        }
        link
    }

    fn entry(&self, of: &ContentsEntry) -> Value {
        let mut entry = Map::new();
        entry.insert("href".into(), json!(self.address(&of.path, of.fragment.as_deref())));
        entry.insert("title".into(), json!(of.title));
        list(&mut entry, "children", of.children.iter().map(|child| self.entry(child)));
        entry.into()
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
