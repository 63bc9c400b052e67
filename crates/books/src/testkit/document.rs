//! Small documents made in code: PDF, presentations, pictures of text.

use std::fmt::Write as _;
use std::process::Command;

use super::validators::report_missing;
use super::zip_files;

/// Letters of a PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letters {
    /// Helvetica.
    Plain,
    /// Helvetica Bold.
    Bold,
    /// Helvetica Oblique.
    Italic,
    /// Courier.
    Mono,
}

/// A page of a PDF, 612 by 792 points.
#[derive(Debug, Clone, Default)]
pub struct PdfPage {
    content: String,
    images: Vec<(Vec<u8>, usize, usize)>,
}

impl PdfPage {
    /// An empty page.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A line of text; `y` counts down from the top of the page.
    #[must_use]
    pub fn text(mut self, letters: Letters, size: u32, x: u32, y: u32, text: &str) -> Self {
        let font = match letters {
            Letters::Plain => "F1",
            Letters::Bold => "F2",
            Letters::Italic => "F3",
            Letters::Mono => "F4",
        };
        let below = 792 - y;
        let _ = writeln!(self.content, "BT /{font} {size} Tf {x} {below} Td ({}) Tj ET", escape_string(text));
        self
    }

    /// Lines of text below one another.
    #[must_use]
    pub fn lines(self, size: u32, x: u32, y: u32, lines: &[&str]) -> Self {
        let step = size + size / 5;
        lines
            .iter()
            .zip(0..)
            .fold(self, |page, (line, n)| page.text(Letters::Plain, size, x, y + n * step, line))
    }

    /// Text that is marked for the structure tree, by its number on this page.
    #[must_use]
    pub fn marked_content(mut self, number: u32, page: impl FnOnce(Self) -> Self) -> Self {
        let _ = writeln!(self.content, "/P <</MCID {number}>> BDC");
        let mut page = page(self);
        page.content.push_str("EMC\n");
        page
    }

    /// A gray picture, in a place of the page: left, top, width, height.
    #[must_use]
    pub fn picture(mut self, gray: &[u8], size: (usize, usize), place: (u32, u32, u32, u32)) -> Self {
        let (x, y, width, height) = place;
        let name = self.images.len() + 1;
        let below = 792 - y - height;
        let _ = writeln!(self.content, "q {width} 0 0 {height} {x} {below} cm /I{name} Do Q");
        self.images.push((gray.to_vec(), size.0, size.1));
        self
    }
}

/// An element of the structure tree.
#[derive(Debug, Clone)]
pub struct PdfTag {
    kind: &'static str,
    entries: String,
    kids: Vec<PdfTag>,
    /// Page (from 0) and number of marked content.
    content: Option<(usize, u32)>,
}

impl PdfTag {
    /// An element that holds others. `entries` are more entries of its dictionary.
    #[must_use]
    pub fn new(kind: &'static str, entries: &str, kids: Vec<Self>) -> Self {
        Self { kind, entries: entries.to_owned(), kids, content: None }
    }

    /// An element that holds marked content of a page.
    #[must_use]
    pub fn with_content(kind: &'static str, entries: &str, page: usize, number: u32) -> Self {
        Self { kind, entries: entries.to_owned(), kids: Vec::new(), content: Some((page, number)) }
    }
}

/// A PDF in progress.
#[derive(Debug, Clone, Default)]
pub struct PdfBuilder {
    pages: Vec<PdfPage>,
    info: String,
    catalog: String,
    outline: Vec<(String, usize)>,
    tags: Option<PdfTag>,
}

impl PdfBuilder {
    /// A PDF without pages.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a page.
    #[must_use]
    pub fn page(mut self, page: PdfPage) -> Self {
        self.pages.push(page);
        self
    }

    /// Entries of the information dictionary: `/Title (A) /Author (B)`.
    #[must_use]
    pub fn info(mut self, entries: &str) -> Self {
        entries.clone_into(&mut self.info);
        self
    }

    /// More entries of the catalog: `/Lang (en)`.
    #[must_use]
    pub fn catalog(mut self, entries: &str) -> Self {
        self.catalog.push_str(entries);
        self
    }

    /// An entry of the outline that leads to a page, counted from 0.
    #[must_use]
    pub fn outline(mut self, title: &str, page: usize) -> Self {
        self.outline.push((title.to_owned(), page));
        self
    }

