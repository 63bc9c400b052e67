//! A book whose table of contents leads into its text.

use super::{EpubBuilder, MINIMAL_PNG};

/// The entries of the table of contents of [`book_with_entries_into_text`], as every format must list them,
/// each with a word that begins at its place.
pub const ENTRIES_INTO_TEXT: [(&str, &str); 5] = [
    ("The Harbor", "Anchor"),
    ("The Storm", "Lighthouse"),
    ("A Deep Place", "Xylophone"),
    ("A Cell", "Zeppelin"),
    ("A Quoted Place", "Quagmire"),
];

/// A book whose table of contents leads to a heading that is a picture with an alternative, to one whose
/// picture has none, into a paragraph, a cell and a quotation.
pub fn book_with_entries_into_text() -> EpubBuilder {
    let long = "The tide comes in and goes out again. ".repeat(40);
    let markup = format!(
        "<h1 id=\"one\"><img src=\"one.png\" alt=\"The Harbor\"/></h1><p>Anchor. {long}</p>\
         <h1 id=\"two\"><img src=\"one.png\" alt=\"\"/></h1><p>Lighthouse. {long}</p>\
         <p>{long}<a id=\"deep\"></a>Xylophone. {long}</p>\
         <table><tr><th>Day</th><th>Tide</th></tr><tr><td id=\"cell\">Zeppelin</td><td>Low</td></tr></table>\
         <blockquote><p>{long}</p><p id=\"quoted\">Quagmire.</p></blockquote>"
    );
    let places = ["one", "two", "deep", "cell", "quoted"];
    let entries = places.iter().zip(ENTRIES_INTO_TEXT).map(|(id, (name, _))| {
        // The picture says its name itself.
        let name = if *id == "one" { "Harbor, pictured" } else { name };
        format!("<li><a href=\"chapter1.xhtml#{id}\">{name}</a></li>")
    });
    let nav = format!(
        "<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"en\" \
         xml:lang=\"en\"><head><title>Contents</title></head><body><nav epub:type=\"toc\"><ol>{}</ol></nav></body></html>",
        entries.collect::<String>()
    );
    EpubBuilder::new("Entries")
        .chapter("", &markup)
        .file("one.png", "image/png", MINIMAL_PNG)
        .raw_file("OEBPS/nav.xhtml", nav.as_bytes())
}
