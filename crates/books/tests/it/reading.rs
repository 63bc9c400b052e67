//! The reader's model of a book.

use books::model::{Block, BlockKind, Book, Direction, Href, Inline, Matter, plain_text};
use books::testkit::{Epub2Builder, EpubBuilder, MINIMAL_PNG, small_book};
use books::{Limits, epub, find_cover};

fn read_book(bytes: Vec<u8>) -> Book {
    epub::read(bytes.into(), &Limits::default(), &mut ()).unwrap()
}

fn read_chapter(markup: &str) -> Vec<books::model::Block> {
    read_book(EpubBuilder::new("Test").chapter("", markup).build()).sections.remove(0).blocks
}

#[test]
fn a_small_book() {
    let book = read_book(small_book());
    insta::assert_debug_snapshot!("small_book_sections", book.sections);
    insta::assert_debug_snapshot!("small_book_survey", book.survey());
    insta::assert_debug_snapshot!("small_book_nav", (&book.nav, &book.pages));
}

#[test]
fn metadata_of_epub_3() {
    let book = read_book(
        EpubBuilder::new("Tides")
            .author("Ada Harbor")
            .metadata(
                "<meta refines=\"#author\" property=\"role\" scheme=\"marc:relators\">aut</meta>\
                 <meta refines=\"#author\" property=\"file-as\">Harbor, Ada</meta>\
                 <dc:contributor id=\"n\">Max Voice</dc:contributor><meta refines=\"#n\" property=\"role\">nrt</meta>\
                 <dc:title id=\"sub\">A Primer</dc:title><meta refines=\"#sub\" property=\"title-type\">subtitle</meta>\
                 <dc:identifier>urn:isbn:0-306-40615-2</dc:identifier><dc:source>urn:isbn:9780306406157</dc:source>\
                 <dc:publisher>Shore Press</dc:publisher><dc:date>2019-05-01</dc:date><dc:subject>Sea</dc:subject>\
                 <dc:rights>Public domain</dc:rights><dc:description>On &lt;i&gt;tides&lt;/i&gt;.</dc:description>\
                 <meta property=\"belongs-to-collection\" id=\"s\">Primers</meta>\
                 <meta refines=\"#s\" property=\"collection-type\">series</meta>\
                 <meta refines=\"#s\" property=\"group-position\">3</meta>\
                 <meta property=\"schema:accessMode\">textual</meta>\
                 <meta property=\"schema:accessibilityFeature\">alternativeText</meta>\
                 <meta property=\"schema:accessibilityHazard\">none</meta>\
                 <meta property=\"schema:accessibilitySummary\">Fine.</meta>\
                 <meta property=\"dcterms:conformsTo\" id=\"conf\">EPUB Accessibility 1.1 - WCAG 2.2 Level AA</meta>\
                 <meta property=\"a11y:certifiedBy\" id=\"by\" refines=\"#conf\">House</meta>\
                 <meta property=\"dcterms:date\" refines=\"#by\">2026-03-01</meta>\
                 <meta property=\"a11y:exemption\">eaa-microenterprise</meta>\
                 <meta property=\"media:duration\">0:01:30</meta><meta property=\"schema:wordCount\">12</meta>",
            )
            .chapter("One", "<p>The sea.</p>")
            .right_to_left()
            .build(),
    );
    insta::assert_debug_snapshot!("metadata_of_epub_3", book.metadata);
    assert_eq!(book.metadata.names("aut"), ["Ada Harbor"]);
    assert_eq!(book.metadata.direction, Some(Direction::Rtl));
}

