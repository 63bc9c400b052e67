//! PDF with a text layer, with tags, with scanned pages, and with none of these.

use books::testkit::Letters::{Bold, Italic, Mono, Plain};
use books::testkit::{PdfBuilder, PdfPage, PdfTag, run_program};
use documents::{DocumentLimits, DocumentOptions, Error};

use super::{are_tools_installed, convert_document, describe_nav, describe_text, read_book, sample_options};

/// A page with a running head and its number.
fn numbered_page(number: u32) -> PdfPage {
    PdfPage::new().text(Plain, 9, 250, 40, "The Sea and the Shore").text(
        Plain,
        9,
        300,
        770,
        &number.to_string(),
    )
}

/// A document that says what it is by its looks alone.
fn untagged_pdf() -> Vec<u8> {
    PdfBuilder::new()
        .info("/Title (The Sea and the Shore) /Author (Ada Harbor; Ben Quay)")
        .page(
            numbered_page(7)
                .text(Plain, 20, 72, 100, "Tides")
                .lines(
                    11,
                    72,
                    150,
                    &[
                        "The tide comes in twice a day and goes out again. It was known to all the people on",
                        "the shore, and they had names for it. What the water covers is a country of its own, in-",
                        "habited by creatures that wait for the water. They are well-known to those who look.",
                    ],
                )
                .lines(
                    11,
                    72,
                    210,
                    &[
                        "A second paragraph says that the pools are cold, and that they are left behind by the",
                        "sea when it goes, so that the children of the village come with nets and buckets to the",
                    ],
                ),
        )
        .page(
            numbered_page(8)
                .lines(11, 72, 100, &["rocks and look into them. Then they go home."])
                .text(Plain, 15, 72, 150, "What lives there")
                .text(Plain, 11, 72, 180, "• Crabs, which walk on the bottom of the pools and hide")
                .text(Plain, 11, 82, 194, "under stones when somebody comes.")
                .text(Plain, 11, 72, 208, "• Snails.")
                .text(Plain, 11, 72, 240, "1. First look.")
                .text(Plain, 11, 72, 254, "2. Then wait.")
                .text(Bold, 11, 72, 300, "A bold line of its own")
                .text(Plain, 11, 72, 320, "And text after it with ")
                .text(Italic, 11, 186, 320, "one word")
                .text(Plain, 11, 236, 320, "in other letters."),
        )
        .page(numbered_page(9).text(Mono, 10, 72, 120, "let tide = 2;").text(Mono, 10, 84, 132, "wait();").lines(
            11,
            72,
            200,
            &["The end of it is here."],
        ))
        .build()
}

#[test]
fn headings_paragraphs_lists_and_pages_are_detected_by_their_looks() {
    if !are_tools_installed() {
        return;
    }
    let book = read_book(&convert_document(&untagged_pdf(), &sample_options()).unwrap());
    assert_eq!(book.metadata.title, "The Sea and the Shore");
    assert_eq!(book.metadata.names("aut"), ["Ada Harbor", "Ben Quay"]);
    assert_eq!(book.metadata.languages, ["en"]);
    assert_eq!(
        describe_text(&book),
        [
            "[7]",
            "h1 Tides",
            "The tide comes in twice a day and goes out again. It was known to all the people on the shore, and they had names \
             for it. What the water covers is a country of its own, inhabited by creatures that wait for the water. They are \
             well-known to those who look.",
            "A second paragraph says that the pools are cold, and that they are left behind by the sea when it goes, so that the \
             children of the village come with nets and buckets to the [8]rocks and look into them. Then they go home.",
            "h2 What lives there",
            "* Crabs, which walk on the bottom of the pools and hide under stones when somebody comes.",
            "* Snails.",
            "1. First look.",
            "2. Then wait.",
            "h3 A bold line of its own",
            "And text after it with <Emphasis one word> in other letters.",
            "[9]",
            "code \"let tide = 2;\\n  wait();\"",
            "The end of it is here.",
        ]
    );
    assert_eq!(describe_nav(&book), ["1 Tides", "2 What lives there", "3 A bold line of its own"]);
    let pages: Vec<&str> = book.pages.iter().map(|page| page.label.as_str()).collect();
    assert_eq!(pages, ["7", "8", "9"]);
}

