//! Books with what is hard about books.

use super::epub::{Epub2Builder, EpubBuilder, MINIMAL_PNG, small_book};

/// Books with what is hard about books, by what that is.
pub fn hard_books() -> Vec<(&'static str, Vec<u8>)> {
    let chapter = |markup: &str| {
        let note = "<aside epub:type=\"footnote\" id=\"n\"><p>note</p></aside>";
        let reference = "<p>x<a epub:type=\"noteref\" href=\"#n\">1</a></p>";
        EpubBuilder::new("Hard")
            .file("a.png", "image/png", MINIMAL_PNG)
            .chapter("One", &format!("{markup}{reference}{note}"))
            .build()
    };
    vec![
        ("small", small_book()),
        ("empty", EpubBuilder::new("Empty").chapter("", "").build()),
        ("heading only", EpubBuilder::new("Bare").chapter("One", "").chapter("Two", "").build()),
        ("levels", chapter("<h3>a</h3><h6>b</h6><p>c</p><h2>d</h2><h2>e</h2><p>f</p>")),
        (
            "lists",
            chapter(
                "<ol start=\"3\" type=\"i\"><li><p>a</p><ul><li>b</li></ul></li><li/></ol><dl><dt>c</dt><dd><p>d</p></dd></dl>",
            ),
        ),
        (
            "tables",
            chapter(
                "<table><caption>T</caption><thead><tr><th scope=\"col\">a</th><th colspan=\"2\">b</th></tr></thead><tbody><tr>\
             <td rowspan=\"2\"><p>c</p><ul><li>d</li></ul></td><td/><td><img src=\"a.png\" alt=\"A\"/></td></tr><tr>\
             <td>e<span epub:type=\"pagebreak\" id=\"p\" title=\"3\"/></td><td><table><tr><td>f</td><td>g</td></tr></table></td></tr></tbody>\
             <tfoot><tr><td>h</td><td>i</td><td>j</td></tr></tfoot></table>",
            ),
        ),
        (
            "quotes",
            chapter(
                "<blockquote>loose<h2>head</h2><p>a</p><blockquote><p>b</p></blockquote><hr/></blockquote>\
             <aside><h2>box</h2><p>c</p><figure><img src=\"a.png\" alt=\"A\"/><figcaption>cap <em>tion</em></figcaption></figure></aside>\
             <section epub:type=\"epigraph\"><p>d</p></section><figure><p>e</p><img src=\"a.png\" alt=\"\"/><figcaption><p>f</p></figcaption></figure>",
            ),
        ),
        (
            "verse",
            chapter(
                "<div class=\"poem\"><p>a<br/>b</p><hr/><ul><li>c</li></ul></div><blockquote epub:type=\"z3998:poem\"><p>d<br/>e</p>\
             <div class=\"stanza\"><div>f</div><blockquote><p>g</p></blockquote></div></blockquote>",
            ),
        ),
        (
            "inlines",
            chapter(
                "<p><a href=\"https://example.org/\">a <a href=\"#z\">b</a></a> <abbr title=\"c\">d</abbr> <q>e</q> <sub>f</sub>\
             <code>g</code> <ruby>h<rt>i</rt></ruby> <s>j</s> <span dir=\"rtl\" lang=\"he\">k</span> <a href=\"chapter1.xhtml\">l</a>\
             <a id=\"z\"/></p><pre>m\n  n</pre><p>o <img src=\"a.png\" alt=\"p &lt;q&gt;\"/> r</p>",
            ),
        ),
        (
            "images",
            chapter(
                "<p><img src=\"a.png\"/></p><p><img src=\"gone.png\" alt=\"lost\"/></p><svg xmlns=\"http://www.w3.org/2000/svg\" \
             viewBox=\"0 0 1 1\"><title>drawn</title><circle r=\"1\"/></svg>",
            ),
        ),
        (
            "math",
            chapter(
                "<p>a <math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math></p><div><math \
             xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"><mi>y</mi></math></div>",
            ),
        ),
        (
            "right to left",
            EpubBuilder::new("ספר")
                .language("he")
                .right_to_left()
                .chapter("פרק", "<p dir=\"rtl\">שלום</p>")
                .build(),
        ),
        ("contents", EpubBuilder::new("Contents").contents_page().chapter("One", "<p>a</p>").build()),
        ("fixed layout", fixed_layout()),
        ("old", old_book()),
    ]
}

fn fixed_layout() -> Vec<u8> {
    EpubBuilder::new("Fixed")
        .metadata("<meta property=\"rendition:layout\">pre-paginated</meta>")
        .chapter("One", "")
        .raw_file(
            "OEBPS/chapter1.xhtml",
            b"<html xmlns='http://www.w3.org/1999/xhtml'><head><title>One</title><meta name='viewport' \
              content='width=600, height=800'/></head><body><p>A page.</p></body></html>",
        )
        .build()
}

fn old_book() -> Vec<u8> {
    Epub2Builder::new()
        .metadata(
            "<dc:creator opf:role=\"aut\" opf:file-as=\"Harbor, Ada\">Ada Harbor</dc:creator>\
             <dc:date opf:event=\"creation\">2001</dc:date><dc:date opf:event=\"publication\">1999</dc:date>\
             <meta name=\"calibre:series\" content=\"Primers\"/>",
        )
        .chapter(
            "One",
            "<h2><a id=\"top\" name=\"top\"></a>One</h2><p align=\"center\">a&nbsp;b <big>c</big> <tt>d</tt> <acronym title=\"x\">e</acronym></p>\
             <table border=\"1\" width=\"50%\" cellpadding=\"2\" summary=\"s\"><tfoot><tr><td>z</td></tr></tfoot>\
             <tbody><tr><td valign=\"top\" nowrap=\"nowrap\">f</td></tr></tbody></table><p><br clear=\"all\"/>g</p>",
        )
        .chapter("Two", "<h2>Two</h2><p><a href=\"c1.html#top\">back</a></p>")
        .build()
}
