//! Building small EPUBs.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A minimal PNG image.
pub const MINIMAL_PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0,
    0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0D, b'I', b'D', b'A', b'T', 0x78, 0x9C, 0x63,
    0xF8, 0x0F, 4, 0, 9, 0xFB, 3, 0xFD, 0x50, 0x51, 0x3C, 0x2C, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xAE,
    0x42, 0x60, 0x82,
];

/// A container of these files; `mimetype` first and stored.
///
/// # Panics
/// Never: writing to memory does not fail.
pub fn zip_files<N: AsRef<str>, B: AsRef<[u8]>>(files: impl IntoIterator<Item = (N, B)>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let name = name.as_ref();
        let method = if name == "mimetype" { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        zip.start_file(name, SimpleFileOptions::default().compression_method(method)).expect("a new entry");
        zip.write_all(bytes.as_ref()).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

const CONTAINER_XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#;

/// Builds an EPUB 3. Every part has a value that makes a valid book.
///
/// ```
/// # #[cfg(feature = "testkit")] {
/// use books::testkit::EpubBuilder;
/// let bytes = EpubBuilder::new("Tides").chapter("One", "<p>The sea.</p>").build();
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct EpubBuilder {
    title: String,
    language: String,
    author: Option<String>,
    metadata: String,
    chapters: Vec<(String, String)>,
    files: Vec<(String, String, Vec<u8>)>,
    extra: Vec<(String, Vec<u8>)>,
    page_list: Vec<(String, String)>,
    spine_attributes: String,
    nav_in_spine: bool,
}

impl EpubBuilder {
    /// A book with this title, in English, still without text.
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            language: "en".to_owned(),
            author: None,
            metadata: String::new(),
            chapters: Vec::new(),
            files: Vec::new(),
            extra: Vec::new(),
            page_list: Vec::new(),
            spine_attributes: String::new(),
            nav_in_spine: false,
        }
    }

    /// Another language (BCP 47).
    #[must_use]
    pub fn language(mut self, language: &str) -> Self {
        language.clone_into(&mut self.language);
        self
    }

    /// An author.
    #[must_use]
    pub fn author(mut self, name: &str) -> Self {
        self.author = Some(name.to_owned());
        self
    }

    /// More elements of metadata, as markup.
    #[must_use]
    pub fn metadata(mut self, markup: &str) -> Self {
        self.metadata.push_str(markup);
        self
    }

    /// A chapter: its heading, and what follows as markup. Chapter `n` (from 1) is
    /// `OEBPS/chapter{n}.xhtml`. An empty title makes no heading and no entry in the table of
    /// contents.
    #[must_use]
    pub fn chapter(mut self, title: &str, markup: &str) -> Self {
        self.chapters.push((title.to_owned(), markup.to_owned()));
        self
    }

    /// A file of the manifest: path below `OEBPS/`, media type, contents.
    #[must_use]
    pub fn file(mut self, path: &str, media_type: &str, bytes: &[u8]) -> Self {
        self.files.push((path.to_owned(), media_type.to_owned(), bytes.to_owned()));
        self
    }

    /// A file next to the manifest: full path, contents. It replaces one of the builder's own.
    #[must_use]
    pub fn raw_file(mut self, path: &str, bytes: &[u8]) -> Self {
        self.extra.push((path.to_owned(), bytes.to_owned()));
        self
    }

    /// An entry of the page list: label, and reference such as `chapter1.xhtml#p2`.
    #[must_use]
    pub fn page(mut self, label: &str, href: &str) -> Self {
        self.page_list.push((label.to_owned(), href.to_owned()));
        self
    }

    /// Pages that follow one another from right to left.
    #[must_use]
    pub fn right_to_left(mut self) -> Self {
        " page-progression-direction=\"rtl\"".clone_into(&mut self.spine_attributes);
        self
    }

    /// The table of contents as the first text.
    #[must_use]
    pub fn contents_page(mut self) -> Self {
        self.nav_in_spine = true;
        self
    }

    /// The files of the book, to be changed before they are packed.
    pub fn parts(&self) -> Vec<(String, Vec<u8>)> {
        let mut parts: Vec<(String, Vec<u8>)> = vec![
            ("mimetype".into(), b"application/epub+zip".to_vec()),
            ("META-INF/container.xml".into(), CONTAINER_XML.into()),
            ("OEBPS/package.opf".into(), self.package_xml().into()),
            ("OEBPS/nav.xhtml".into(), self.nav_xhtml().into()),
        ];
        for (n, (title, markup)) in self.chapters.iter().enumerate() {
            parts.push((format!("OEBPS/chapter{}.xhtml", n + 1), self.chapter_xhtml(title, markup).into()));
        }
        for (path, _, bytes) in &self.files {
            parts.push((format!("OEBPS/{path}"), bytes.clone()));
        }
        for (path, bytes) in &self.extra {
            match parts.iter_mut().find(|(known, _)| known == path) {
                Some(part) => part.1.clone_from(bytes),
                None => parts.push((path.clone(), bytes.clone())),
            }
        }
        parts
    }

    /// The book.
    pub fn build(&self) -> Vec<u8> {
        zip_files(self.parts())
    }

    fn chapter_xhtml(&self, title: &str, markup: &str) -> String {
        let heading = if title.is_empty() { String::new() } else { format!("<h1>{title}</h1>") };
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n<html \
             xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" \
             epub:prefix=\"z3998: http://www.daisy.org/z3998/2012/vocab/structure/#\" lang=\"{0}\" xml:lang=\"{0}\"><head><title>{1}</title></head><body>{heading}{markup}</body></html>",
            self.language,
            if title.is_empty() { &self.title } else { title }
        )
    }

    fn package_xml(&self) -> String {
        let mut manifest = String::new();
        let mut spine = if self.nav_in_spine { "<itemref idref=\"nav\"/>".to_owned() } else { String::new() };
        for (n, (_, markup)) in self.chapters.iter().enumerate() {
            let n = n + 1;
            let mut properties = Vec::new();
            for (property, mark) in [("svg", "<svg"), ("mathml", "<math"), ("scripted", "<script")] {
                if markup.contains(mark) {
                    properties.push(property);
                }
            }
            let properties = match properties.join(" ") {
                none if none.is_empty() => none,
                some => format!(" properties=\"{some}\""),
            };
            let _ = write!(
                manifest,
                "<item id=\"c{n}\" href=\"chapter{n}.xhtml\" media-type=\"application/xhtml+xml\"{properties}/>"
            );
            let _ = write!(spine, "<itemref idref=\"c{n}\"/>");
        }
        for (n, (path, media_type, _)) in self.files.iter().enumerate() {
            let cover = if path.starts_with("cover.") { " properties=\"cover-image\"" } else { "" };
            let _ =
                write!(manifest, "<item id=\"f{n}\" href=\"{path}\" media-type=\"{media_type}\"{cover}/>");
        }
        let author =
            self.author.as_ref().map(|name| format!("<dc:creator id=\"author\">{name}</dc:creator>"));
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<package xmlns=\"http://www.idpf.org/2007/opf\" \
             version=\"3.0\" unique-identifier=\"uid\"><metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\
             <dc:identifier id=\"uid\">urn:test:{0}</dc:identifier><dc:title>{0}</dc:title>\
             <dc:language>{1}</dc:language>{2}<meta property=\"dcterms:modified\">2020-01-01T00:00:00Z</meta>{3}\
             </metadata><manifest><item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" \
             properties=\"nav\"/>{manifest}</manifest><spine{4}>{spine}</spine></package>",
            self.title,
            self.language,
            author.unwrap_or_default(),
            self.metadata,
            self.spine_attributes,
        )
    }

    fn nav_xhtml(&self) -> String {
        let mut toc = String::new();
        for (n, (title, _)) in self.chapters.iter().enumerate().filter(|(_, (title, _))| !title.is_empty()) {
            let _ = write!(toc, "<li><a href=\"chapter{}.xhtml\">{title}</a></li>", n + 1);
        }
        if toc.is_empty() {
            toc = format!("<li><a href=\"chapter1.xhtml\">{}</a></li>", self.title);
        }
        let mut pages = String::new();
        for (label, href) in &self.page_list {
            let _ = write!(pages, "<li><a href=\"{href}\">{label}</a></li>");
        }
        if !pages.is_empty() {
            pages = format!("<nav epub:type=\"page-list\" hidden=\"hidden\"><ol>{pages}</ol></nav>");
        }
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n<html \
             xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"en\" \
             xml:lang=\"en\"><head><title>Contents</title></head><body><nav epub:type=\"toc\"><h2>Contents</h2>\
             <ol>{toc}</ol></nav>{pages}</body></html>"
        )
    }
}