#[test]
fn columns_are_read_one_after_the_other() {
    if !are_tools_installed() {
        return;
    }
    let left = [
        "The left column is", "read to its end before", "anything of the other", "column is read, as it",
        "should be, with any",
    ];
    let right = [
        "columns. The right one", "follows after it and", "goes on to the foot of", "the page, where the",
        "text ends.",
    ];
    let pdf =
        PdfBuilder::new().page(PdfPage::new().lines(11, 72, 100, &left).lines(11, 330, 100, &right)).build();
    let book = read_book(&convert_document(&pdf, &sample_options()).unwrap());
    assert_eq!(
        describe_text(&book),
        [
            "The left column is read to its end before anything of the other column is read, as it should be, with any columns. The right \
          one follows after it and goes on to the foot of the page, where the text ends."
        ]
    );
}

/// A document with an outline and names of pages.
fn outlined_pdf() -> Vec<u8> {
    PdfBuilder::new()
        .catalog("/Lang (de-AT) /PageLabels <</Nums [0 <</S/r>> 1 <</S/D/St 5/P(A-)>>]>>")
        .page(PdfPage::new().text(Plain, 11, 72, 300, "Vorwort").lines(11, 72, 340, &["Ein Text."]))
        .page(PdfPage::new().text(Plain, 11, 72, 300, "1 Gezeiten").lines(11, 72, 340, &["Noch ein Text."]))
        .page(PdfPage::new().lines(11, 72, 340, &["Ohne Kopf."]))
        .outline("Vorwort", 0)
        .outline("Gezeiten", 1)
        .outline("Anhang", 2)
        .build()
}

#[test]
fn the_outline_and_the_names_of_pages_are_those_of_the_document() {
    if !are_tools_installed() {
        return;
    }
    let options =
        DocumentOptions { title: "  Mein   Heft ".into(), language: Some("en".into()), ..sample_options() };
    let book = read_book(&convert_document(&outlined_pdf(), &options).unwrap());
    assert_eq!((book.metadata.title.as_str(), book.metadata.language()), ("Mein Heft", "de-AT"));
    assert_eq!(
        describe_text(&book),
        ["[i]", "h1 Vorwort", "Ein Text.", "[A-5]", "h1 1 Gezeiten", "Noch ein Text.", "[A-6]", "Ohne Kopf."]
    );
    assert_eq!(describe_nav(&book), ["1 Vorwort", "1 Gezeiten", "1 Anhang"]);
    assert!(book.nav[2].target.as_ref().unwrap().id.as_deref() == Some("page-3"));
}

