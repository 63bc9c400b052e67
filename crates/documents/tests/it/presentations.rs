//! Presentations.

use std::io::Read as _;

use books::model::Direction;
use books::testkit::{MINIMAL_PNG, PptxBuilder, zip_files};
use books::{Progress, Reporter, Stop};
use documents::{DocumentLimits, DocumentOptions, Error, Kind, to_epub};

use super::{convert_document, describe_nav, describe_text, read_book, sample_options};

pub(super) fn shape_xml(placeholder: &str, paragraphs: &str) -> String {
    let placeholder =
        if placeholder.is_empty() { String::new() } else { format!("<p:ph type=\"{placeholder}\"/>") };
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"s\"/><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>{paragraphs}</p:txBody></p:sp>"
    )
}

pub(super) fn paragraph_xml(properties: &str, text: &str) -> String {
    format!("<a:p><a:pPr {properties}</a:pPr><a:r><a:rPr lang=\"en-US\"/><a:t>{text}</a:t></a:r></a:p>")
}

pub(super) fn picture_xml(id: &str, about: &str) -> String {
    format!(
        "<p:pic><p:nvPicPr><p:cNvPr id=\"5\" name=\"p\"{about}</p:cNvPr></p:nvPicPr><p:blipFill><a:blip r:embed=\"{id}\"/></p:blipFill></p:pic>"
    )
}