    /// The structure tree.
    #[must_use]
    pub fn tags(mut self, root: PdfTag) -> Self {
        self.tags = Some(root);
        self
    }

    /// The file.
    #[must_use]
    pub fn build(&self) -> Vec<u8> {
        let mut file = Objects::default();
        let (catalog, tree, info) = (file.reserve_number(), file.reserve_number(), file.reserve_number());
        let fonts: Vec<usize> = ["Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Courier"]
            .into_iter()
            .map(|name| {
                file.add_object(&format!(
                    "<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>"
                ))
            })
            .collect();
        let fonts = fonts.iter().enumerate().map(|(n, font)| format!("/F{} {font} 0 R", n + 1));
        let fonts = fonts.collect::<Vec<_>>().concat();
        let mut pages = Vec::new();
        for page in &self.pages {
            let mut images = String::new();
            for (n, (gray, width, height)) in page.images.iter().enumerate() {
                let head = format!(
                    "/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceGray/BitsPerComponent 8"
                );
                let image = file.add_stream(&head, gray);
                let _ = write!(images, "/I{} {image} 0 R", n + 1);
            }
            let content = file.add_stream("", page.content.as_bytes());
            pages.push(file.add_object(&format!(
                "<</Type/Page/Parent {tree} 0 R/MediaBox[0 0 612 792]/Resources<</Font<<{fonts}>>/XObject<<{images}>>>>/Contents {content} 0 R>>"
            )));
        }
        let kids = pages.iter().map(|page| format!("{page} 0 R ")).collect::<Vec<_>>().concat();
        file.set_object(tree, &format!("<</Type/Pages/Count {}/Kids[{kids}]>>", pages.len()));
        file.set_object(info, &format!("<<{}>>", self.info));
        let mut entries = format!("/Type/Catalog/Pages {tree} 0 R{}", self.catalog);
        if !self.outline.is_empty() {
            let root = file.reserve_number();
            let items: Vec<usize> = self.outline.iter().map(|_| file.reserve_number()).collect();
            for (n, (title, page)) in self.outline.iter().enumerate() {
                let next = items.get(n + 1).map(|next| format!("/Next {next} 0 R")).unwrap_or_default();
                let item = format!(
                    "<</Title({})/Parent {root} 0 R/Dest[{} 0 R/Fit]{next}>>",
                    escape_string(title),
                    pages[*page]
                );
                file.set_object(items[n], &item);
            }
            file.set_object(
                root,
                &format!("<</First {} 0 R/Last {} 0 R>>", items[0], items[items.len() - 1]),
            );
            let _ = write!(entries, "/Outlines {root} 0 R");
        }
        if let Some(tags) = &self.tags {
            let root = file.reserve_number();
            let top = file.add_tag(tags, root, &pages);
            file.set_object(root, &format!("<</Type/StructTreeRoot/K {top} 0 R>>"));
            let _ = write!(entries, "/MarkInfo<</Marked true>>/StructTreeRoot {root} 0 R");
        }
        file.set_object(catalog, &format!("<<{entries}>>"));
        file.finish(catalog, info)
    }
}

/// The objects of a PDF that is being written.
#[derive(Default)]
struct Objects(Vec<Vec<u8>>);

impl Objects {
    fn reserve_number(&mut self) -> usize {
        self.0.push(Vec::new());
        self.0.len()
    }

    fn set_object(&mut self, number: usize, object: &str) {
        self.0[number - 1] = object.as_bytes().to_vec();
    }

    fn add_object(&mut self, object: &str) -> usize {
        self.0.push(object.as_bytes().to_vec());
        self.0.len()
    }

    fn add_stream(&mut self, entries: &str, bytes: &[u8]) -> usize {
        let mut object = format!("<<{entries}/Length {}>>\nstream\n", bytes.len()).into_bytes();
        object.extend(bytes);
        object.extend(b"\nendstream");
        self.0.push(object);
        self.0.len()
    }

    fn add_tag(&mut self, tag: &PdfTag, parent: usize, pages: &[usize]) -> usize {
        let own = self.reserve_number();
        let kids: Vec<String> =
            tag.kids.iter().map(|kid| format!("{} 0 R ", self.add_tag(kid, own, pages))).collect();
        let content = tag.content.map(|(page, number)| format!("/Pg {} 0 R/K {number}", pages[page]));
        let content = content.unwrap_or_else(|| format!("/K[{}]", kids.concat()));
        self.set_object(
            own,
            &format!("<</Type/StructElem/S/{}/P {parent} 0 R{content}{}>>", tag.kind, tag.entries),
        );
        own
    }