#[test]
fn certifiers_are_those_of_the_claim_with_what_refines_them() {
    let claim = "<meta property=\"dcterms:conformsTo\" id=\"claim\">EPUB Accessibility 1.1 - WCAG 2.1 Level AA</meta>";
    let other = "<meta property=\"dcterms:conformsTo\" id=\"other\">Harbor Standard</meta>\
                 <meta property=\"a11y:certifiedBy\" id=\"it\" refines=\"#other\">Harbor Board</meta>\
                 <meta property=\"a11y:certifierCredential\" refines=\"#it\">Harbor Badge</meta>";
    let by = "<meta property=\"a11y:certifiedBy\" id=\"by\" refines=\"#claim\">House</meta>";
    let date = |of: &str| format!("<meta property=\"dcterms:date\"{of}>2026-03-01</meta>");
    let certified = |metadata: String| {
        let book = read_book(
            EpubBuilder::new("Tides").metadata(&metadata).chapter("One", "<p>The sea.</p>").build(),
        );
        let all = book.metadata.accessibility.certifications.into_iter();
        all.map(|one| (one.certified_by, one.credential, one.report, one.date)).collect::<Vec<_>>()
    };
    let house = |credential: Option<&str>, report: Option<&str>, date: Option<&str>| {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        vec![("House".to_owned(), owned(credential), owned(report), owned(date))]
    };
    let day = Some("2026-03-01");
    assert_eq!(certified([claim, by].concat()), house(None, None, None));
    for of in [" refines=\"#by\"", " refines=\"#claim\"", ""] {
        assert_eq!(certified([claim, by, &date(of)].concat()), house(None, None, day), "{of}");
    }
    assert_eq!(certified([claim, by, &date(" refines=\"#author\"")].concat()), house(None, None, None));
    // Without a link to a claim, the certifier is that of the package, and so are credential and report.
    let of_package = "<meta property=\"a11y:certifiedBy\">House</meta>\
                      <meta property=\"a11y:certifierCredential\">Badge</meta>\
                      <link rel=\"a11y:certifierReport\" href=\"https://house.example/report\"/>";
    let report = Some("https://house.example/report");
    assert_eq!(certified([claim, of_package].concat()), house(Some("Badge"), report, None));
    let own = "<link rel=\"a11y:certifierReport\" refines=\"#by\" href=\"https://house.example/report\"/>";
    assert_eq!(certified([other, claim, by, own].concat()), house(None, report, None), "not of another's");
    let alone = [("Harbor Board".to_owned(), Some("Harbor Badge".to_owned()), None, None)];
    assert_eq!(certified(other.to_owned()), alone);
}

#[test]
fn summaries_of_accessibility_have_the_language_that_is_stated() {
    let summary = |attributes: &str| {
        let meta =
            format!("<meta property=\"schema:accessibilitySummary\"{attributes}>Tout est décrit.</meta>");
        let book = EpubBuilder::new("Tides").metadata(&meta).chapter("One", "<p>The sea.</p>").build();
        read_book(book).metadata.accessibility.summary_language
    };
    assert_eq!(summary(" xml:lang=\"fr-CA\"").as_deref(), Some("fr-CA"));
    assert_eq!(summary(" xml:lang=\"not a tag\""), summary(""));
}

#[test]
fn texts_about_the_book_have_the_language_that_is_stated() {
    let metadata = "<dc:title id=\"sub\" xml:lang=\"la\">De aestu</dc:title>\
        <meta refines=\"#sub\" property=\"title-type\">subtitle</meta>\
        <dc:description xml:lang=\"fr-CA\">Le bulot.</dc:description>\
        <meta property=\"belongs-to-collection\" xml:lang=\"de\">Gezeiten</meta>";
    let book =
        read_book(EpubBuilder::new("Tides").metadata(metadata).chapter("One", "<p>The sea.</p>").build());
    let m = &book.metadata;
    let stated = [&m.subtitle_language, &m.description_language, &m.series[0].language];
    assert_eq!(stated.map(Option::as_deref), [Some("la"), Some("fr-CA"), Some("de")]);
    let silent = read_book(Epub2Builder::new().chapter("One", "<p>a</p>").build()).metadata;
    assert_eq!((silent.title_language, silent.description_language), (None, None));
}

