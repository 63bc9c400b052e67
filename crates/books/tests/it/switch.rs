//! Exactly one branch of `epub:switch` is read: the first supported case, or else the default.

use books::testkit::{EpubBuilder, unzip_text};
use books::{Format, Options, convert};

fn chapter_in_daisy(markup: &str) -> String {
    let book = EpubBuilder::new("Switch").chapter("One", markup).build();
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    unzip_text(&convert(Format::Daisy, book.into(), &options, &mut ()).unwrap(), "book.xml")
}

const MATH_CASE: &str = "<epub:case required-namespace=\"http://www.w3.org/1998/Math/MathML\">\
    <math xmlns=\"http://www.w3.org/1998/Math/MathML\" alttext=\"k squared\"><msup><mi>k</mi><mn>2</mn></msup></math></epub:case>";

fn unknown_case(text: &str) -> String {
    format!("<epub:case required-namespace=\"http://example.org/chem\"><p>{text}</p></epub:case>")
}

#[test]
fn a_formula_is_read_instead_of_its_fallback() {
    let text = chapter_in_daisy(&format!(
        "<p>The area is <epub:switch>{MATH_CASE}<epub:default><span>fallback</span></epub:default></epub:switch> in all.</p>"
    ));
    assert!(text.contains("k squared") && !text.contains("fallback") && text.contains("in all."), "{text}");
}

#[test]
fn the_first_supported_case_wins_wherever_it_is() {
    for (n, branches) in [
        format!("{}{MATH_CASE}<epub:default><p>zz</p></epub:default>", unknown_case("zz")),
        format!("{MATH_CASE}{}<epub:default><p>zz</p></epub:default>", unknown_case("zz")),
        format!("<epub:default><p>zz</p></epub:default>{MATH_CASE}"),
    ]
    .into_iter()
    .enumerate()
    {
        let text = chapter_in_daisy(&format!("<epub:switch>{branches}</epub:switch><p>a</p>"));
        assert!(text.contains("k squared") && !text.contains("zz"), "{n}: {text}");
    }
}

#[test]
fn the_default_is_read_if_no_case_is_supported() {
    let text = chapter_in_daisy(&format!(
        "<epub:switch>{}<epub:default><p>default</p></epub:default></epub:switch>\
         <ul><li><epub:switch>{}<epub:default>item</epub:default></epub:switch></li></ul>",
        unknown_case("zz"),
        unknown_case("zz")
    ));
    assert!(text.contains("default") && text.contains("item") && !text.contains("zz"), "{text}");
}

#[test]
fn a_switch_without_a_default_loses_no_words() {
    let text = chapter_in_daisy(&format!(
        "<epub:switch>{}{}</epub:switch>",
        unknown_case("first"),
        unknown_case("zz")
    ));
    assert!(text.contains("first") && !text.contains("zz"), "{text}");
}

#[test]
fn switches_inside_switches_are_read_once() {
    let mut markup = "<p>inner</p>".to_owned();
    for _ in 0..60 {
        markup =
            format!("<epub:switch>{}<epub:default>{markup}</epub:default></epub:switch>", unknown_case("zz"));
    }
    let text = chapter_in_daisy(&markup);
    assert_eq!((text.matches("inner").count(), text.contains("zz")), (1, false), "{text}");
}
