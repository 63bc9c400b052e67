//! Content that other readers of documents are reported to lose silently: here it is read, or reported.

use std::fmt::Write as _;

use books::testkit::Letters::Plain;
use books::testkit::{MINIMAL_PNG, PdfBuilder, PdfPage, PdfTag, PptxBuilder};
use books::{FindingKind, Progress, Reporter, Stop};
use documents::{detect, to_epub};

use super::presentations::{change_files, paragraph_xml, picture_xml, shape_xml};
use super::{are_tools_installed, convert_document, describe_nav, describe_text, read_book, sample_options};

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

/// The findings about a document: kinds and subjects.
fn report_lines(bytes: &[u8]) -> Vec<String> {
    let mut receiver = ReportReceiver(Reporter::default());
    to_epub(detect(bytes).unwrap(), bytes.to_vec().into(), &sample_options(), &mut receiver).unwrap();
    let findings = receiver.0.to_report().findings;
    let is_temporary = |file: &str| file.starts_with("in.");
    assert!(!findings.iter().any(|finding| is_temporary(&finding.file)), "{findings:?}");
    findings.iter().map(|finding| format!("{} {}", finding.kind.code(), finding.subject)).collect()
}

fn read_text(bytes: &[u8]) -> Vec<String> {
    describe_text(&read_book(&convert_document(bytes, &sample_options()).unwrap()))
}

/// A PDF of these objects, the first of which is the catalog.
fn raw_pdf(objects: &[String]) -> Vec<u8> {
    let mut out = "%PDF-1.7\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (n, object) in (1..).zip(objects) {
        let _ = writeln!(table, "{:010} 00000 n ", out.len());
        let _ = write!(out, "{n} 0 obj\n{object}\nendobj\n");
    }
    let start = out.len();
    out.push_str(&table);
    let size = objects.len() + 1;
    let _ = write!(out, "trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
    out.into_bytes()
}

fn stream(content: &str) -> String {
    format!("<</Length {}>>\nstream\n{content}\nendstream", content.len())
}

/// Catalog, pages, one page with this content, and a font; more objects have numbers from 6 on.
fn one_page(catalog: &str, page: &str, font: &str, content: &str, more: &[&str]) -> Vec<u8> {
    let mut objects = vec![
        format!("<</Type/Catalog/Pages 2 0 R{catalog}>>"),
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R{page}>>"
        ),
        font.to_owned(),
        stream(content),
    ];
    objects.extend(more.iter().map(|object| (*object).to_owned()));
    raw_pdf(&objects)
}

const HELVETICA: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

#[test]
fn text_from_right_to_left_is_read_in_its_own_order() {
    if !are_tools_installed() {
        return;
    }
    // Letters A to I are the letters of two Hebrew words, drawn from left to right.
    let letters = "\u{5E9}\u{5DC}\u{5D5}\u{5DD}\u{5E2}".chars().enumerate();
    let mut map = String::new();
    for (n, letter) in letters {
        let _ = writeln!(map, "<{:02X}> <{:04X}>", 0x41 + n, u32::from(letter));
    }
    let map = stream(&format!(
        "/CIDInit /ProcSet findresource begin begincmap\n1 begincodespacerange <00> <FF> endcodespacerange\n\
         5 beginbfchar\n{map}endbfchar\nendcmap"
    ));
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 6 0 R>>";
    let content = "BT /F1 12 Tf 200 700 Td (1984 DCBE DCBA) Tj ET";
    let pdf = one_page("/Lang (he)", "", font, content, &[&map]);
    let book = read_book(&convert_document(&pdf, &sample_options()).unwrap());
    let (shalom, olam) = ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{5E2}\u{5DC}\u{5D5}\u{5DD}");
    assert_eq!(describe_text(&book), [format!("{shalom} {olam} 1984")]);
    assert_eq!(book.metadata.direction.map(books::model::Direction::name), Some("rtl"));
}