#[test]
fn metadata_and_contents_of_epub_2() {
    let book = read_book(
        Epub2Builder::new()
            .metadata(
                "<dc:creator opf:role=\"aut\" opf:file-as=\"Harbor, Ada\">Ada Harbor</dc:creator>\
                 <dc:date opf:event=\"creation\">2001</dc:date><dc:date opf:event=\"publication\">1999</dc:date>\
                 <meta name=\"calibre:series\" content=\"Primers\"/><meta name=\"calibre:series_index\" content=\"2\"/>",
            )
            .chapter("One", "<h2>One</h2><p>a&nbsp;b</p>")
            .chapter("Two", "<h2>Two</h2><p>c</p>")
            .build(),
    );
    let metadata = &book.metadata;
    assert_eq!((metadata.epub_version, metadata.published.as_deref()), (2, Some("1999")));
    assert_eq!(metadata.contributors[0].file_as.as_deref(), Some("Harbor, Ada"));
    assert_eq!(
        (metadata.series[0].name.as_str(), metadata.series[0].position.as_deref()),
        ("Primers", Some("2"))
    );
    let labels: Vec<&str> = book.nav.iter().map(|point| point.label.as_str()).collect();
    assert_eq!(labels, ["One", "Two"]);
    assert_eq!(book.landmarks[0].kind, "bodymatter");
}

#[test]
fn headings_have_the_depth_of_the_table_of_contents() {
    let bytes = EpubBuilder::new("Depth")
        .chapter("Part", "<p>a</p>")
        .chapter("Chapter", "<p>b</p><h2>Section</h2><p>c</p><h5>Far below</h5><p>d</p>")
        .raw_file(
            "OEBPS/nav.xhtml",
            br#"<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
            <nav epub:type="toc"><ol><li><a href="chapter1.xhtml">Part</a><ol><li><a href="chapter2.xhtml">Chapter</a>
            </li></ol></li></ol></nav></body></html>"#,
        )
        .build();
    let book = read_book(bytes);
    let mut levels = Vec::new();
    book.walk(&mut |block| {
        if let BlockKind::Heading { level, inlines } = &block.kind {
            levels.push((*level, plain_text(inlines)));
        }
    });
    let expected = [(1, "Part"), (2, "Chapter"), (3, "Section"), (4, "Far below")];
    assert_eq!(levels, expected.map(|(level, text)| (level, text.to_owned())), "levels never skip one");
}

#[test]
fn front_matter_body_and_back_matter_never_mix() {
    let kinds = ["frontmatter", "cover", "chapter", "preface", "endnotes", "colophon"];
    let mut builder = EpubBuilder::new("Parts");
    for kind in kinds {
        builder = builder.chapter("", &format!("<section epub:type=\"{kind}\"><p>{kind}</p></section>"));
    }
    let matter: Vec<Matter> =
        read_book(builder.build()).sections.iter().map(|section| section.matter).collect();
    let (front, body, back) = (Matter::Front, Matter::Body, Matter::Back);
    assert_eq!(matter, [front, front, body, body, back, back]);
}

#[test]
fn references_find_their_notes_in_any_form() {
    let blocks = read_chapter(
        r##"<p>a<a epub:type="noteref" href="#n1">1</a> b<a role="doc-noteref" href="#n2">2</a>
        c<a epub:type="noteref" href="#n3">3</a> d<a epub:type="noteref" href="#gone">4</a></p>
        <aside epub:type="footnote" id="n1"><p>one</p></aside><ol><li id="n2">two</li></ol><p id="n3">three</p>"##,
    );
    let mut notes = Vec::new();
    let mut references = 0;
    let mut links = 0;
    for block in &blocks {
        block.walk(&mut |block| {
            if let BlockKind::Note { .. } = block.kind {
                notes.push(block.attrs.ids.clone());
            }
            for inline in block.inlines() {
                inline.walk(&mut |inline| match inline {
                    Inline::NoteRef { .. } => references += 1,
                    Inline::Link { href: Href::Inside(_), .. } => links += 1,
                    _ => {}
                });
            }
        });
    }
    assert_eq!(notes, [["n1"], ["n2"], ["n3"]]);
    assert_eq!((references, links), (3, 1), "a reference to nothing is a plain link");
}