/// Builds an EPUB 2 as old tools wrote them.
#[derive(Debug, Clone, Default)]
pub struct Epub2Builder {
    chapters: Vec<(String, String)>,
    metadata: String,
}

impl Epub2Builder {
    /// A book without text.
    pub fn new() -> Self {
        Self::default()
    }

    /// A chapter: its title in the NCX, and its body as markup.
    #[must_use]
    pub fn chapter(mut self, title: &str, markup: &str) -> Self {
        self.chapters.push((title.to_owned(), markup.to_owned()));
        self
    }

    /// More elements of metadata, as markup.
    #[must_use]
    pub fn metadata(mut self, markup: &str) -> Self {
        self.metadata.push_str(markup);
        self
    }

    /// The book.
    pub fn build(&self) -> Vec<u8> {
        zip_files(self.parts())
    }

    /// The files of the book, to be changed before they are packed.
    pub fn parts(&self) -> Vec<(String, Vec<u8>)> {
        let mut parts: Vec<(String, String)> = vec![
            ("mimetype".into(), "application/epub+zip".into()),
            ("META-INF/container.xml".into(), CONTAINER_XML.into()),
        ];
        let (mut manifest, mut spine, mut points) = (String::new(), String::new(), String::new());
        for (n, (title, markup)) in self.chapters.iter().enumerate() {
            let n = n + 1;
            let _ = write!(
                manifest,
                "<item id=\"c{n}\" href=\"c{n}.html\" media-type=\"application/xhtml+xml\"/>"
            );
            let _ = write!(spine, "<itemref idref=\"c{n}\"/>");
            let _ = write!(
                points,
                "<navPoint id=\"n{n}\" playOrder=\"{n}\"><navLabel><text>{title}</text></navLabel>\
                 <content src=\"c{n}.html\"/></navPoint>"
            );
            parts.push((
                format!("OEBPS/c{n}.html"),
                format!(
                    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.1//EN\" \
                     \"http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd\">\n<html \
                     xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en\"><head><meta http-equiv=\"Content-Type\" \
                     content=\"application/xhtml+xml; charset=utf-8\"/><title>{title}</title></head>\
                     <body>{markup}</body></html>"
                ),
            ));
        }
        parts.push((
            "OEBPS/toc.ncx".into(),
            format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\" \
                 version=\"2005-1\"><head><meta name=\"dtb:uid\" content=\"urn:test:old\"/></head><docTitle>\
                 <text>Old Book</text></docTitle><navMap>{points}</navMap></ncx>"
            ),
        ));
        parts.push((
            "OEBPS/package.opf".into(),
            format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<package xmlns=\"http://www.idpf.org/2007/opf\" \
                 version=\"2.0\" unique-identifier=\"id\"><metadata \
                 xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:opf=\"http://www.idpf.org/2007/opf\">\
                 <dc:title>Old Book</dc:title><dc:identifier id=\"id\" opf:scheme=\"UUID\">urn:test:old\
                 </dc:identifier><dc:language>en</dc:language>{}</metadata><manifest><item id=\"ncx\" \
                 href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/>{manifest}</manifest>\
                 <spine toc=\"ncx\">{spine}</spine><guide><reference type=\"text\" title=\"Start\" \
                 href=\"c1.html\"/></guide></package>",
                self.metadata
            ),
        ));
        parts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect()
    }
}