    fn finish(self, catalog: usize, info: usize) -> Vec<u8> {
        let mut out = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec();
        let mut offsets = Vec::new();
        for (n, object) in self.0.iter().enumerate() {
            offsets.push(out.len());
            out.extend(format!("{} 0 obj\n", n + 1).bytes());
            out.extend(object);
            out.extend(b"\nendobj\n");
        }
        let start = out.len();
        out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", offsets.len() + 1).bytes());
        for offset in &offsets {
            out.extend(format!("{offset:010} 00000 n \n").bytes());
        }
        let size = offsets.len() + 1;
        let trailer = format!(
            "trailer\n<</Size {size}/Root {catalog} 0 R/Info {info} 0 R>>\nstartxref\n{start}\n%%EOF\n"
        );
        out.extend(trailer.bytes());
        out
    }
}

/// A string of a PDF in Latin letters.
fn escape_string(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '(' | ')' | '\\' => out.extend(['\\', c]),
            '•' => out.push_str("\\225"),
            c if c.is_ascii() => out.push(c),
            c => {
                let _ = write!(out, "\\{:03o}", u32::from(c));
            }
        }
    }
    out
}

/// Runs a program in an empty folder that holds one file, and returns the file that it makes. `None`, with a
/// notice on standard error, if the program is missing.
///
/// # Panics
/// The program is missing although it is required, or it fails.
pub fn run_program(
    program: &str,
    arguments: &[&str],
    (name, bytes): (&str, &[u8]),
    output: &str,
) -> Option<Vec<u8>> {
    let folder = super::validators::temporary_folder("made");
    std::fs::write(folder.join(name), bytes).expect("a temporary file");
    let run = Command::new(program).args(arguments).current_dir(&folder).output();
    let made = match run {
        Ok(run) => {
            let made = std::fs::read(folder.join(output));
            Some(made.unwrap_or_else(|_| panic!("{program}: {}", String::from_utf8_lossy(&run.stderr))))
        }
        Err(_) => report_missing(program),
    };
    std::fs::remove_dir_all(&folder).expect("a temporary folder");
    made
}

/// A picture of lines of text, 612 by 792 points at 150 dots per inch, as a PNG in gray. `None` if there is
/// no program to draw it.
///
/// # Panics
/// As [`run_program`].
pub fn picture_of_text(lines: &[&str]) -> Option<Vec<u8>> {
    let pdf = PdfBuilder::new().page(PdfPage::new().lines(18, 72, 100, lines)).build();
    run_program(
        "pdftoppm",
        &["-r", "150", "-gray", "-png", "-singlefile", "in", "out"],
        ("in", &pdf),
        "out.png",
    )
}

/// A presentation in progress.
#[derive(Debug, Clone, Default)]
pub struct PptxBuilder {
    slides: Vec<Slide>,
    files: Vec<(String, Vec<u8>)>,
    title: String,
    order: Option<Vec<usize>>,
}

#[derive(Debug, Clone, Default)]
struct Slide {
    shapes: String,
    is_hidden: bool,
    relations: String,
    notes: Option<String>,
}

const SLIDE_NAMESPACES: &str = "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
    xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";
const RELATION_KINDS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

