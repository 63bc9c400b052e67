//! Formulas of DAISY 3 books: the modular extension for mathematics.

use std::io::Cursor;
use std::sync::{Arc, Mutex};

use books::model::{BlockKind, Inline, Math};
use books::testkit::{
    EpubBuilder, MINIMAL_PNG, SketchRenderer, ToneEngine, UNDRAWABLE_TEXT, audio_tools, faults_of_audio,
    faults_of_formulas, formulas_as_pictures, hard_books, run_epubcheck, run_xmllint, unzip, unzip_text,
    validate_daisy, zip_files,
};
use books::{Error, Format, Formula, FormulaRenderer, Limits, Options, Stop, convert, convert_to, daisy};

const MATHML_NAMESPACE: &str = "http://www.w3.org/1998/Math/MathML";

/// A formula in EPUB.
fn epub_formula(attributes: &str, inner: &str) -> String {
    format!("<math xmlns=\"{MATHML_NAMESPACE}\" {attributes}>{inner}</math>")
}

fn square_formula() -> String {
    epub_formula("", "<msup><mi>x</mi><mn>2</mn></msup>")
}

fn mathml_options() -> Options {
    let drawn = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    Options { engine: Arc::new(ToneEngine::default()), renderer: Some(Arc::new(SketchRenderer)), ..drawn }
}

fn convert_to_format(format: Format, source: Vec<u8>) -> Vec<u8> {
    convert(format, source.into(), &mathml_options(), &mut ()).unwrap()
}

/// The text of a DAISY book of a chapter, which is checked against the DTDs and the rules of the extension;
/// and how many formulas in it are MathML.
fn daisy_text(chapter: &str) -> (String, usize) {
    let daisy = convert_to_format(Format::Daisy, EpubBuilder::new("Sums").chapter("One", chapter).build());
    (unzip_text(&daisy, "book.xml"), check_daisy(&daisy))
}

fn check_daisy(daisy: &[u8]) -> usize {
    assert_eq!(validate_daisy(daisy).unwrap_or_default(), Vec::<String>::new());
    let (formulas, faults) = faults_of_formulas(daisy);
    assert_eq!(faults, Vec::<String>::new());
    formulas
}

fn daisy_formulas(daisy: &[u8]) -> Vec<Math> {
    let book = daisy::read(daisy.to_vec().into(), &Limits::default(), &mut ()).unwrap();
    let mut found = Vec::new();
    book.walk(&mut |block| {
        if let BlockKind::Math(math) = &block.kind {
            found.push(math.clone());
        }
        for inline in block.inlines() {
            inline.walk(&mut |inline| {
                if let Inline::Math(math) = inline {
                    found.push(math.clone());
                }
            });
        }
    });
    found
}

#[test]
fn a_formula_is_mathml_with_its_words_and_a_picture() {
    let tall = epub_formula("display=\"block\" alttext=\"one half\"", "<mfrac><mn>1</mn><mn>2</mn></mfrac>");
    let (text, formulas) = daisy_text(&format!("<p>Let {0} be; {0} is.</p><p>{tall}</p>", square_formula()));
    assert_eq!(formulas, 3);
    // Formulas that look the same have the same picture.
    let inline = "alttext=\"x squared\" altimg=\"images/formula1.png\"><m:msup><m:mi>x</m:mi><m:mn>2</m:mn></m:msup></m:math>";
    assert_eq!(text.matches(inline).count(), 2, "{text}");
    assert!(
        text.contains("alttext=\"one half\" altimg=\"images/formula2.png\" display=\"block\"><m:mfrac>"),
        "{text}"
    );
    assert!(!text.contains("class=\"math\""), "{text}");
}

#[test]
fn a_book_without_formulas_says_nothing_of_them() {
    let (text, formulas) = daisy_text("<p>No sums.</p>");
    assert_eq!(formulas, 0);
    assert!(text.contains("dtbook-2005-2.dtd\">\n<dtbook xmlns=") && !text.contains("MathML"), "{text}");
}