/// A tagged document whose looks say nothing.
fn tagged_pdf() -> Vec<u8> {
    let text = |number: u32, y: u32, text: &'static str| {
        move |page: PdfPage| page.marked_content(number, |page| page.text(Plain, 11, 72, y, text))
    };
    let first = [
        text(0, 100, "Tidal pools"),
        text(1, 130, "The sea covers the"),
        text(2, 144, "rocks twice a day."),
        text(3, 170, "Le crabe"),
        text(4, 200, "1."),
        text(5, 214, "One"),
        text(6, 228, "2."),
        text(7, 242, "Two"),
        text(8, 270, "Name"),
        text(9, 284, "Legs"),
        text(10, 298, "Crab"),
        text(11, 312, "10"),
    ];
    let gray: Vec<u8> = (0..40 * 30).map(|n: u32| u8::try_from(n % 251).unwrap()).collect();
    let page = first
        .into_iter()
        .fold(PdfPage::new().text(Plain, 9, 72, 30, "Running head"), |page, text| text(page));
    let page = page.marked_content(12, |page| page.picture(&gray, (40, 30), (72, 400, 200, 150)));
    let second = text(0, 100, "The second page.")(PdfPage::new());
    let leaf = |kind, number| PdfTag::with_content(kind, "", 0, number);
    PdfBuilder::new()
        .info("/Title (untitled)")
        .catalog("/Lang (en-US)")
        .page(page)
        .page(second)
        .tags(PdfTag::new(
            "Document",
            "",
            vec![
                leaf("H1", 0),
                PdfTag::new("P", "", vec![leaf("Span", 1), leaf("Span", 2)]),
                PdfTag::with_content("P", "/Lang (fr)", 0, 3),
                PdfTag::new(
                    "L",
                    "/A <</O/List/ListNumbering/Decimal>>",
                    vec![
                        PdfTag::new("LI", "", vec![leaf("Lbl", 4), leaf("LBody", 5)]),
                        PdfTag::new("LI", "", vec![leaf("Lbl", 6), leaf("LBody", 7)]),
                    ],
                ),
                PdfTag::new(
                    "Table",
                    "",
                    vec![
                        PdfTag::new(
                            "TR",
                            "",
                            vec![
                                PdfTag::with_content("TH", "/A <</O/Table/Scope/Column>>", 0, 8),
                                leaf("TH", 9),
                            ],
                        ),
                        PdfTag::new("TR", "", vec![leaf("TD", 10), leaf("TD", 11)]),
                    ],
                ),
                PdfTag::with_content(
                    "Figure",
                    "/Alt (A crab on a rock) /A <</O/Layout/BBox[72 242 272 392]>>",
                    0,
                    12,
                ),
                PdfTag::with_content("P", "", 1, 0),
            ],
        ))
        .build()
}

#[test]
fn tags_give_the_structure_that_looks_do_not_show() {
    if !are_tools_installed() {
        return;
    }
    let book = read_book(&convert_document(&tagged_pdf(), &sample_options()).unwrap());
    assert_eq!(
        describe_text(&book),
        [
            "[1]",
            "h1 Tidal pools",
            "The sea covers the rocks twice a day.",
            "Le crabe",
            "1. One",
            "2. Two",
            "| #Name | #Legs |",
            "| Crab | 10 |",
            "image A crab on a rock",
            "[2]",
            "The second page.",
        ]
    );
    assert_eq!((book.metadata.language(), book.metadata.title.as_str()), ("en-US", "Tidal pools"));
    assert_eq!(book.survey().images_with_alt, 1);
    let french = book.sections[0]
        .blocks
        .iter()
        .find(|block| super::describe_inlines(block.inlines()) == "Le crabe")
        .unwrap();
    assert_eq!(french.attrs.lang.as_deref(), Some("fr"));
}

/// A page with text, a scanned one, and an empty one.
fn scanned_pdf() -> Option<Vec<u8>> {
    let png = books::testkit::picture_of_text(&["The tide comes in twice a day", "and covers the rocks."])?;
    let (gray, size) = super::pictures::to_gray(&png);
    let pdf = PdfBuilder::new()
        .page(PdfPage::new().lines(11, 72, 100, &["This page has a text of its own."]))
        .page(PdfPage::new().picture(&gray, size, (0, 0, 612, 792)))
        .page(PdfPage::new());
    Some(pdf.build())
}

/// The documents of these tests.
pub(super) fn sample_pdfs() -> Vec<(&'static str, Vec<u8>)> {
    let mut all = vec![
        ("looks", untagged_pdf()),
        ("outline", outlined_pdf()),
        ("tags", tagged_pdf()),
        ("picture", pdf_with_picture()),
        ("contents", printed_contents_pdf()),
    ];
    all.extend(scanned_pdf().map(|pdf| ("scan", pdf)));
    all
}

#[test]
fn scanned_pages_are_recognized_among_others() {
    if !are_tools_installed() {
        return;
    }
    let Some(pdf) = scanned_pdf() else { return };
    let book = read_book(
        &convert_document(&pdf, &DocumentOptions { language: Some("en".into()), ..sample_options() })
            .unwrap(),
    );
    assert_eq!(
        describe_text(&book),
        [
            "[1]",
            "This page has a text of its own.",
            "[2]",
            "The tide comes in twice a day and covers the rocks.",
            "[3]"
        ]
    );
    assert!(book.metadata.description.unwrap().contains("1 of its 3 pages"));
}