impl PptxBuilder {
    /// A presentation without slides.
    #[must_use]
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), ..Self::default() }
    }

    /// Adds a slide with these shapes (markup of a shape tree).
    #[must_use]
    pub fn slide(mut self, shapes: &str) -> Self {
        self.slides.push(Slide { shapes: shapes.to_owned(), ..Slide::default() });
        self
    }

    /// Hides the last slide.
    #[must_use]
    pub fn hide_last(mut self) -> Self {
        self.last_slide().is_hidden = true;
        self
    }

    /// Notes (markup of paragraphs) for the last slide.
    #[must_use]
    pub fn notes(mut self, paragraphs: &str) -> Self {
        self.last_slide().notes = Some(paragraphs.to_owned());
        self
    }

    /// Something that the last slide refers to; an address with a scheme is outside.
    #[must_use]
    pub fn relation(mut self, id: &str, kind: &str, target: &str) -> Self {
        let outside = if target.contains("://") { " TargetMode=\"External\"" } else { "" };
        let relation = format!(
            "<Relationship Id=\"{id}\" Type=\"{RELATION_KINDS}{kind}\" Target=\"{target}\"{outside}/>"
        );
        self.last_slide().relations.push_str(&relation);
        self
    }

    /// A file of the package.
    #[must_use]
    pub fn file(mut self, path: &str, bytes: &[u8]) -> Self {
        self.files.push((path.to_owned(), bytes.to_vec()));
        self
    }

    /// The order in which slides are shown, by their numbers from 0.
    #[must_use]
    pub fn order(mut self, order: &[usize]) -> Self {
        self.order = Some(order.to_vec());
        self
    }

    fn last_slide(&mut self) -> &mut Slide {
        self.slides.last_mut().expect("a slide")
    }

    /// The file.
    #[must_use]
    pub fn build(&self) -> Vec<u8> {
        let order = self.order.clone().unwrap_or_else(|| (0..self.slides.len()).collect());
        let ids = order.iter().map(|n| format!("<p:sldId id=\"{}\" r:id=\"rId{}\"/>", 256 + n, n + 1));
        let ids = ids.collect::<Vec<_>>().concat();
        let relations = |inner: &str| {
            format!(
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{inner}</Relationships>"
            )
        };
        let slides = (1..=self.slides.len()).map(|n| {
            format!(
                "<Relationship Id=\"rId{n}\" Type=\"{RELATION_KINDS}slide\" Target=\"slides/slide{n}.xml\"/>"
            )
        });
        let slides = slides.collect::<Vec<_>>().concat();
        let mut files: Vec<(String, Vec<u8>)> = vec![
            ("[Content_Types].xml".into(), b"<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>".to_vec()),
            ("ppt/presentation.xml".into(), format!("<p:presentation {SLIDE_NAMESPACES}><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>").into()),
            ("ppt/_rels/presentation.xml.rels".into(), relations(&slides).into()),
            (
                "docProps/core.xml".into(),
                format!(
                    "<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
                     xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>{}</dc:title><dc:creator>Ada Harbor; Ben Quay</dc:creator></cp:coreProperties>",
                    self.title
                )
                .into(),
            ),
        ];
        for (n, slide) in (1..).zip(&self.slides) {
            let show = if slide.is_hidden { " show=\"0\"" } else { "" };
            let shapes = &slide.shapes;
            let mut own = slide.relations.clone();
            if let Some(notes) = &slide.notes {
                let _ = write!(
                    own,
                    "<Relationship Id=\"rIdN\" Type=\"{RELATION_KINDS}notesSlide\" Target=\"../notesSlides/notesSlide{n}.xml\"/>"
                );
                let text = format!(
                    "<p:notes {SLIDE_NAMESPACES}><p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"n\"/><p:nvPr><p:ph type=\"body\"/></p:nvPr></p:nvSpPr>\
                     <p:txBody>{notes}</p:txBody></p:sp></p:spTree></p:cSld></p:notes>"
                );
                files.push((format!("ppt/notesSlides/notesSlide{n}.xml"), text.into()));
            }
            files.push((
                format!("ppt/slides/slide{n}.xml"),
                format!(
                    "<p:sld {SLIDE_NAMESPACES}{show}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"
                )
                .into(),
            ));
            files.push((format!("ppt/slides/_rels/slide{n}.xml.rels"), relations(&own).into()));
        }
        files.extend(self.files.iter().cloned());
        zip_files(files)
    }
}

/// Two slides: a document that is read without any program that may not be installed.
pub fn two_slides() -> Vec<u8> {
    slides_about_tides().build()
}

/// The slides of [`two_slides`], and a third one that cannot be read.
pub fn slides_with_an_unreadable_one() -> Vec<u8> {
    slides_about_tides().slide("<p:sp></p:pic>").build()
}

fn slides_about_tides() -> PptxBuilder {
    let shape = |kind: &str, text: &str| {
        format!(
            "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"s\"/><p:nvPr><p:ph type=\"{kind}\"/></p:nvPr></p:nvSpPr>\
             <p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
        )
    };
    let slide = |title: &str, text: &str| shape("title", title) + &shape("body", text);
    PptxBuilder::new("Tides")
        .slide(&slide("The tide", "It comes in twice a day."))
        .slide(&slide("The moon", "It makes the tide."))
}