#[test]
fn comments_are_read_and_attached_files_are_reported() {
    if !are_tools_installed() {
        return;
    }
    let page = "/Annots[6 0 R 7 0 R 8 0 R]";
    let catalog = "/Names<</EmbeddedFiles<</Names[(data.csv) 9 0 R]>>>>";
    let content = "BT /F1 12 Tf 72 700 Td (The tide comes in twice a day.) Tj ET";
    let pdf = one_page(
        catalog,
        page,
        HELVETICA,
        content,
        &[
            "<</Type/Annot/Subtype/Text/T(Ms. Quay)/Contents(Why twice?)/Rect[300 560 320 580]>>",
            "<</Type/Annot/Subtype/Highlight/Contents(twice a day)/Rect[300 560 320 580]>>",
            "<</Type/Annot/Subtype/Text/F 2/Contents(Hidden)/Rect[300 560 320 580]>>",
            "<</Type/Filespec/F(data.csv)/UF(data.csv)/EF<</F 10 0 R>>>>",
            &stream("a,b"),
        ],
    );
    assert_eq!(
        read_text(&pdf),
        ["The tide comes in twice a day.", "h1 Comments", "* Page 1, Ms. Quay: Why twice?"]
    );
    assert_eq!(report_lines(&pdf), ["UNREADABLE_EMBEDDING data.csv"]);
}

#[test]
fn fields_and_typed_text_of_a_tagged_form_are_read() {
    if !are_tools_installed() {
        return;
    }
    let request = "Please write the name of the applicant in the first line of this form, in capitals.";
    let content = format!("/P <</MCID 0>> BDC BT /F1 12 Tf 72 700 Td ({request}) Tj ET EMC");
    let pdf = one_page(
        "/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R/AcroForm<</Fields[9 0 R]>>",
        "/Annots[9 0 R 10 0 R]",
        HELVETICA,
        &content,
        &[
            "<</Type/StructTreeRoot/K 7 0 R>>",
            "<</S/Document/P 6 0 R/K[8 0 R 11 0 R]>>",
            "<</S/P/P 7 0 R/Pg 3 0 R/K 0>>",
            "<</Subtype/Widget/FT/Tx/T(name)/V(Ada Harbor)/Rect[72 600 300 620]/P 3 0 R/F 4/StructParent 1>>",
            "<</Subtype/FreeText/Contents(Typed later)/Rect[72 500 300 520]/F 4/DA(/Helv 12 Tf 0 g)>>",
            "<</S/Form/P 7 0 R/K<</Type/OBJR/Pg 3 0 R/Obj 9 0 R>>>>",
        ],
    );
    assert_eq!(read_text(&pdf), [request, "Ada Harbor", "h1 Comments", "* Page 1: Typed later"]);
    assert_eq!(report_lines(&pdf), Vec::<String>::new());
}

#[test]
fn pages_and_values_of_fields_that_the_tools_leave_out_are_read() {
    if !are_tools_installed() {
        return;
    }
    let page = |content: &str| {
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents {content} 0 R>>"
        )
    };
    for count in ["1", "5", "-2", "99"] {
        let pdf = raw_pdf(&[
            "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
            format!("<</Type/Pages/Count {count}/Kids[3 0 R 4 0 R]>>"),
            page("6"),
            page("7"),
            HELVETICA.to_owned(),
            stream("BT /F1 12 Tf 72 400 Td (The tide comes in.) Tj ET"),
            stream("BT /F1 12 Tf 72 400 Td (It goes out again.) Tj ET"),
        ]);
        assert_eq!(read_text(&pdf), ["[1]", "The tide comes in.", "[2]", "It goes out again."], "{count}");
    }
    let content = "BT /F1 12 Tf 72 700 Td (Please write your name in this form.) Tj ET";
    let field = "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada Harbor)/Rect[72 600 300 620]/P 3 0 R/F 4>>";
    let form = one_page("/AcroForm<</Fields[6 0 R]>>", "/Annots[6 0 R]", HELVETICA, content, &[field]);
    assert_eq!(
        read_text(&form),
        ["Please write your name in this form.", "h1 Comments", "* Page 1: Ada Harbor"]
    );
}

