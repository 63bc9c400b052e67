//! A title as lists of books show it.

use domain::{ContributorType, Format, Title, TitleId};
use services::views::{TitleView, cover_files};

use crate::formats::{format_name, language_name};
use crate::languages::{text_direction, title_language};
use crate::{Link, Page, Problem, Result, percent_encode};

const MAX_AUTHORS: usize = 3;

#[derive(Debug, Clone)]
pub(crate) struct Book {
    pub(crate) href: String,
    pub(crate) title: String,
    pub(crate) subtitle: Option<String>,
    /// The language of the title, as a BCP 47 tag. Empty if it is unknown.
    pub(crate) lang: String,
    pub(crate) dir: &'static str,
    /// The language of the subtitle, in the same way.
    pub(crate) subtitle_lang: String,
    pub(crate) subtitle_dir: &'static str,
    /// Title and subtitle in another script, which the record has in addition.
    pub(crate) other_script: Option<String>,
    pub(crate) authors: Vec<Link>,
    pub(crate) cover: Option<String>,
    /// Year, language, and the reader's formats or how many there are, in one line.
    pub(crate) facts: String,
    /// A note for the visitor, for example that the title is closed or assigned.
    pub(crate) note: Option<String>,
    /// The reason why it is on the list.
    pub(crate) reason: Option<String>,
    /// Another action besides opening its page.
    pub(crate) action: Option<Link>,
    /// The button that asks for a copy. `None` on most lists.
    pub(crate) copy_form: Option<CopyForm>,
}

/// The button that asks for a copy in one format.
#[derive(Debug, Clone)]
pub(crate) struct CopyForm {
    pub(crate) action: String,
    pub(crate) text: String,
}

impl Book {
    pub(crate) fn new(page: &Page<'_>, view: &TitleView) -> Self {
        let title = &*view.item;
        let m = &view.item.metadata;
        let (lang, subtitle_lang) = (title_language(title), m.subtitle_language().unwrap_or_default());
        Self {
            href: format!("/titles/{}", title.id),
            title: m.title.clone(),
            subtitle: m.subtitle.clone(),
            lang: lang.to_owned(),
            dir: text_direction(lang),
            subtitle_lang: subtitle_lang.to_owned(),
            subtitle_dir: text_direction(subtitle_lang),
            other_script: title_in_other_script(title),
            authors: author_links(title),
            cover: cover_files(title).map(|cover| format!("/covers/{}", percent_encode(&cover.thumbnail))),
            facts: facts_line(page, view),
            note: access_note(page, view),
            reason: None,
            action: None,
            copy_form: None,
        }
    }

    pub(crate) fn from_views(page: &Page<'_>, seen: &[TitleView]) -> Vec<Self> {
        seen.iter().map(|seen| Self::new(page, seen)).collect()
    }
}

/// The address of the page on which collection staff manage a title.
pub(crate) fn managed_title_path(id: TitleId) -> String {
    format!("/collection/titles/{id}")
}

/// Parses the number of a title. Any other text is the address of nothing.
pub(crate) fn parse_title_id(id: &str) -> Result<TitleId> {
    id.parse().map_err(|()| Problem::NotFound)
}

fn title_in_other_script(title: &Title) -> Option<String> {
    let other = &title.metadata.other_script;
    let name = other.title.as_ref()?;
    Some(other.subtitle.as_ref().map_or_else(|| name.clone(), |subtitle| format!("{name}: {subtitle}")))
}

fn author_links(title: &Title) -> Vec<Link> {
    let people = title.metadata.contributors.iter();
    let authors = people.filter(|of| matches!(of.kind, ContributorType::Author | ContributorType::CoWriter));
    authors.map(|of| Link::new_search("author", &of.display_name)).take(MAX_AUTHORS).collect()
}

fn facts_line(page: &Page<'_>, view: &TitleView) -> String {
    let m = &view.item.metadata;
    let year = m.copyright_date.map(|year| year.to_string());
    let spoken = m.languages.iter().map(|code| language_name(page, code)).collect::<Vec<_>>().join(", ");
    let parts = [year, Some(spoken), describe_formats(page, view)];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// The reader's own formats, or a sentence that the title has none of them. Without a preference, the
/// number of formats. `None` if no format can be delivered.
fn describe_formats(page: &Page<'_>, view: &TitleView) -> Option<String> {
    let available: Vec<Format> = view.formats().collect();
    let names = |formats: &mut dyn Iterator<Item = &Format>| {
        formats.map(|format| format_name(page, *format)).collect::<Vec<_>>().join(", ")
    };
    match (available.as_slice(), page.preferred_formats().as_slice()) {
        ([], _) => None,
        ([only], []) => Some(format_name(page, *only)),
        (all, []) => Some(page.count("book-formats", all.len() as u64)),
        (all, wanted) if wanted.iter().any(|format| all.contains(format)) => {
            Some(names(&mut wanted.iter().filter(|format| all.contains(format))))
        }
        (_, wanted) => Some(page.with_name("book-not-in-format", &names(&mut wanted.iter()))),
    }
}

fn access_note(page: &Page<'_>, view: &TitleView) -> Option<String> {
    if !view.decision.available {
        return Some(page.text(if page.is_signed_in() { "book-closed" } else { "reason-login-required" }));
    }
    if view.relation.downloaded_before { Some(page.text("book-had")) } else { None }
}
