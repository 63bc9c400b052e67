//! Title page and imprint, generated from the metadata.

use std::fmt::Write as _;

use vocabulary::xml::escape;

use super::{Publication, page};

pub(super) fn format_title_page(publication: &Publication<'_>) -> String {
    let mut body = format!(
        "<section epub:type=\"titlepage\">\n<h1 epub:type=\"title\">{}</h1>\n",
        escape(&publication.title)
    );
    let mut line = |class: &str, text: &str| {
        let _ = writeln!(body, "<p{class}>{}</p>", escape(text));
    };
    if let Some(subtitle) = publication.subtitle {
        line(" class=\"subtitle\" role=\"doc-subtitle\"", subtitle);
    }
    if let Some((series, number)) = publication.series {
        line("", &number.map_or_else(|| series.to_owned(), |number| format!("{series}, {number}")));
    }
    for contributor in publication.contributors {
        line("", &format!("{} {}", publication.wording.credit_line(&contributor.kind), contributor.name));
    }
    if let Some(narrator) = publication.narrator {
        line("", &format!("{} {}", publication.wording.credit_line("narrator"), narrator.name));
    }
    line("", publication.publisher);
    body.push_str("</section>");
    page::format_document(&publication.title, publication.lang, &body)
}

/// The imprint: rights, number, and a note that all names are invented.
pub(super) fn format_imprint(publication: &Publication<'_>) -> String {
    let words = publication.wording;
    let mut body = format!(
        "<section epub:type=\"colophon\" role=\"doc-colophon\">\n<h1>{}</h1>\n<p>{} {}, {}.</p>\n",
        words.imprint,
        words.published_by,
        escape(publication.publisher),
        escape(&publication.date)
    );
    if let Some(isbn) = publication.isbn {
        let _ = writeln!(body, "<p>ISBN {isbn}</p>");
    }
    let _ = writeln!(body, "<p>{}</p>\n<p>{}</p>\n</section>", escape(&publication.rights), words.invented);
    page::format_document(words.imprint, publication.lang, &body)
}