#[test]
fn tags_of_types_that_the_tools_do_not_know_lose_no_words() {
    if !are_tools_installed() {
        return;
    }
    let text = |number: u32, x: u32, y: u32, text: &'static str| {
        move |page: PdfPage| page.marked_content(number, |page| page.text(Plain, 11, x, y, text))
    };
    let parts = [
        text(0, 72, 100, "The tides"),
        text(1, 72, 130, "The tide is"),
        text(2, 130, 130, "very"),
        text(3, 158, 130, "strong today."),
        text(4, 72, 170, "Ebb follows flood."),
    ];
    let page = parts.into_iter().fold(PdfPage::new(), |page, text| text(page));
    let leaf = |kind, number| PdfTag::with_content(kind, "", 0, number);
    let pdf = PdfBuilder::new().page(page).tags(PdfTag::new(
        "Document",
        "",
        vec![
            leaf("H1", 0),
            PdfTag::new("P", "", vec![leaf("Span", 1), leaf("Em", 2), leaf("Span", 3)]),
            leaf("Story", 4),
        ],
    ));
    assert_eq!(
        read_text(&pdf.build()),
        ["h1 The tides", "The tide is very strong today.", "Ebb follows flood."]
    );
}

#[test]
fn entries_of_an_outline_that_lead_nowhere_are_kept() {
    if !are_tools_installed() {
        return;
    }
    let page = |content: &str| {
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents {content} 0 R>>"
        )
    };
    let pdf = raw_pdf(&[
        "<</Type/Catalog/Pages 2 0 R/Outlines 8 0 R>>".to_owned(),
        "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>".to_owned(),
        page("6"),
        page("7"),
        HELVETICA.to_owned(),
        stream("BT /F1 12 Tf 72 700 Td (The tide comes in.) Tj ET"),
        stream("BT /F1 12 Tf 72 700 Td (It goes out again.) Tj ET"),
        "<</First 9 0 R/Last 11 0 R>>".to_owned(),
        "<</Title(Part One)/Parent 8 0 R/First 10 0 R/Last 10 0 R/Next 11 0 R>>".to_owned(),
        "<</Title(Ebb)/Parent 9 0 R/Dest[4 0 R/Fit]>>".to_owned(),
        "<</Title(Lost)/Parent 8 0 R/Dest(nowhere)>>".to_owned(),
    ]);
    let book = read_book(&convert_document(&pdf, &sample_options()).unwrap());
    assert_eq!(describe_nav(&book), ["1 Part One", "2 Ebb", "1 Lost"]);
}

#[test]
fn fonts_that_name_no_characters_are_reported() {
    if !are_tools_installed() {
        return;
    }
    let font = "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[6 0 R]>>";
    let inner = "<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>\
        /FontDescriptor<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 1/Descent 0/CapHeight 1/StemV 1>>>>";
    let page = "/Resources<</Font<</F1 4 0 R/F2 7 0 R>>>>";
    let content = "BT /F1 12 Tf 72 700 Td <00410042> Tj ET BT /F2 12 Tf 72 600 Td (The tide comes in.) Tj ET";
    let pdf = one_page("", page, font, content, &[inner, HELVETICA]);
    let pdf = String::from_utf8(pdf).unwrap().replace("/Resources<</Font<</F1 4 0 R>>>>", "");
    let pdf = pdf.into_bytes();
    assert!(read_text(&pdf).concat().contains("The tide comes in."));
    assert!(report_lines(&pdf).iter().all(|line| line.starts_with("WRONG_BYTES page 1")));
}