#[test]
fn books_of_all_kinds_are_valid_with_formulas() {
    for (name, source) in hard_books() {
        let daisy = convert_to_format(Format::Daisy, source);
        assert_eq!(check_daisy(&daisy) > 0, matches!(name, "small" | "math"), "{name}");
    }
    let one = square_formula();
    let everywhere = format!(
        "<h2>On {one}</h2><ul><li>{one}</li><li>a {one} b<ul><li>{one}</li></ul></li></ul><dl><dt>{one}</dt><dd>{one}</dd></dl>\
         <table><caption>{one}</caption><tr><th>{one}</th><td>is {one}</td></tr></table><blockquote>{one}</blockquote>\
         <aside><h3>{one}</h3>{one}</aside><div class=\"poem\"><p>a {one}<br/>b</p><p>{one}</p></div><p><a href=\"#f\">{one}</a> <em>{one}</em></p>\
         <p id=\"f\">{one}</p><figure><img src=\"a.png\" alt=\"A\"/><figcaption>{one}</figcaption></figure><pre>{one}</pre>\
         <p>x<a epub:type=\"noteref\" href=\"#n\">1</a></p><aside epub:type=\"footnote\" id=\"n\">{one}</aside>"
    );
    let source = EpubBuilder::new("Everywhere")
        .file("a.png", "image/png", MINIMAL_PNG)
        .chapter("One", &everywhere)
        .build();
    let daisy = convert_to_format(Format::Daisy, source);
    assert_eq!(check_daisy(&daisy), 20, "{}", unzip_text(&daisy, "book.xml"));
}

#[test]
fn a_formula_on_a_line_of_its_own_is_a_step_that_can_be_left() {
    let own =
        format!("<p>Then <a href=\"#eq\">it</a> is</p><p id=\"eq\">{0}</p><p>and {0}.</p>", square_formula());
    let daisy = convert_to_format(Format::Daisy, EpubBuilder::new("Sums").chapter("One", &own).build());
    assert_eq!(check_daisy(&daisy), 2);
    let (text, smil) = (unzip_text(&daisy, "book.xml"), unzip_text(&daisy, "book0001.smil"));
    let smil = if smil.contains("DTBuserEscape") { smil } else { unzip_text(&daisy, "book0002.smil") };
    assert_eq!(smil.matches("end=\"DTBuserEscape;p").count(), 1, "{smil}");
    assert_eq!(smil.matches(&format!("type=\"{MATHML_NAMESPACE}\"")).count(), 1, "{smil}");
    // The link leads to the formula, and the step, too.
    let id = text.split_once("<a href=\"#").unwrap().1.split_once('"').unwrap().0;
    assert!(text.contains(&format!("<p><m:math id=\"{id}\" dtbook:smilref=\"book000")), "{text}");
    assert!(smil.contains(&format!("<text src=\"book.xml#{id}\" type=\"{MATHML_NAMESPACE}\"/>")), "{smil}");
}

#[test]
fn mathml_does_not_change_the_spoken_words() {
    if !audio_tools() {
        return;
    }
    let tall = epub_formula("display=\"block\"", "<mfrac><mn>1</mn><mn>2</mn></mfrac>");
    let chapter = format!(
        "<p>Let {0} be. Is {0} more?</p><p>{tall}</p><p lang=\"fr\" xml:lang=\"fr\">{0}</p>",
        square_formula()
    );
    let source = EpubBuilder::new("Sums").chapter("One", &chapter).build();
    let spoken = |format, renderer: Option<Arc<dyn FormulaRenderer>>| {
        let engine = Arc::new(ToneEngine::default());
        let options = Options { engine: Arc::<ToneEngine>::clone(&engine), renderer, ..mathml_options() };
        let out = Cursor::new(Vec::new());
        let (out, _) = convert_to(format, source.clone().into(), &options, out, &mut ()).unwrap();
        (out.into_inner(), engine.spoken_texts())
    };
    let (daisy, said) = spoken(Format::DaisyAudio, Some(Arc::new(SketchRenderer)));
    assert_eq!(said, spoken(Format::DaisyAudio, None).1);
    assert!(said.contains(&"en: Let x squared be.".to_owned()), "{said:?}");
    assert_eq!((check_daisy(&daisy), faults_of_audio(&daisy)), (4, Vec::new()));
    // A sentence is said as a whole; a formula by itself is heard at a step of its own.
    let text = unzip_text(&daisy, "book.xml");
    let sentence = text.split_once("<sent id=\"").unwrap().1.split_once("</sent>").unwrap().0;
    let step = sentence.split_once("smilref=\"").unwrap().1.split_once('"').unwrap().0;
    assert!(sentence.contains(&format!("dtbook:smilref=\"{step}\"")), "{sentence}");
    // DAISY 2.02 has no place for MathML.
    assert!(spoken(Format::Daisy2Audio, Some(Arc::new(SketchRenderer))) == spoken(Format::Daisy2Audio, None));
}