/// A presentation with what presentations have.
pub(super) fn sample_presentation() -> Vec<u8> {
    let title = shape_xml(
        "title",
        "<a:p><a:r><a:rPr lang=\"en-US\"/><a:t>The </a:t></a:r><a:r><a:rPr lang=\"en-US\" b=\"1\"/><a:t>tide</a:t></a:r></a:p>",
    );
    let body = shape_xml(
        "body",
        &[
            paragraph_xml(">", "Comes in"),
            paragraph_xml("lvl=\"1\">", "twice"),
            paragraph_xml("lvl=\"1\">", "a day"),
            paragraph_xml(">", "Goes out"),
            paragraph_xml("><a:buNone/>", "No item"),
            paragraph_xml("><a:buAutoNum type=\"arabicPeriod\" startAt=\"3\"/>", "Three"),
            paragraph_xml("><a:buAutoNum type=\"arabicPeriod\" startAt=\"3\"/>", "Four"),
        ]
        .concat(),
    );
    let free = shape_xml(
        "",
        "<a:p><a:r><a:rPr lang=\"fr-FR\"/><a:t>Le crabe</a:t></a:r><a:r><a:rPr lang=\"en-US\"/><a:t> says </a:t></a:r>\
         <a:r><a:rPr lang=\"en-US\" i=\"1\"><a:hlinkClick r:id=\"rId9\"/></a:rPr><a:t>this</a:t></a:r></a:p>",
    );
    let number = shape_xml("sldNum", &paragraph_xml(">", "1"));
    let table = "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"7\" name=\"t\"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow=\"1\"/>\
        <a:tr><a:tc><a:txBody><a:p><a:r><a:t>Name</a:t></a:r></a:p></a:txBody></a:tc><a:tc gridSpan=\"2\"><a:txBody><a:p><a:r><a:t>Legs</a:t></a:r></a:p></a:txBody></a:tc><a:tc hMerge=\"1\"><a:txBody><a:p/></a:txBody></a:tc></a:tr>\
        <a:tr><a:tc><a:txBody><a:p><a:r><a:t>Crab</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>8</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>2</a:t></a:r></a:p></a:txBody></a:tc></a:tr>\
        </a:tbl></a:graphicData></a:graphic></p:graphicFrame>";
    let group = format!(
        "<p:grpSp><p:nvGrpSpPr><p:cNvPr id=\"8\" name=\"g\"/></p:nvGrpSpPr>{}</p:grpSp>",
        shape_xml("", "<a:p><a:r><a:t>Inside a group</a:t></a:r></a:p>")
    );
    let smart = "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"9\" name=\"d\"/></p:nvGraphicFramePr><a:graphic><a:graphicData>\
        <dgm:relIds xmlns:dgm=\"http://schemas.openxmlformats.org/drawingml/2006/diagram\" r:dm=\"rId5\"/></a:graphicData></a:graphic></p:graphicFrame>";
    let chart = "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"10\" name=\"c\" descr=\"It grows.\"/></p:nvGraphicFramePr><a:graphic><a:graphicData>\
        <c:chart xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" r:id=\"rId6\"/></a:graphicData></a:graphic></p:graphicFrame>";
    let diagram = "<dgm:dataModel xmlns:dgm=\"http://schemas.openxmlformats.org/drawingml/2006/diagram\" xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\"><dgm:ptLst>\
        <dgm:pt modelId=\"0\" type=\"doc\"/><dgm:pt modelId=\"1\"><dgm:t><a:p><a:r><a:t>Sea</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt modelId=\"2\"><dgm:t><a:p><a:r><a:t>Salt</a:t></a:r></a:p></dgm:t></dgm:pt>\
        <dgm:pt modelId=\"3\"><dgm:t><a:p><a:r><a:t>Land</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn modelId=\"9\" srcId=\"0\" destId=\"3\" srcOrd=\"1\"/>\
        <dgm:cxn modelId=\"8\" srcId=\"0\" destId=\"1\" srcOrd=\"0\"/><dgm:cxn modelId=\"7\" srcId=\"1\" destId=\"2\" srcOrd=\"0\"/><dgm:cxn modelId=\"6\" type=\"presOf\" srcId=\"2\" destId=\"0\" srcOrd=\"0\"/></dgm:cxnLst></dgm:dataModel>";
    let numbers = "<c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\"><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:v>Boats</c:v></c:tx>\
        <c:cat><c:strCache><c:pt idx=\"0\"><c:v>May</c:v></c:pt><c:pt idx=\"1\"><c:v>June</c:v></c:pt></c:strCache></c:cat><c:val><c:numCache><c:pt idx=\"0\"><c:v>3</c:v></c:pt><c:pt idx=\"1\"><c:v>4</c:v></c:pt></c:numCache></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>";
    PptxBuilder::new("Sea and shore")
        .slide(&shape_xml("ctrTitle", &paragraph_xml(">", "Last in the file, first shown")))
        .slide(
            &[
                number,
                title,
                body,
                free,
                picture_xml("rId3", " descr=\"A crab\">"),
                picture_xml("rId4", ">"),
                table.into(),
                group,
                smart.into(),
                chart.into(),
            ]
            .concat(),
        )
        .relation("rId9", "hyperlink", "https://example.org/")
        .relation("rId3", "image", "../media/image1.png")
        .relation("rId4", "image", "../media/image2.emf")
        .relation("rId5", "diagramData", "../diagrams/data1.xml")
        .relation("rId6", "chart", "../charts/chart1.xml")
        .notes(&[paragraph_xml(">", "Speak slowly."), paragraph_xml(">", "Then stop.")].concat())
        .slide(&shape_xml("title", &paragraph_xml(">", "Never shown")))
        .hide_last()
        .slide(&shape_xml("", &paragraph_xml(">", "A slide without a title.")))
        .file("ppt/media/image1.png", MINIMAL_PNG)
        .file("ppt/media/image2.emf", b"\x01\0\0\0 EMF")
        .file("ppt/diagrams/data1.xml", diagram.as_bytes())
        .file("ppt/charts/chart1.xml", numbers.as_bytes())
        .order(&[1, 2, 3, 0])
        .build()
}