#[test]
fn text_in_fonts_that_are_not_defined_is_read_and_reported() {
    if !are_tools_installed() {
        return;
    }
    let known = "BT /F1 12 Tf 72 700 Td (The tide comes in.) Tj ET";
    let other = "BT /F9 12 Tf 72 600 Td (It goes out again.) Tj ET";
    let page = |resources: &str, content: &str| {
        let page = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<{resources}>>/Contents 5 0 R>>"
        );
        raw_pdf(&[
            "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
            "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
            page,
            HELVETICA.to_owned(),
            stream(&format!("{known} {content}")),
            stream(other).replacen("<<", "<</Subtype/Form/BBox[0 0 612 792]/Resources<<>>", 1),
        ])
    };
    for pdf in [
        page("/Font<</F1 4 0 R>>", other),
        page("/Font<</F1 4 0 R/F9 99 0 R>>", other),
        page("/Font<</F1 4 0 R>>/XObject<</X 6 0 R>>", "/X Do"),
    ] {
        assert_eq!(read_text(&pdf).join(" "), "The tide comes in. It goes out again.");
        assert_eq!(report_lines(&pdf), ["UNDEFINED_FONT F9"]);
    }
}

#[test]
fn content_of_a_page_that_cannot_be_read_is_reported() {
    if !are_tools_installed() {
        return;
    }
    let content = "BT /F1 12 Tf 72 700 Td (The tide comes in.) Tj ET BT /F1 12 Tf 72 600 Td (It goes out";
    let pdf = one_page("", "", HELVETICA, content, &[]);
    assert_eq!(read_text(&pdf), ["The tide comes in."]);
    assert_eq!(report_lines(&pdf), ["DAMAGED_FILE page 1: Unterminated string"]);
}

#[test]
fn a_page_that_no_tag_names_is_read_as_it_looks() {
    if !are_tools_installed() {
        return;
    }
    let long = "The sea covers the rocks twice a day, and what it covers is a country of its own.";
    let tagged = (0..6).fold(PdfPage::new(), |page, n| {
        page.marked_content(n, |page| page.text(Plain, 11, 72, 100 + n * 40, long))
    });
    let kids = (0..6).map(|n| PdfTag::with_content("P", "", 0, n)).collect();
    let untagged =
        PdfPage::new().lines(11, 72, 100, &["Words that nobody tagged are words of the book, too.", long]);
    let pdf = PdfBuilder::new().page(tagged).page(untagged).tags(PdfTag::new("Document", "", kids)).build();
    let text = read_text(&pdf).join("\n");
    assert!(text.contains("Words that nobody tagged"), "{text}");
}

#[test]
fn tags_in_unusual_places_keep_their_words() {
    if !are_tools_installed() {
        return;
    }
    let words = ["Caption of a list", "First", "Cell", "Loose", "A note below", "Boxed words"];
    let page = (0..).zip(words).fold(PdfPage::new(), |page, (n, text)| {
        page.marked_content(n, |page| page.text(Plain, 11, 72, 100 + n * 40, text))
    });
    let leaf = |kind, number| PdfTag::with_content(kind, "", 0, number);
    let tags = vec![
        PdfTag::new("L", "", vec![leaf("Caption", 0), PdfTag::new("LI", "", vec![leaf("LBody", 1)])]),
        PdfTag::new(
            "Table",
            "",
            vec![PdfTag::new("TR", "", vec![leaf("TD", 2), leaf("Span", 3)]), leaf("P", 4)],
        ),
        PdfTag::new("Figure", "/Alt (A box)", vec![leaf("P", 5)]),
    ];
    let pdf = PdfBuilder::new().page(page).tags(PdfTag::new("Document", "", tags)).build();
    assert_eq!(
        read_text(&pdf),
        ["Caption of a list", "* First", "| Cell |", "Loose", "A note below", "A box", "Boxed words"]
    );
}