/// A picture between two lines.
fn pdf_with_picture() -> Vec<u8> {
    let gray: Vec<u8> = (0..80 * 60).map(|n: u32| u8::try_from(n % 253).unwrap()).collect();
    PdfBuilder::new()
        .page(
            PdfPage::new()
                .lines(11, 72, 100, &["Before the picture there is text."])
                .picture(&gray, (80, 60), (72, 200, 200, 150))
                .lines(11, 72, 400, &["After it there is more."]),
        )
        .build()
}

#[test]
fn pictures_are_in_their_places_without_a_claim_of_description() {
    if !are_tools_installed() {
        return;
    }
    let epub = convert_document(&pdf_with_picture(), &sample_options()).unwrap();
    let book = read_book(&epub);
    assert_eq!(
        describe_text(&book),
        ["Before the picture there is text.", "image ?", "After it there is more."]
    );
    let opf = books::testkit::unzip_text(&epub, "EPUB/package.opf");
    assert!(
        !opf.contains("alternativeText") && opf.contains("1 of 1 images lack a text alternative."),
        "{opf}"
    );
}

/// A printed table of contents.
fn printed_contents_pdf() -> Vec<u8> {
    let page = PdfPage::new()
        .text(Plain, 11, 72, 100, "1  Tides . . . . . . . . . . . . . . . . . . 5")
        .text(Plain, 11, 72, 116, "2  Winds . . . . . . . . . . . . . . . . . . 17")
        .text(Plain, 11, 72, 132, "3  Ships . . . . . . . . . . . . . . . . . . 23");
    PdfBuilder::new().page(page).build()
}

#[test]
fn a_printed_table_of_contents_keeps_its_lines() {
    if !are_tools_installed() {
        return;
    }
    let book = read_book(&convert_document(&printed_contents_pdf(), &sample_options()).unwrap());
    assert_eq!(describe_text(&book), ["1 Tides 5", "2 Winds 17", "3 Ships 23"]);
}

#[test]
fn reports_why_a_pdf_cannot_become_a_book() {
    if !are_tools_installed() {
        return;
    }
    let blank = PdfBuilder::new().page(PdfPage::new()).page(PdfPage::new()).build();
    assert!(matches!(convert_document(&blank, &sample_options()), Err(Error::NoText)));
    assert!(matches!(
        convert_document(&PdfBuilder::new().build(), &sample_options()),
        Err(Error::NoText | Error::Broken { .. })
    ));
    assert!(matches!(
        convert_document(b"%PDF-1.7 and nothing of the kind", &sample_options()),
        Err(Error::Broken { .. })
    ));
    let text = PdfBuilder::new().page(PdfPage::new().lines(11, 72, 100, &["Secret words."])).build();
    let encrypted = |user: &str| {
        run_program("qpdf", &["--encrypt", user, "owner", "256", "--", "in", "out"], ("in", &text), "out")
    };
    let Some(locked) = encrypted("user") else { return };
    let error = convert_document(&locked, &sample_options()).unwrap_err();
    assert!(matches!(error, Error::Encrypted) && error.is_permanent(), "{error}");
    // A file that opens without a password may be read.
    let book = read_book(&convert_document(&encrypted("").unwrap(), &sample_options()).unwrap());
    assert_eq!(describe_text(&book), ["Secret words."]);
    let limits = DocumentLimits { pages: 1, ..DocumentLimits::default() };
    let two = PdfBuilder::new().page(PdfPage::new()).page(PdfPage::new()).build();
    let refused = convert_document(&two, &DocumentOptions { limits, ..sample_options() });
    assert!(matches!(refused, Err(Error::TooLarge { quantity: "pages", limit: 1 })));
}