#[test]
fn undrawable_formulas_keep_the_picture_of_the_source_or_stay_words() {
    let no = epub_formula("", &format!("<mi>{UNDRAWABLE_TEXT}</mi>"));
    let own = epub_formula("altimg=\"a.png\"", &format!("<mn>2</mn><mi>{UNDRAWABLE_TEXT}</mi>"));
    let lost = epub_formula("altimg=\"gone.png\"", &format!("<mn>3</mn><mi>{UNDRAWABLE_TEXT}</mi>"));
    // Elements that the tree of formulas does not know.
    let unknown = epub_formula("altimg=\"a.png\"", "<mfrac><mn>1</mn></mfrac>");
    let chapter = format!("<p>{no} and {own}, {lost}, {unknown}, {}</p>", square_formula());
    let chapter = chapter + &own.replace("altimg=\"a.png\"", "");
    let source =
        EpubBuilder::new("Sums").file("a.png", "image/png", MINIMAL_PNG).chapter("One", &chapter).build();
    let daisy = convert_to_format(Format::Daisy, source.clone());
    assert_eq!(check_daisy(&daisy), 4);
    let text = unzip_text(&daisy, "book.xml");
    assert_eq!(text.matches("<span class=\"math\">").count(), 2, "{text}");
    // Without anything that draws, those of the source are left.
    let options = Options { renderer: None, ..mathml_options() };
    let plain = convert(Format::Daisy, source.into(), &options, &mut ()).unwrap();
    assert_eq!(check_daisy(&plain), 3);
    let kept = unzip(&plain).into_iter().find(|(name, _)| name == "images/formula1.png").unwrap();
    assert!(kept.1 == MINIMAL_PNG);
}

#[test]
fn drawn_formulas_must_be_pictures() {
    #[derive(Debug)]
    struct BrokenRenderer;
    impl FormulaRenderer for BrokenRenderer {
        fn render(&self, _formulas: &[Formula]) -> Vec<Option<Vec<u8>>> {
            vec![Some(b"<svg onload='go()'/>".to_vec())]
        }
    }
    let options = Options { renderer: Some(Arc::new(BrokenRenderer)), ..mathml_options() };
    let chapter = format!("<p>{} {}</p>", square_formula(), epub_formula("", "<mn>1</mn>"));
    let source = EpubBuilder::new("Sums").chapter("One", &chapter).build();
    assert_eq!(check_daisy(&convert(Format::Daisy, source.into(), &options, &mut ()).unwrap()), 0);
}

#[test]
fn hostile_formulas_become_words_and_carry_nothing_along() {
    let hostile = [
        "<mtext><script xmlns=\"http://www.w3.org/1999/xhtml\">go()</script>a</mtext>",
        "<mi>b</mi><script>go()</script>",
        "<mglyph src=\"http://example.org/x.png\" alt=\"c\"/>",
    ];
    let all: String = hostile.iter().map(|inner| epub_formula("alttext=\"said\"", inner)).collect();
    let (text, formulas) = daisy_text(&format!("<p>Here {all}.</p>"));
    assert_eq!((formulas, text.matches("<span class=\"math\">said</span>").count()), (0, 3), "{text}");
    let attributes = "onclick=\"go()\" href=\"http://example.org/\" style=\"x:url(y)\" xlink:href=\"z\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    let foreign = "<annotation-xml encoding=\"text/html\"><p xmlns=\"http://www.w3.org/1999/xhtml\">go()</p></annotation-xml>";
    let dressed =
        epub_formula(attributes, &format!("<semantics><mi {attributes}>x</mi>{foreign}</semantics>"));
    let (text, formulas) = daisy_text(&format!("<p>Here {dressed}.</p>"));
    assert_eq!(formulas, 1, "{text}");
    assert!(text.contains("><m:semantics><m:mi>x</m:mi></m:semantics></m:math>"), "{text}");
    for word in ["go()", "example.org", "url("] {
        assert!(!text.contains(word), "{text}");
    }
}