#[test]
fn scans_in_strips_and_scans_with_a_stamp_are_recognized() {
    if !are_tools_installed() {
        return;
    }
    let Some(png) =
        books::testkit::picture_of_text(&["The tide comes in twice a day", "and covers the rocks."])
    else {
        return;
    };
    let (gray, (width, height)) = super::pictures::to_gray(&png);
    let strip = height / 10;
    let striped = (0..10_u32)
        .zip(gray.chunks(width * strip))
        .fold(PdfPage::new(), |page, (n, rows)| page.picture(rows, (width, strip), (0, n * 79, 612, 79)));
    let stamp = "Downloaded by Ada Harbor on Monday; all use is subject to the conditions of the library of the port.";
    let stamped = |number: u8| {
        let mut gray = gray.clone();
        gray[0] = number;
        PdfPage::new().picture(&gray, (width, height), (0, 0, 612, 792)).text(Plain, 7, 72, 780, stamp)
    };
    let pdf = PdfBuilder::new().page(striped).page(stamped(1)).page(stamped(2)).page(stamped(3)).build();
    let text = read_text(&pdf).join("\n");
    assert_eq!(text.matches("covers the rocks").count(), 4, "{text}");
}

#[test]
fn what_a_slide_shows_in_other_ways_is_read() {
    let frame = |data: &str| {
        format!(
            "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"7\" name=\"o\"/></p:nvGraphicFramePr><a:graphic>{data}</a:graphic></p:graphicFrame>"
        )
    };
    let ink = format!(
        "<mc:AlternateContent xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\"><mc:Choice Requires=\"p14\"><p:contentPart/></mc:Choice>\
         <mc:Fallback>{}</mc:Fallback></mc:AlternateContent>",
        picture_xml("rId1", " descr=\"Ink\">")
    );
    let filled = "<p:sp><p:nvSpPr><p:cNvPr id=\"3\" name=\"f\" descr=\"A crab\"/></p:nvSpPr><p:spPr><a:blipFill><a:blip r:embed=\"rId1\"/></a:blipFill></p:spPr></p:sp>";
    let object = frame(&format!(
        "<a:graphicData uri=\"http://schemas.openxmlformats.org/presentationml/2006/ole\"><p:oleObj progId=\"Excel.Sheet.12\">{}</p:oleObj></a:graphicData>",
        picture_xml("rId1", " descr=\"A sheet\">")
    ));
    let symbols = shape_xml(
        "",
        "<a:p><a:r><a:t>High_x000B_tide </a:t></a:r><a:r><a:rPr><a:sym typeface=\"Wingdings\"/></a:rPr><a:t>\u{E0}</a:t></a:r><a:r><a:t> low tide</a:t></a:r></a:p>",
    );
    let formula = shape_xml(
        "",
        "<a:p><m:oMathPara xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\"><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:den></m:f></m:oMath></m:oMathPara></a:p>",
    );
    let layout = format!(
        "<p:sldLayout xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\"><p:cSld><p:spTree>{}{}</p:spTree></p:cSld></p:sldLayout>",
        shape_xml("title", &paragraph_xml(">", "Click to edit")),
        shape_xml("", &paragraph_xml(">", "Harbor school"))
    );
    let comments = "<p:cmLst xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\"><p:cm authorId=\"0\"><p:text>Why twice?</p:text></p:cm></p:cmLst>";
    let pptx = PptxBuilder::new("Tides")
        .slide(
            &[shape_xml("title", &paragraph_xml(">", "One")), ink, filled.into(), object, symbols, formula]
                .concat(),
        )
        .relation("rId1", "image", "../media/image1.png")
        .relation("rId2", "slideLayout", "../slideLayouts/slideLayout1.xml")
        .relation("rId3", "comments", "../comments/comment1.xml")
        .slide(&shape_xml("title", &paragraph_xml(">", "Two")))
        .relation("rId2", "slideLayout", "../slideLayouts/slideLayout1.xml")
        .file("ppt/media/image1.png", MINIMAL_PNG)
        .file("ppt/slideLayouts/slideLayout1.xml", layout.as_bytes())
        .file("ppt/comments/comment1.xml", comments.as_bytes())
        .build();
    assert_eq!(
        read_text(&pptx),
        [
            "[1]", "h1 One", "image Ink", "image A crab", "image A sheet", "High tide → low tide",
            "formula 1/(x^2)", "Harbor school", "aside h2 Comments", "aside Why twice?", "[2]", "h1 Two",
        ]
    );
    assert_eq!(report_lines(&pptx), ["UNREADABLE_EMBEDDING Excel.Sheet.12"]);
}

