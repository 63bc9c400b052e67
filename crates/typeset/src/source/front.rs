//! The front matter: title, authors, table of contents.
//!
//! The headings are on pages of other documents. The front matter is followed by a discarded page on which
//! only a point is visible and which contains the headings; the page numbers that the table of contents shows
//! for them are given. Numbers are in boxes of one width, so the front matter has the same length for all
//! numbers.

use std::fmt::Write as _;

use super::plan::{BookHeading, BookPlan};
use super::{TypstSource, write_header};
use crate::escape::string_literal;

/// The place of a heading in the table of contents and in the document, by its number.
pub(crate) fn heading_label(number: usize) -> String {
    format!("h{number}")
}

/// The width of a digit, with spare room, and the space before the first, relative to the font size.
const DIGIT_WIDTH_EMS: f64 = 0.65;
const DIGIT_GAP_EMS: f64 = 0.3;

impl BookPlan<'_> {
    /// Writes the front matter. `pages`: the page number of each heading. `plain`: headings without markup.
    pub(crate) fn write_front(&self, pages: &[usize], plain: bool) -> TypstSource {
        let metadata = &self.book.metadata;
        let mut out = write_header(self.book);
        out.push_str("#title()\n");
        for line in metadata.subtitle.as_deref().into_iter().chain(metadata.names("aut")) {
            let _ = writeln!(out, "#par[#{}]", string_literal(line));
        }
        if let Some(depth) = self.contents_depth() {
            let word = match metadata.language().split('-').next().unwrap_or_default() {
                // Languages in which the typesetter has its own words.
                "" | "und" => "title: none, ",
                _ => "",
            };
            let digits = (self.size / 500 + self.headings.len() + 10).to_string().len();
            let width = DIGIT_GAP_EMS + f64::from(u8::try_from(digits).unwrap_or(u8::MAX)) * DIGIT_WIDTH_EMS;
            let _ = write!(
                out,
                "#pagebreak()\n#outline({word}depth: {depth})\n\
                 #set page(numbering: (..n) => page-number({width:.2}em, str(n.pos().first())))\n\
                 #show heading: none\n#\".\"\n"
            );
            for (number, heading) in self.headings.iter().enumerate() {
                if heading.level <= depth {
                    let page = pages.get(number).copied().unwrap_or(1);
                    let _ = writeln!(
                        out,
                        "#counter(page).update({page})\n{}<{}>",
                        heading.contents_entry(plain),
                        heading_label(number)
                    );
                }
            }
        }
        TypstSource { text: out, pictures: Vec::new() }
    }

    /// The depth of the table of contents; `None` if there is none.
    pub(crate) fn contents_depth(&self) -> Option<u8> {
        let count = |depth: u8| self.headings.iter().filter(|heading| heading.level <= depth).count();
        let book = self.book;
        let own = book.landmarks.iter().any(|landmark| {
            landmark.kind == "toc" && book.sections.iter().any(|section| section.path == landmark.target.path)
        });
        (self.headings.len() > 1 && !own).then(|| match () {
            () if count(3) <= 120 => 3,
            () if count(2) <= 250 => 2,
            () => 1,
        })
    }
}

impl BookHeading {
    fn contents_entry(&self, plain: bool) -> String {
        if plain {
            format!("#heading(level: {})[#{}]", self.level, string_literal(&self.plain_text))
        } else {
            self.text.clone()
        }
    }
}