#[test]
fn slides_are_read_with_all_their_content() {
    let book = read_book(&convert_document(&sample_presentation(), &sample_options()).unwrap());
    assert_eq!(book.metadata.title, "Sea and shore");
    assert_eq!(book.metadata.names("aut"), ["Ada Harbor", "Ben Quay"]);
    assert_eq!(book.metadata.languages, ["en-US"]);
    assert_eq!(
        describe_text(&book),
        [
            "[1]",
            "h1 The <Strong tide>",
            "* Comes in",
            "* * twice",
            "* * a day",
            "* Goes out",
            "No item",
            "3. Three",
            "4. Four",
            "<fr-FR Le crabe> says <https://example.org/ <Emphasis this>>",
            "image A crab",
            "| #Name | #Legs x2 |",
            "| Crab | 8 | 2 |",
            "Inside a group",
            "* Sea",
            "* * Salt",
            "* Land",
            "It grows.",
            "|  | #Boats |",
            "| #May | 3 |",
            "| #June | 4 |",
            "aside h2 Notes",
            "aside Speak slowly.",
            "aside Then stop.",
            "[3]",
            "h1 Slide 3",
            "A slide without a title.",
            "[4]",
            "h1 Last in the file, first shown",
        ]
    );
    assert_eq!(describe_nav(&book), ["1 The tide", "1 Slide 3", "1 Last in the file, first shown"]);
    assert!(book.metadata.description.unwrap().contains("A hidden slide is left out."));
}

/// The files of a presentation, changed by their names.
pub(super) fn change_files(
    pptx: &[u8],
    change: impl Fn(&str, Vec<u8>) -> Option<(String, Vec<u8>)>,
) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(pptx)).unwrap();
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        let name = entry.name().unwrap().into_owned();
        files.extend(change(&name, bytes));
    }
    zip_files(files)
}

/// A presentation in the namespaces of ISO/IEC 29500 (Strict).
fn to_strict(pptx: &[u8]) -> Vec<u8> {
    change_files(pptx, |name, bytes| {
        let Ok(mut text) = String::from_utf8(bytes.clone()) else { return Some((name.to_owned(), bytes)) };
        for (usual, strict) in [
            ("presentationml/2006/main", "presentationml/main"),
            ("drawingml/2006/main", "drawingml/main"),
            ("drawingml/2006/chart", "drawingml/chart"),
            ("drawingml/2006/diagram", "drawingml/diagram"),
            ("officeDocument/2006/relationships", "officeDocument/relationships"),
        ] {
            let usual = format!("http://schemas.openxmlformats.org/{usual}");
            text = text.replace(&usual, &format!("http://purl.oclc.org/ooxml/{strict}"));
        }
        Some((name.to_owned(), text.into_bytes()))
    })
}

#[test]
fn strict_presentations_are_read_like_transitional_ones() {
    let usual = read_book(&convert_document(&sample_presentation(), &sample_options()).unwrap());
    let strict = read_book(&convert_document(&to_strict(&sample_presentation()), &sample_options()).unwrap());
    assert_eq!(describe_text(&strict), describe_text(&usual));
    assert_eq!(strict.metadata.description, usual.metadata.description, "hidden slides too");
}

#[test]
fn names_of_parts_and_types_of_content_do_not_matter() {
    let usual = read_book(&convert_document(&sample_presentation(), &sample_options()).unwrap());
    let other = change_files(&sample_presentation(), |name, bytes| {
        (name != "[Content_Types].xml").then(|| {
            (name.replace("ppt/slides/", "ppt/Slides/").replace("notesSlide1", "NotesSlide1"), bytes)
        })
    });
    assert_eq!(
        describe_text(&read_book(&convert_document(&other, &sample_options()).unwrap())),
        describe_text(&usual)
    );
    // The package says where the presentation itself is.
    let relations = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r\" \
        Type=\"http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument\" Target=\"/ppt/deck.xml\"/></Relationships>";
    let moved = change_files(&sample_presentation(), |name, bytes| match name {
        "[Content_Types].xml" => Some(("_rels/.rels".to_owned(), relations.into())),
        name => Some((name.replace("presentation.xml", "deck.xml"), bytes)),
    });
    assert_eq!(
        describe_text(&read_book(&convert_document(&moved, &sample_options()).unwrap())),
        describe_text(&usual)
    );
}

/// A caller that receives the report.
struct ReportReceiver(Reporter);

impl Progress for ReportReceiver {
    fn step(&mut self, _: usize, _: usize) -> Option<Stop> {
        None
    }