#[test]
fn charts_keep_titles_of_axes_levels_of_categories_and_newer_kinds() {
    let frame = |id: &str| {
        format!(
            "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"7\" name=\"c\"/></p:nvGraphicFramePr><a:graphic><a:graphicData><c:chart xmlns:c=\"c\" r:id=\"{id}\"/></a:graphicData></a:graphic></p:graphicFrame>"
        )
    };
    let title = |text: &str| {
        let (start, end) = text.split_at(2);
        format!(
            "<c:title><c:tx><c:rich><a:p><a:r><a:t>{start}</a:t></a:r><a:r><a:t>{end}</a:t></a:r></a:p></c:rich></c:tx></c:title>"
        )
    };
    let chart = format!(
        "<c:chartSpace xmlns:c=\"c\" xmlns:a=\"a\"><c:chart><c:plotArea><c:barChart><c:ser><c:cat><c:multiLvlStrRef><c:multiLvlStrCache>\
         <c:lvl><c:pt idx=\"0\"><c:v>May</c:v></c:pt><c:pt idx=\"1\"><c:v>June</c:v></c:pt></c:lvl><c:lvl><c:pt idx=\"0\"><c:v>2025</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat>\
         <c:val><c:numCache><c:pt idx=\"0\"><c:v>3</c:v></c:pt><c:pt idx=\"1\"><c:v>4</c:v></c:pt></c:numCache></c:val></c:ser></c:barChart>\
         <c:catAx>{}</c:catAx><c:valAx>{}</c:valAx></c:plotArea></c:chart></c:chartSpace>",
        title("Month"),
        title("Boats")
    );
    let newer = "<cx:chartSpace xmlns:cx=\"cx\"><cx:chartData><cx:data id=\"0\"><cx:strDim type=\"cat\"><cx:lvl><cx:pt idx=\"0\">North</cx:pt></cx:lvl></cx:strDim>\
        <cx:numDim type=\"val\"><cx:lvl><cx:pt idx=\"0\">7</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData>\
        <cx:chart><cx:plotArea><cx:plotAreaRegion><cx:series><cx:tx><cx:txData><cx:v>Ships</cx:v></cx:txData></cx:tx><cx:dataId val=\"0\"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>";
    let references = format!(
        "<Relationships><Relationship Id=\"rId1\" Type=\"{}chartUserShapes\" Target=\"../drawings/drawing1.xml\"/></Relationships>",
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    );
    let drawn = "<c:userShapes xmlns:c=\"c\" xmlns:a=\"a\"><c:sp><c:txBody><a:p><a:r><a:t>A storm</a:t></a:r></a:p></c:txBody></c:sp></c:userShapes>";
    let pptx = PptxBuilder::new("Charts")
        .slide(&[frame("rId1"), frame("rId2")].concat())
        .relation("rId1", "chart", "../charts/chart1.xml")
        .relation("rId2", "chartEx", "../charts/chartEx1.xml")
        .file("ppt/charts/chart1.xml", chart.as_bytes())
        .file("ppt/charts/_rels/chart1.xml.rels", references.as_bytes())
        .file("ppt/drawings/drawing1.xml", drawn.as_bytes())
        .file("ppt/charts/chartEx1.xml", newer.as_bytes())
        .build();
    assert_eq!(
        read_text(&pptx),
        [
            "[1]", "h1 Slide 1", "caption Boats", "| Month | #1 |", "| #2025, May | 3 |",
            "| #2025, June | 4 |", "A storm", "|  | #Ships |", "| #North | 7 |",
        ]
    );
    // A chart that the package lacks is reported.
    let lacking = change_files(&pptx, |name, bytes| {
        (name != "ppt/charts/chartEx1.xml").then(|| (name.to_owned(), bytes))
    });
    assert_eq!(report_lines(&lacking), ["MISSING_FILE ppt/charts/chartEx1.xml"]);
}