#[test]
fn notes_that_nobody_marked_are_found_by_their_links_back() {
    let blocks = read_chapter(
        r##"<p>a<sup><a id="r1" href="#f1">[1]</a></sup> b<a href="#f2" id="r2"><sup>2</sup></a> see <a href="#f9">9</a></p>
        <p id="f1">First. <a href="#r1">[1]</a></p><p><a id="f2" href="#r2">2</a> Second.</p><p id="f9">No note.</p>"##,
    );
    let kinds: Vec<&str> = blocks
        .iter()
        .map(|block| match block.kind {
            BlockKind::Note { .. } => "note",
            BlockKind::Paragraph(_) => "paragraph",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["paragraph", "note", "note", "paragraph"]);
    let mut references = Vec::new();
    for inline in blocks[0].inlines() {
        inline.walk(&mut |inline| {
            if let Inline::NoteRef { text, .. } = inline {
                references.push(text.clone());
            }
        });
    }
    assert_eq!(references, ["[1]", "2"]);
}

#[test]
fn anchors_by_name_are_places() {
    let blocks = read_chapter(
        r##"<p>a<a name="r1" href="#f1">1</a> <a id="x" name="y">b</a></p><p><a name="f1"></a>Note. <a href="#r1">1</a></p>"##,
    );
    assert!(matches!(&blocks[1].kind, BlockKind::Note { .. }), "{blocks:?}");
    let mut ids = Vec::new();
    for inline in blocks[0].inlines() {
        ids.extend(inline.attrs().into_iter().flat_map(|attrs| attrs.ids.clone()));
    }
    assert_eq!(ids, ["r1", "x", "y"]);
}

#[test]
fn paragraphs_that_the_contents_name_are_headings() {
    let text = "<p class='t'>Part One</p><p>Words.</p><p><a id='s'/></p><p>The <i>Storm</i></p><p>Words.</p>\
        <p id='u'>2</p><p>Words about a storm.</p>";
    let parts = EpubBuilder::new("Contents").chapter("", text).parts().into_iter().map(|(name, bytes)| {
        let nav = "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:epub='http://www.idpf.org/2007/ops'><body><nav epub:type='toc'><ol>\
            <li><a href='chapter1.xhtml'>PART ONE</a><ol><li><a href='chapter1.xhtml#s'>The Storm</a></li>\
            <li><a href='chapter1.xhtml#u'>2 The Calm</a></li></ol></li></ol></nav></body></html>";
        let bytes = if name.ends_with("nav.xhtml") { nav.as_bytes().to_vec() } else { bytes };
        (name, bytes)
    });
    let book = read_book(books::testkit::zip_files(parts));
    let mut headings = Vec::new();
    for block in &book.sections[0].blocks {
        if let BlockKind::Heading { level, inlines } = &block.kind {
            headings.push((*level, plain_text(inlines)));
        }
    }
    assert_eq!(headings, [(1, "Part One".into()), (2, "The Storm".into()), (2, "2".into())]);
}

#[test]
fn headings_without_words_are_none_and_layout_tables_hold_headings() {
    let blocks = read_chapter("<h1>&#160;</h1><table><tr><td><h1>One</h1><p>a</p></td></tr></table>");
    assert!(matches!(&blocks[0].kind, BlockKind::Heading { .. }), "{blocks:?}");
    assert_eq!(blocks.len(), 2);
}

#[test]
fn words_of_a_second_body_are_read() {
    let blocks = read_chapter("<p>a</p></body><p>b</p><body><h1>c</h1><p>d</p>");
    let texts: Vec<String> = blocks.iter().map(|block| plain_text(block.inlines())).collect();
    assert_eq!(texts, ["a", "b", "c", "d"]);
}

#[test]
fn elements_in_capitals_are_elements() {
    let blocks = read_chapter("<H2>One</H2><P>a<BR/>b</P><p>c</p>");
    assert!(matches!(&blocks[0].kind, BlockKind::Heading { .. }), "{blocks:?}");
    let texts: Vec<String> = blocks.iter().map(|block| plain_text(block.inlines())).collect();
    assert_eq!(texts, ["One", "a b", "c"]);
}

#[test]
fn formulas_that_only_scripts_hold_are_read() {
    let blocks = read_chapter(
        "<p>a <script type=\"math/tex\">x^2</script> b <span class=\"MathJax\">y</span><script type=\"math/tex\">y</script></p>",
    );
    assert_eq!(plain_text(blocks[0].inlines()), "a x^2 b y");
    // What is drawn for eyes only says nothing.
    let blocks = read_chapter(
        "<p>a <span class=\"MathJax\"><nobr aria-hidden=\"true\">q</nobr></span><script type=\"math/tex\">z</script></p>",
    );
    assert_eq!(plain_text(blocks[0].inlines()), "a z");
}

#[test]
fn a_cell_may_reach_to_the_last_row() {
    let blocks = read_chapter(
        "<table><tr><th>a</th><th rowspan=\"0\">b</th></tr><tr><td>c</td></tr><tr><td>d</td></tr></table>",
    );
    let BlockKind::Table(table) = &blocks[0].kind else { panic!("{blocks:?}") };
    let spans: Vec<_> = table.rows().next().unwrap().cells.iter().map(|cell| cell.row_span).collect();
    assert_eq!(spans, [1, 3]);
}

#[test]
fn empty_lines_divide_paragraphs() {
    let blocks = read_chapter("<p id=\"p\">a<br/>b<br/> <br/>c</p>d<br/><br/><i>e</i><br/>f<br/><br/>");
    let texts: Vec<String> = blocks.iter().map(|block| plain_text(block.inlines())).collect();
    assert_eq!(texts, ["a b", "c", "d", "e f"]);
    assert_eq!((blocks[0].attrs.ids.len(), blocks[1].attrs.ids.len()), (1, 0));
}

#[test]
fn numbers_of_verses_stand_apart() {
    let source = EpubBuilder::new("Verse")
        .chapter("One", "<div class=\"poem\"><p>a<br/>b <em>c</em><span class=\"lnum\">10</span></p></div>")
        .build();
    let options = books::Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    let daisy = books::convert(books::Format::Daisy, source.into(), &options, &mut ()).unwrap();
    assert!(
        books::testkit::unzip_text(&daisy, "book.xml").contains("<em>c</em><linenum>10</linenum></line>")
    );
}

#[test]
fn pages_are_found_by_mark_and_by_the_page_list() {
    let bytes = EpubBuilder::new("Pages")
        .chapter("", "<p>a<span epub:type=\"pagebreak\" id=\"a\" title=\"Page 7\"/>b</p><p><a id=\"b\"/>c</p><p id=\"c\">d</p>")
        .page("7", "chapter1.xhtml#a")
        .page("8", "chapter1.xhtml#b")
        .page("9", "chapter1.xhtml#c")
        .build();
    let book = read_book(bytes);
    let mut labels = Vec::new();
    book.walk(&mut |block| {
        if let BlockKind::PageBreak(page) = &block.kind {
            labels.push(page.label.clone());
        }
        for inline in block.inlines() {
            inline.walk(&mut |inline| {
                if let Inline::PageBreak(page) = inline {
                    labels.push(page.label.clone());
                }
            });
        }
    });
    assert_eq!(labels, ["7", "8", "9"]);
    assert_eq!(book.survey().page_list, 3);
}

#[test]
fn images_and_their_alternatives() {
    let blocks = read_chapter(
        r#"<p><img src="a.png" alt="A heron"/></p><p><img src="a.png" alt=""/></p><p><img src="a.png"/></p>
        <p><img src="a.png" alt="Chart" aria-describedby="d"/></p><div hidden="hidden"><p id="d">Rising.</p></div>
        <svg xmlns="http://www.w3.org/2000/svg"><title>A circle</title><circle r="1"/></svg>
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="a.png"/></svg>"#,
    );
    let found: Vec<_> = blocks
        .iter()
        .map(|block| match &block.kind {
            BlockKind::Image(image) => (image.alt.as_deref(), image.decorative, image.description.len()),
            other => panic!("{other:?}"),
        })
        .collect();
    let none = (None, false, 0);
    let expected = [
        (Some("A heron"), false, 0),
        (None, true, 0),
        none,
        (Some("Chart"), false, 1),
        (Some("A circle"), false, 0),
        none,
    ];
    assert_eq!(found, expected, "what is hidden is a description, not text");
}

#[test]
fn an_image_of_a_letter_in_a_word_is_the_letter() {
    for (markup, words) in [
        ("<p><img src=\"t.png\" alt=\"T\"/>he sea</p>", "The sea"),
        ("<p><span><img src=\"t.png\" alt=\"\u{201c}T\"/></span>HE sea</p>", "\u{201c}THE sea"),
        ("<p>\u{5f7c}<img src=\"t.png\" alt=\"\u{55b0}\"/>\u{3044}</p>", "\u{5f7c}\u{55b0}\u{3044}"),
        ("<p><img src=\"t.png\" alt=\"T\"/> he sea</p>", "T he sea"),
        ("<p><img src=\"t.png\" alt=\"i\"/>Note</p>", "iNote"),
    ] {
        let blocks = read_chapter(markup);
        assert_eq!(plain_text(blocks[0].inlines()), words, "{markup}");
        let is_text = blocks[0].inlines().iter().all(|inline| matches!(inline, Inline::Text(_)));
        assert_eq!(is_text, !words.starts_with("T ") && !words.starts_with('i'), "{markup}");
    }
}

#[test]
fn verse_is_lines_in_groups() {
    let blocks = read_chapter(
        "<div class=\"poem\"><p>one<br/>two</p><div class=\"stanza\"><div>three</div><div>four</div></div></div>",
    );
    let BlockKind::Poem(groups) = &blocks[0].kind else { panic!("{blocks:?}") };
    let lines: Vec<usize> = groups.iter().map(|group| group.children().count()).collect();
    assert_eq!(lines, [2, 2]);
    let blocks = read_chapter(
        "<div class=\"poetry\"><div class=\"stanza\"><div class=\"verse indent0\">one</div><div class=\"verse indent2\">two</div></div></div>",
    );
    let BlockKind::Poem(groups) = &blocks[0].kind else { panic!("{blocks:?}") };
    let indents: Vec<u8> = groups[0].children().map(|line| line.attrs.indent).collect();
    assert_eq!(indents, [0, 2]);
}

/// The labels of the pages that begin in blocks.
fn page_labels(blocks: &[Block]) -> Vec<String> {
    let mut labels = Vec::new();
    for block in blocks {
        block.walk(&mut |block| {
            if let BlockKind::PageBreak(page) = &block.kind {
                labels.push(page.label.clone());
            }
            for inline in block.inlines() {
                if let Inline::PageBreak(page) = inline {
                    labels.push(page.label.clone());
                }
            }
        });
    }
    labels
}

#[test]
fn pages_between_rows_begin_with_the_next_row() {
    let page = |n: u8| format!("<span epub:type=\"pagebreak\" id=\"p{n}\" title=\"{n}\"></span>");
    let row = |text: &str| format!("<tr><td>{text}</td><td>.</td></tr>");
    let blocks = read_chapter(&format!(
        "<table><tbody>{}{}{}</tbody><tr epub:type=\"pagebreak\" id=\"p6\" title=\"6\"></tr>{}{}</table>",
        row("one"),
        page(5),
        row("two"),
        row("three"),
        page(7)
    ));
    let BlockKind::Table(table) = &blocks[0].kind else { panic!("{blocks:?}") };
    let pages: Vec<Vec<String>> = table
        .rows()
        .map(|row| row.cells.iter().flat_map(|cell| page_labels(&cell.blocks)).collect())
        .collect();
    assert_eq!(pages, [vec![], vec!["5".to_owned()], vec!["6".to_owned(), "7".to_owned()]]);
}

fn write_verse(block: &Block, out: &mut String) {
    match &block.kind {
        BlockKind::Line(line) => {
            let indent = block.attrs.indent.to_string();
            out.extend([indent.as_str(), " ", plain_text(line).as_str(), "|"]);
        }
        BlockKind::Poem(_) | BlockKind::LineGroup(_) => {
            out.push('(');
            block.children().for_each(|block| write_verse(block, out));
            out.push(')');
        }
        _ => out.push('?'),
    }
}

#[test]
fn words_of_verse_stay_in_their_lines_and_lines_in_their_stanzas() {
    for (markup, expected) in [
        (
            "<div class=\"poem\">Roses <em>are</em> red,<br/>violets <b>blue</b>.<br/><br/>So <i>are</i> they.</div>",
            "((0 Roses are red,|0 violets blue.|)(0 So are they.|))",
        ),
        (
            "<div class=\"poem\"><div class=\"stanza\"><span class=\"i0\">One<br/></span>\n\
             <span class=\"i2\" id=\"x\">two <i>and</i><br/></span><!-- c -->\n<span>three</span></div></div>",
            "((0 One|2 two and|0 three|))",
        ),
        (
            "<div class=\"poem\"><span class=\"line\">One</span> <span class=\"line\">two</span><br/>\
             <span class=\"line\">three</span></div>",
            "((0 One|0 two|0 three|))",
        ),
        ("<div class=\"poetry\"><p class=\"line\">One</p><p class=\"i2\">two</p></div>", "(0 One|2 two|)"),
        ("<div class=\"verse\"><b>1</b> In the <i>old</i> days</div>", "((0 1 In the old days|))"),
        ("<div class=\"line-block\">One<br/>two</div>", "((0 One|0 two|))"),
    ] {
        let mut verse = String::new();
        write_verse(&read_chapter(markup)[0], &mut verse);
        assert_eq!(verse, expected, "{markup}");
    }
}

#[test]
fn language_and_direction_survive_dissolved_containers() {
    let blocks = read_chapter(
        "<div lang=\"he\" dir=\"rtl\" id=\"x\"><section><p>שלום</p></section><p lang=\"en\">b</p></div>",
    );
    let seen: Vec<_> = blocks.iter().map(|block| (block.attrs.lang.as_deref(), block.attrs.dir)).collect();
    assert_eq!(seen, [(Some("he"), Some(Direction::Rtl)), (Some("en"), Some(Direction::Rtl))]);
    assert_eq!(blocks[0].attrs.ids, ["x"]);
}

#[test]
fn white_space_collapses_across_elements_but_not_in_code() {
    let blocks = read_chapter("<p>  a <em> b</em>\n c<br/> d </p><pre>  x\n   y</pre>");
    assert_eq!(plain_text(blocks[0].inlines()), "a b c d");
    assert_eq!(plain_text(blocks[1].inlines()), "  x\n   y");
}

#[test]
fn narration_is_read_with_its_times() {
    let bytes = EpubBuilder::new("Voice")
        .chapter("One", "<p id=\"a\">The sea.</p>")
        .file("one.mp3", "audio/mpeg", b"ID3")
        .file(
            "one.smil",
            "application/smil+xml",
            br#"<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="chapter1.xhtml#a"/>
            <audio src="one.mp3" clipBegin="0s" clipEnd="1.5s"/></par></body></smil>"#,
        )
        .parts();
    let parts = bytes.into_iter().map(|(name, bytes)| {
        let text = String::from_utf8_lossy(&bytes)
            .replace("<item id=\"c1\"", "<item media-overlay=\"f1\" id=\"c1\"");
        if name.ends_with(".opf") { (name, text.into_bytes()) } else { (name, bytes) }
    });
    let book = read_book(books::testkit::zip_files(parts));
    let overlay = &book.overlays[0];
    assert_eq!(overlay.section, "OEBPS/chapter1.xhtml");
    assert_eq!(overlay.clips[0].text.id.as_deref(), Some("a"));
    assert_eq!(overlay.duration, Some(std::time::Duration::from_millis(1500)));
}

#[test]
fn the_cover_is_found() {
    let found = find_cover(&read_book(small_book())).unwrap().unwrap();
    assert_eq!((found.bytes.as_slice(), found.media_type.as_str()), (MINIMAL_PNG, "image/png"));
    assert_eq!(
        find_cover(&read_book(EpubBuilder::new("Bare").chapter("One", "<p>a</p>").build())).unwrap(),
        None
    );
    // A page with nothing but a picture that nothing calls a cover.
    let book_with_page = |page: &str| {
        let book = EpubBuilder::new("Bare").file("one.png", "image/png", MINIMAL_PNG).chapter("", page);
        read_book(book.chapter("One", "<p>a</p>").build()).metadata.cover
    };
    assert_eq!(
        book_with_page("<p><img src=\"one.png\" alt=\"A sea\"/></p>").as_deref(),
        Some("OEBPS/one.png")
    );
    assert_eq!(book_with_page("<p><img src=\"one.png\" alt=\"A sea\"/> A sea</p>"), None);
}
