//! One chapter: its fragment wrapped into an XHTML document, and facts about it.

use roxmltree::{Document, Node, ParsingOptions};
use vocabulary::xml::escape;

use super::Publication;
use crate::{ChapterMeta, SandboxError, files};

const OPS_NAMESPACE: &str = "http://www.idpf.org/2007/ops";

/// One content document and its outline.
pub(super) struct ContentPage {
    /// File name in the package.
    pub(super) file: String,
    /// Text of the `h1`.
    pub(super) title: String,
    /// The whole document.
    pub(super) xhtml: String,
    /// The `h2` headings that have an id: (id, text).
    pub(super) sections: Vec<(String, String)>,
    /// Page breaks: (id, label).
    pub(super) breaks: Vec<(String, String)>,
    /// Paths of the images, as the text names them.
    pub(super) images: Vec<String>,
    pub(super) words: usize,
    pub(super) math: bool,
    /// True if an image points to a long description.
    pub(super) long_descriptions: bool,
    /// All ids, in document order.
    pub(super) ids: Vec<String>,
}

impl ContentPage {
    pub(super) fn read_chapter(
        publication: &Publication<'_>,
        chapter: &ChapterMeta,
    ) -> Result<Self, SandboxError> {
        let path = format!("{}{}", publication.folder, chapter.file);
        let fragment = files::file_text(&path).ok_or_else(|| SandboxError::Missing(path.clone()))?;
        let body = wrap_in_section(&chapter.kind, fragment);
        let scan = format_document("", publication.lang, &body);
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let tree = Document::parse_with_options(&scan, options)
            .map_err(|source| SandboxError::Markup { file: path.clone(), source })?;
        let content = |fault: &str| SandboxError::Content { file: path.clone(), fault: fault.to_owned() };
        let heads: Vec<_> = elements_named(&tree, "h1").collect();
        let [head] = heads.as_slice() else { return Err(content("needs one h1")) };
        let title = text_of(*head);
        let xhtml = format_document(&title, publication.lang, &body);
        Ok(Self {
            file: chapter.file.clone(),
            sections: elements_named(&tree, "h2")
                .filter_map(|node| Some((id_attribute(node)?, text_of(node))))
                .collect(),
            breaks: tree
                .descendants()
                .filter(|node| node.attribute((OPS_NAMESPACE, "type")) == Some("pagebreak"))
                .map(|node| Some((id_attribute(node)?, node.attribute("aria-label")?.trim().to_owned())))
                .collect::<Option<_>>()
                .ok_or_else(|| content("a page break needs id and aria-label"))?,
            images: elements_named(&tree, "img")
                .filter_map(|node| node.attribute("src").map(str::to_owned))
                .collect(),
            words: elements_named(&tree, "body").map(|body| text_of(body).split_whitespace().count()).sum(),
            math: elements_named(&tree, "math").next().is_some(),
            long_descriptions: elements_named(&tree, "img").any(|node| node.has_attribute("aria-details")),
            ids: tree.descendants().filter_map(id_attribute).collect(),
            title,
            xhtml,
        })
    }
}

/// Wraps the fragment in a section of its kind, with the role that screen readers announce.
fn wrap_in_section(kind: &str, fragment: &str) -> String {
    let marks = match kind {
        "article" => return format!("<article>\n{fragment}</article>"),
        "part" | "chapter" | "foreword" | "introduction" | "afterword" | "appendix" | "glossary" => kind,
        _ => "chapter",
    };
    format!("<section epub:type=\"{marks}\" role=\"doc-{marks}\">\n{fragment}</section>")
}

/// A whole XHTML document around a body.
pub(super) fn format_document(title: &str, lang: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"{OPS_NAMESPACE}\" lang=\"{lang}\" xml:lang=\"{lang}\">\n\
         <head>\n<title>{}</title>\n<link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/>\n</head>\n\
         <body>\n{body}\n</body>\n</html>\n",
        escape(title)
    )
}

/// Media type of a resource by its extension; `None` for other files (chapters, TOML).
pub(super) fn media_type(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1 {
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "jpg" => Some("image/jpeg"),
        "mp3" => Some("audio/mpeg"),
        "musicxml" => Some("application/vnd.recordare.musicxml+xml"),
        _ => None,
    }
}

fn elements_named<'a>(tree: &'a Document<'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    tree.descendants().filter(move |node| node.tag_name().name() == name)
}

fn id_attribute(node: Node<'_, '_>) -> Option<String> {
    node.attribute("id").map(str::to_owned)
}

fn text_of(node: Node<'_, '_>) -> String {
    let mut words = String::new();
    for piece in node.descendants().filter_map(|part| part.is_text().then(|| part.text()).flatten()) {
        words.push_str(piece);
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