#[test]
fn the_formulas_of_an_ingested_daisy_book_are_formulas() {
    let tall = epub_formula("display=\"block\"", "<mfrac linethickness=\"0\"><mi>a</mi><mi>b</mi></mfrac>");
    let chapter = format!("<p>Let {} be.</p><p>{tall}</p>", square_formula());
    let first = convert_to_format(Format::Daisy, EpubBuilder::new("Sums").chapter("One", &chapter).build());
    let read = daisy_formulas(&first);
    let [one, two] = read.as_slice() else { panic!("{read:?}") };
    assert!(one.mathml.ends_with("><msup><mi>x</mi><mn>2</mn></msup></math>"), "{}", one.mathml);
    assert!(two.mathml.ends_with("><mfrac linethickness=\"0\"><mi>a</mi><mi>b</mi></mfrac></math>"));
    assert_eq!((one.alt.as_deref(), one.display, two.display), (Some("x squared"), false, true));
    assert_eq!(one.picture.as_deref(), Some("images/formula1.png"));
    // They keep their pictures where nothing draws, and lose what only DAISY has in EPUB.
    let options = Options { renderer: None, ..mathml_options() };
    let again = convert(Format::Daisy, first.clone().into(), &options, &mut ()).unwrap();
    assert_eq!((check_daisy(&again), daisy_formulas(&again)), (2, read));
    let epub = convert_to_format(Format::Epub3, first);
    assert!(unzip(&epub).iter().all(|(_, bytes)| !String::from_utf8_lossy(bytes).contains("altimg")));
    for (_, problems) in run_epubcheck(&[("formulas".to_owned(), epub)]).into_iter().flatten() {
        assert!(problems.is_empty(), "{problems:#?}");
    }
}

#[test]
fn the_narration_of_a_formula_is_kept() {
    if !audio_tools() {
        return;
    }
    let chapter = format!("<p>Let it be.</p><p>{}</p>", square_formula());
    let first =
        convert_to_format(Format::DaisyAudio, EpubBuilder::new("Sums").chapter("One", &chapter).build());
    let engine = Arc::new(ToneEngine::default());
    let options = Options { engine: Arc::<ToneEngine>::clone(&engine), ..mathml_options() };
    let (again, _) =
        convert_to(Format::DaisyAudio, first.into(), &options, Cursor::new(Vec::new()), &mut ()).unwrap();
    let again = again.into_inner();
    assert_eq!((check_daisy(&again), faults_of_audio(&again)), (1, Vec::new()));
    // All has been heard before, the title too.
    assert_eq!(engine.spoken_texts(), Vec::<String>::new());
}

/// A text by another program.
fn foreign_dtbook(body: &str) -> Vec<u8> {
    let text = format!(
        "<!DOCTYPE dtbook PUBLIC \"-//NISO//DTD dtbook 2005-3//EN\" \"x.dtd\" [<!ENTITY % MATHML.prefixed \"INCLUDE\">\
         <!ENTITY % mathML2 SYSTEM \"mathml2.dtd\">]><dtbook xmlns=\"http://www.daisy.org/z3986/2005/dtbook/\" \
         xmlns:mml=\"{MATHML_NAMESPACE}\" version=\"2005-3\" xml:lang=\"en\"><head/><book><bodymatter><level1>{body}</level1></bodymatter></book></dtbook>"
    );
    zip_files([("book.xml", text.as_str())])
}

#[test]
fn formulas_by_other_programs_are_read() {
    let source = foreign_dtbook(
        "<h1>One</h1><mml:math alttext=\"x\" altimg=\"x.png\"><mml:mi>x</mml:mi></mml:math><p>Let \
         <mml:math><mml:mi>y</mml:mi><mml:annotation-xml><mml:ci>y</mml:ci></mml:annotation-xml></mml:math> be \
         <mml:math alttext=\"a sum\"><mml:apply><mml:plus/></mml:apply></mml:math> \
         <mml:math alttext=\"no sum\"><mml:mtext><script xmlns=\"http://www.w3.org/1999/xhtml\">go()</script></mml:mtext></mml:math></p>",
    );
    let read = daisy_formulas(&source);
    assert_eq!(read.iter().map(|math| math.linear.as_str()).collect::<Vec<_>>(), ["x", "y"]);
    assert!(read[0].mathml.ends_with("alttext=\"x\"><mi>x</mi></math>"), "{}", read[0].mathml);
    let epub = convert_to_format(Format::Epub3, source);
    let text: String = unzip(&epub).iter().map(|(_, bytes)| String::from_utf8_lossy(bytes)).collect();
    assert!(text.contains("a sum") && text.contains("no sum") && !text.contains("go()"), "{text}");
}

