//! The navigation document: contents, page list, landmarks.

use std::fmt::Write as _;

use vocabulary::xml::escape;

use super::{BuiltPublication, page};

/// The navigation document of a publication.
pub(super) fn format_nav(built: &BuiltPublication<'_>) -> String {
    let words = built.publication.wording;
    let mut body = format!(
        "<nav epub:type=\"toc\" role=\"doc-toc\" aria-labelledby=\"toc\">\n<h1 id=\"toc\">{}</h1>\n<ol>\n",
        words.contents
    );
    for page in &built.pages {
        let _ = write!(body, "<li><a href=\"{}\">{}</a>", page.file, escape(&page.title));
        if !page.sections.is_empty() {
            body.push_str("\n<ol>\n");
            for (id, text) in &page.sections {
                let _ = writeln!(body, "<li><a href=\"{}#{id}\">{}</a></li>", page.file, escape(text));
            }
            body.push_str("</ol>\n");
        }
        body.push_str("</li>\n");
    }
    let _ = writeln!(body, "<li><a href=\"imprint.xhtml\">{}</a></li>\n</ol>\n</nav>", words.imprint);
    let breaks: Vec<_> = built
        .pages
        .iter()
        .flat_map(|page| page.breaks.iter().map(move |found| (&page.file, found)))
        .collect();
    if !breaks.is_empty() {
        let _ = writeln!(
            body,
            "<nav epub:type=\"page-list\" role=\"doc-pagelist\" aria-labelledby=\"pages\" hidden=\"hidden\">\n\
             <h2 id=\"pages\">{}</h2>\n<ol>",
            words.page_list
        );
        for (file, (id, label)) in breaks {
            let _ = writeln!(body, "<li><a href=\"{file}#{id}\">{}</a></li>", escape(label));
        }
        body.push_str("</ol>\n</nav>\n");
    }
    let first = built.pages.first().map_or("imprint.xhtml", |page| page.file.as_str());
    let _ = write!(
        body,
        "<nav epub:type=\"landmarks\" aria-labelledby=\"landmarks\" hidden=\"hidden\">\n\
         <h2 id=\"landmarks\">{}</h2>\n<ol>\n\
         <li><a epub:type=\"titlepage\" href=\"title.xhtml\">{}</a></li>\n\
         <li><a epub:type=\"toc\" href=\"nav.xhtml\">{}</a></li>\n\
         <li><a epub:type=\"bodymatter\" href=\"{first}\">{}</a></li>\n</ol>\n</nav>",
        words.landmarks, words.title_page, words.contents, words.start
    );
    page::format_document(words.contents, built.publication.lang, &body)
}