/// A small book with something of everything: two levels, a list, a table, an image, a note, a
/// poem, pages and a formula.
pub fn small_book() -> Vec<u8> {
    EpubBuilder::new("The Lighthouse Keeper")
        .author("Ada Harbor")
        .file("cover.png", "image/png", MINIMAL_PNG)
        .page("1", "chapter1.xhtml#p1")
        .page("2", "chapter2.xhtml#p2")
        .chapter(
            "The Lamp",
            r##"<span epub:type="pagebreak" role="doc-pagebreak" id="p1" aria-label="1"></span>
            <p>Each evening she climbed <em>ninety-one</em> steps<a epub:type="noteref" href="#n1" id="r1">1</a>
            and lit the lamp, <span lang="fr" xml:lang="fr">comme toujours</span>.</p>
            <p><img src="cover.png" alt="A lighthouse above a grey sea"/></p>
            <ul><li>oil</li><li>wick <ol type="a"><li>long</li><li>short</li></ol></li></ul>
            <aside epub:type="footnote" id="n1"><p>Ninety, if one does not count the threshold.</p></aside>"##,
        )
        .chapter(
            "The Log",
            r#"<span epub:type="pagebreak" id="p2" title="2"></span><p>She wrote:</p>
            <table><caption>Ships</caption><thead><tr><th scope="col">Day</th><th scope="col">Ship</th></tr></thead>
            <tbody><tr><td>1</td><td>Heron</td></tr><tr><td>2</td><td>Tern</td></tr></tbody></table>
            <h2>A Rhyme</h2>
            <blockquote epub:type="z3998:verse"><p><span>Light on the water,</span><br/><span>wind in the
            door.</span></p></blockquote>
            <p>The beam reaches <math xmlns="http://www.w3.org/1998/Math/MathML" alttext="the square root of h">
            <msqrt><mi>h</mi></msqrt></math> leagues.</p><hr/><p>The end.</p>"#,
        )
        .build()
}