#[test]
fn a_hidden_formula_is_read_in_place_of_its_picture() {
    let formula = |state: &str, alt: &str| {
        format!(
            "<p>Let <span style=\"{state}\"><math xmlns=\"{MATHML_NAMESPACE}\" alttext=\"{{k}}\"><mi>k</mi></math></span>\
             <img src=\"gone.png\" aria-hidden=\"true\" alt=\"{alt}\"/> be.</p>"
        )
    };
    for (markup, formulas, pictures) in [
        (formula("display: none", "{k}"), 1, 0),
        (formula("display: none", "A crab"), 0, 1),
        (formula("color: red", "{k}"), 1, 1),
    ] {
        let book = EpubBuilder::new("Sums").chapter("", &markup).build();
        let book = books::epub::read(book.into(), &books::Limits::default(), &mut ()).unwrap();
        let line = book.sections[0].blocks[0].inlines();
        let count = |is_wanted: fn(&Inline) -> bool| line.iter().filter(|inline| is_wanted(inline)).count();
        assert_eq!(count(|inline| matches!(inline, Inline::Math(_))), formulas, "{line:?}");
        assert_eq!(count(|inline| matches!(inline, Inline::Image(_))), pictures, "{line:?}");
    }
}

#[test]
fn players_without_mathml_are_shown_the_pictures() {
    let tall = epub_formula("display=\"block\"", "<mfrac><mn>1</mn><mn>2</mn></mfrac>");
    let chapter = format!("<p>Let {} be.</p><p>{tall}</p>", square_formula());
    let daisy = convert_to_format(Format::Daisy, EpubBuilder::new("Sums").chapter("One", &chapter).build());
    let Some(text) = formulas_as_pictures(&daisy) else { return };
    assert!(text.contains("alt=\"x squared\"") && text.contains("images/formula2.png"), "{text}");
    assert!(!text.contains("MathML") && !text.contains("m:"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("book.xml"), &text).unwrap();
    let problems = run_xmllint(folder.path(), &["book.xml".to_owned()]);
    assert_eq!(problems.unwrap_or_default(), Vec::<String>::new());
    // Players find the steps as before.
    let ids = |text: &str| text.matches(" smilref=\"").count() + text.matches(" dtbook:smilref=\"").count();
    assert_eq!(ids(&text), ids(&unzip_text(&daisy, "book.xml")));
}

/// A renderer that notes how many it was given.
#[derive(Debug, Default)]
struct CountingRenderer(Mutex<Vec<usize>>);

impl FormulaRenderer for CountingRenderer {
    fn render(&self, formulas: &[Formula]) -> Vec<Option<Vec<u8>>> {
        self.0.lock().unwrap().push(formulas.len());
        SketchRenderer.render(formulas)
    }
}

#[test]
fn many_formulas_are_drawn_a_few_at_a_time_and_can_be_stopped() {
    let all: String =
        (0..1_050).map(|n| epub_formula(&format!("id=\"f{n}\""), &format!("<mn>{}</mn>", n % 450))).collect();
    let source = EpubBuilder::new("Sums").chapter("One", &format!("<p>{all}</p>")).build();
    let renderer = Arc::new(CountingRenderer::default());
    let options = Options { renderer: Some(Arc::<CountingRenderer>::clone(&renderer)), ..mathml_options() };
    let daisy = convert(Format::Daisy, source.clone().into(), &options, &mut ()).unwrap();
    assert_eq!(check_daisy(&daisy), 1_050);
    assert_eq!(*renderer.0.lock().unwrap(), [100, 100, 100, 100, 50]);
    let pictures = unzip(&daisy).iter().filter(|(name, _)| name.starts_with("images/formula")).count();
    assert_eq!(pictures, 450);
    let before = renderer.0.lock().unwrap().len();
    let mut progress =
        |_: usize, _: usize| (renderer.0.lock().unwrap().len() > before + 1).then_some(Stop::Cancelled);
    let stopped = convert(Format::Daisy, source.into(), &options, &mut progress);
    assert!(matches!(stopped, Err(Error::Cancelled)), "{stopped:?}");
    assert_eq!(renderer.0.lock().unwrap().len(), before + 2);
}