    fn reporter(&self) -> Reporter {
        self.0.clone()
    }
}

#[test]
fn an_unreadable_part_is_left_out_and_reported() {
    let broken = change_files(&sample_presentation(), |name, bytes| {
        let breaks =
            name.ends_with("slide4.xml") || name.ends_with("data1.xml") || name.ends_with("notesSlide2.xml");
        Some((name.to_owned(), if breaks { b"<p:sld><a></b>".to_vec() } else { bytes }))
    });
    let book = read_book(&convert_document(&broken, &sample_options()).unwrap());
    let text = describe_text(&book).join("\n");
    assert!(text.contains("Inside a group") && text.contains("Last in the file"), "{text}");
    let description = book.metadata.description.unwrap();
    assert!(
        description.contains("A slide that cannot be read")
            && description.contains("2 charts, diagrams and notes"),
        "{description}"
    );
    let mut receiver = ReportReceiver(Reporter::default());
    to_epub(Kind::Pptx, broken.into(), &sample_options(), &mut receiver).unwrap();
    let report = receiver.0.to_report();
    let mut files: Vec<&str> = report.findings.iter().map(|finding| finding.file.as_str()).collect();
    files.sort_unstable();
    // A picture of slide 2 is in a format that no book can have, and slide 3 is hidden.
    let expected =
        ["diagrams/data1", "notesSlides/notesSlide2", "slides/slide2", "slides/slide3", "slides/slide4"];
    assert_eq!(files, expected.map(|name| format!("ppt/{name}.xml")));
    let all = change_files(&sample_presentation(), |name, bytes| {
        Some((name.to_owned(), if name.contains("/slides/slide") { b"<".to_vec() } else { bytes }))
    });
    assert!(matches!(convert_document(&all, &sample_options()), Err(Error::Book(_))));
}

#[test]
fn a_presentation_that_names_no_slides_has_all_slides_of_the_package() {
    let nameless = change_files(&sample_presentation(), |name, bytes| {
        let main =
            b"<p:presentation xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\"/>"
                .to_vec();
        Some((name.to_owned(), if name == "ppt/presentation.xml" { main } else { bytes }))
    });
    let book = read_book(&convert_document(&nameless, &sample_options()).unwrap());
    assert_eq!(describe_nav(&book), ["1 Last in the file, first shown", "1 The tide", "1 Slide 4"]);
}

#[test]
fn numbers_continue_after_paragraphs_further_in() {
    let number = "><a:buAutoNum type=\"arabicPeriod\"/>";
    let body = shape_xml(
        "body",
        &[
            paragraph_xml(number, "Look"),
            paragraph_xml("lvl=\"1\"><a:buNone/>", "for crabs"),
            paragraph_xml(number, "Wait"),
            paragraph_xml("rtl=\"1\"><a:buNone/>", "\u{5d9}\u{5dd}"),
        ]
        .concat(),
    );
    let pptx = PptxBuilder::new("Lists").slide(&body).build();
    let book = read_book(&convert_document(&pptx, &sample_options()).unwrap());
    assert_eq!(describe_text(&book)[2..], ["1. Look", "1. for crabs", "2. Wait", "\u{5d9}\u{5dd}"]);
    let last = book.sections.iter().flat_map(|section| &section.blocks).next_back().unwrap();
    assert_eq!(last.attrs.dir, Some(Direction::Rtl));
}

#[test]
fn rejects_a_presentation_without_text() {
    let empty = PptxBuilder::new("Nothing").build();
    assert!(matches!(convert_document(&empty, &sample_options()), Err(Error::NoText)));
}

#[test]
fn rejects_too_many_slides() {
    let pptx = PptxBuilder::new("Two").slide("").slide("").build();
    let limits = DocumentLimits { pages: 1, ..DocumentLimits::default() };
    let refused = convert_document(&pptx, &DocumentOptions { limits, ..sample_options() });
    assert!(matches!(refused, Err(Error::TooLarge { quantity: "slides", limit: 1 })), "{refused:?}");
}
