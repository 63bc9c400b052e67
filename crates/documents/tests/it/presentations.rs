//! Presentations.

use books::testkit::{PNG, PptxBuilder};
use documents::{DocumentLimits, DocumentOptions, Error};

use super::{lines, made, nav, options, read};

fn shape(placeholder: &str, paragraphs: &str) -> String {
    let placeholder =
        if placeholder.is_empty() { String::new() } else { format!("<p:ph type=\"{placeholder}\"/>") };
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"s\"/><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>{paragraphs}</p:txBody></p:sp>"
    )
}

fn paragraph(properties: &str, text: &str) -> String {
    format!("<a:p><a:pPr {properties}</a:pPr><a:r><a:rPr lang=\"en-US\"/><a:t>{text}</a:t></a:r></a:p>")
}

fn picture(id: &str, about: &str) -> String {
    format!(
        "<p:pic><p:nvPicPr><p:cNvPr id=\"5\" name=\"p\"{about}</p:cNvPr></p:nvPicPr><p:blipFill><a:blip r:embed=\"{id}\"/></p:blipFill></p:pic>"
    )
}

/// A presentation with what presentations have.
pub(super) fn whole() -> Vec<u8> {
    let title = shape(
        "title",
        "<a:p><a:r><a:rPr lang=\"en-US\"/><a:t>The </a:t></a:r><a:r><a:rPr lang=\"en-US\" b=\"1\"/><a:t>tide</a:t></a:r></a:p>",
    );
    let body = shape(
        "body",
        &[
            paragraph(">", "Comes in"),
            paragraph("lvl=\"1\">", "twice"),
            paragraph("lvl=\"1\">", "a day"),
            paragraph(">", "Goes out"),
            paragraph("><a:buNone/>", "No item"),
            paragraph("><a:buAutoNum type=\"arabicPeriod\" startAt=\"3\"/>", "Three"),
            paragraph("><a:buAutoNum type=\"arabicPeriod\" startAt=\"3\"/>", "Four"),
        ]
        .concat(),
    );
    let free = shape(
        "",
        "<a:p><a:r><a:rPr lang=\"fr-FR\"/><a:t>Le crabe</a:t></a:r><a:r><a:rPr lang=\"en-US\"/><a:t> says </a:t></a:r>\
         <a:r><a:rPr lang=\"en-US\" i=\"1\"><a:hlinkClick r:id=\"rId9\"/></a:rPr><a:t>this</a:t></a:r></a:p>",
    );
    let number = shape("sldNum", &paragraph(">", "1"));
    let table = "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"7\" name=\"t\"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow=\"1\"/>\
        <a:tr><a:tc><a:txBody><a:p><a:r><a:t>Name</a:t></a:r></a:p></a:txBody></a:tc><a:tc gridSpan=\"2\"><a:txBody><a:p><a:r><a:t>Legs</a:t></a:r></a:p></a:txBody></a:tc><a:tc hMerge=\"1\"><a:txBody><a:p/></a:txBody></a:tc></a:tr>\
        <a:tr><a:tc><a:txBody><a:p><a:r><a:t>Crab</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>8</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>2</a:t></a:r></a:p></a:txBody></a:tc></a:tr>\
        </a:tbl></a:graphicData></a:graphic></p:graphicFrame>";
    let group = format!(
        "<p:grpSp><p:nvGrpSpPr><p:cNvPr id=\"8\" name=\"g\"/></p:nvGrpSpPr>{}</p:grpSp>",
        shape("", "<a:p><a:r><a:t>Inside a group</a:t></a:r></a:p>")
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
        .slide(&shape("ctrTitle", &paragraph(">", "Last in the file, first shown")))
        .slide(
            &[
                number,
                title,
                body,
                free,
                picture("rId3", " descr=\"A crab\">"),
                picture("rId4", ">"),
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
        .notes(&[paragraph(">", "Speak slowly."), paragraph(">", "Then stop.")].concat())
        .slide(&shape("title", &paragraph(">", "Never shown")))
        .hidden()
        .slide(&shape("", &paragraph(">", "A slide without a title.")))
        .file("ppt/media/image1.png", PNG)
        .file("ppt/media/image2.emf", b"\x01\0\0\0 EMF")
        .file("ppt/diagrams/data1.xml", diagram.as_bytes())
        .file("ppt/charts/chart1.xml", numbers.as_bytes())
        .order(&[1, 2, 3, 0])
        .build()
}

#[test]
fn slides_are_read_with_all_that_is_on_them() {
    let book = read(&made(&whole(), &options()).unwrap());
    assert_eq!(book.metadata.title, "Sea and shore");
    assert_eq!(book.metadata.names("aut"), ["Ada Harbor", "Ben Quay"]);
    assert_eq!(book.metadata.languages, ["en-US"]);
    assert_eq!(
        lines(&book),
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
    assert_eq!(nav(&book), ["1 The tide", "1 Slide 3", "1 Last in the file, first shown"]);
    assert!(book.metadata.description.unwrap().contains("A hidden slide is left out."));
}

#[test]
fn a_presentation_without_words_makes_no_book() {
    let empty = PptxBuilder::new("Nothing").build();
    assert!(matches!(made(&empty, &options()), Err(Error::NoText)));
}

#[test]
fn too_many_slides_are_refused() {
    let pptx = PptxBuilder::new("Two").slide("").slide("").build();
    let limits = DocumentLimits { pages: 1, ..DocumentLimits::default() };
    let refused = made(&pptx, &DocumentOptions { limits, ..options() });
    assert!(matches!(refused, Err(Error::TooLarge { what: "slides", limit: 1 })), "{refused:?}");
}