#[test]
fn a_diagram_without_its_data_is_read_as_it_is_drawn() {
    let frame = "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"9\" name=\"d\"/></p:nvGraphicFramePr><a:graphic><a:graphicData>\
        <dgm:relIds xmlns:dgm=\"d\" r:dm=\"rId5\"/></a:graphicData></a:graphic></p:graphicFrame>";
    let drawn = "<dsp:drawing xmlns:dsp=\"d\" xmlns:a=\"a\"><dsp:spTree><dsp:sp><dsp:txBody><a:p><a:r><a:t>Ebb</a:t></a:r></a:p></dsp:txBody></dsp:sp></dsp:spTree></dsp:drawing>";
    let pptx = PptxBuilder::new("Tides")
        .slide(frame)
        .relation("rId5", "diagramData", "../diagrams/data1.xml")
        .relation("rId6", "diagramDrawing", "../diagrams/drawing1.xml")
        .file("ppt/diagrams/drawing1.xml", drawn.as_bytes())
        .build();
    assert_eq!(read_text(&pptx), ["[1]", "h1 Slide 1", "Ebb"]);
    assert_eq!(report_lines(&pptx), Vec::<String>::new());
}

#[test]
fn faults_of_a_package_cost_no_slide() {
    let deck = || {
        PptxBuilder::new("Tides")
            .slide(&shape_xml("title", &paragraph_xml(">", "One")))
            .slide(&shape_xml("title", &paragraph_xml(">", "Two")))
            .notes("<a:p><a:r><a:t>Speak slowly.</a:t></a:r></a:p>")
            .build()
    };
    let changed = |name: &str, change: &dyn Fn(String) -> String| {
        change_files(&deck(), |own, bytes| {
            let text = || change(String::from_utf8(bytes.clone()).unwrap()).into_bytes();
            Some((own.to_owned(), if own == name { text() } else { bytes.clone() }))
        })
    };
    // References of a slide that cannot be read, and characters that XML does not have.
    let broken = changed("ppt/slides/_rels/slide1.xml.rels", &|_| "<Relationships".to_owned());
    assert_eq!(read_text(&broken)[1], "h1 One");
    let control = changed("ppt/slides/slide1.xml", &|text| text.replace("One", "One & only\u{b}"));
    assert_eq!(read_text(&control)[1], "h1 One & only");
    assert!(report_lines(&control).iter().any(|line| line.starts_with(FindingKind::IllFormed.code())));
    // A slide that the presentation lists, but does not name.
    let missing = changed("ppt/_rels/presentation.xml.rels", &|text| text.replace("rId1\"", "rId9\""));
    assert_eq!(report_lines(&missing), ["MISSING_ITEM rId1"]);
    // The presentation itself is damaged.
    let headless = changed("ppt/presentation.xml", &|_| "<p:presentation".to_owned());
    assert_eq!(
        describe_nav(&read_book(&convert_document(&headless, &sample_options()).unwrap())),
        ["1 One", "1 Two"]
    );
    // Notes whose placeholder has no kind.
    let nameless = changed("ppt/notesSlides/notesSlide2.xml", &|text| {
        text.replace("<p:ph type=\"body\"/>", "<p:ph idx=\"1\"/>")
    });
    assert_eq!(read_text(&nameless).last().unwrap(), "aside Speak slowly.");
}
