//! GET /read/{id}/{chapter}: a chapter.

use layout::{PHRASES_PATH, READER_PATH, UNSCRIPTED_STYLE_PATH, WRITES_PATH};
use services::book_pages::{self, ChapterRequest, ChapterView};
use services::downloads::browser::{
    PageLanguages, PlaceholderWord, SPEECH_FORMAT, fill_placeholders, mark_highlights,
};
use transport::compose_response;

use super::notice::Notice;
use super::{OpenReading, parse_index, place};
use crate::page::render_scripted;
use crate::{Link, Page, Path, Query, Result, Section, Visitor};

#[derive(askama::Template)]
#[template(path = "read_chapter.html")]
struct ChapterPage<'a> {
    page: Page<'a>,
    title: String,
    book: String,
    reading: String,
    number: usize,
    position: String,
    /// The heading, if the text has none.
    heading: Option<String>,
    heading_lang: String,
    lang: String,
    dir: String,
    html: String,
    is_fixed_layout: bool,
    narrated: bool,
    /// True if the library's own voice may be heard.
    has_voice: bool,
    /// A link to request a copy in the spoken format.
    listen: String,
    previous: Option<Link>,
    next: Option<Link>,
    share: u64,
    notice: Option<Notice>,
    scripts: [&'static str; 3],
    unscripted_style: &'static str,
}

pub(super) async fn show_chapter(
    visitor: Visitor,
    Path((_, chapter)): Path<(String, String)>,
    opened: OpenReading,
    Query(fields): Query,
) -> Result {
    let number = parse_index(&chapter)?;
    let book = &opened.book;
    let at = fields.get("at");
    let opening = place::reading_event(&opened, number, at, visitor.op.now);
    let request = ChapterRequest { chapter: number, opening: &opening, names_place: at.is_some() };
    let ChapterView { html, highlights } = book_pages::open_chapter(&visitor.op, book, request).await?;
    let page = visitor.page(Section::Other);
    let languages = PageLanguages { words: page.language().tag(), text: opened.text_lang(number) };
    let html = compose_response(html.len(), || {
        fill_placeholders(&mark_highlights(&html, &highlights), languages, |word| {
            page.text(placeholder_message_id(word))
        })
    });
    let link = |forward| {
        let chapter = opened.adjacent_chapter(number, forward)?;
        Some(
            Link::new(opened.chapter_path(chapter, None), opened.chapter_title(chapter))
                .in_language(opened.title_lang(chapter)),
        )
    };
    let (previous, next) = (link(false), link(true));
    let page = chapter_page(page, &opened, number, html, at)?;
    let page = ChapterPage { previous, next, ..page };
    Ok(compose_response(page.html.len(), || render_scripted(&page)))
}

fn chapter_page<'a>(
    page: Page<'a>,
    opened: &OpenReading,
    number: usize,
    html: String,
    at: Option<&str>,
) -> Result<ChapterPage<'a>> {
    let outline = opened.book.book_outline();
    let chapter = opened.book.find_chapter(number)?;
    let lang = opened.text_lang(number).to_owned();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
    let share = (outline.progression(number, 0) * 100.0).round() as u64;
    Ok(ChapterPage {
        title: opened.chapter_title(number).to_owned(),
        book: outline.title.clone(),
        reading: format!("/read/{}", opened.id),
        number: number + 1,
        position: at.unwrap_or_default().to_owned(),
        heading: (!chapter.headed).then(|| opened.chapter_title(number).to_owned()),
        heading_lang: opened.title_lang(number).to_owned(),
        dir: opened.text_dir(number, &lang)?,
        lang,
        html,
        is_fixed_layout: outline.fixed,
        narrated: chapter.clips.length > 0,
        has_voice: opened.book.can_be_heard(),
        listen: format!("/titles/{}/downloads/{SPEECH_FORMAT}", opened.id),
        previous: None,
        next: None,
        share,
        notice: Notice::from_outline(&page, outline).filter(|_| !outline.is_notice(number)),
        scripts: [&WRITES_PATH, &PHRASES_PATH, &READER_PATH],
        unscripted_style: &UNSCRIPTED_STYLE_PATH,
        page,
    })
}

pub(super) fn placeholder_message_id(word: PlaceholderWord) -> &'static str {
    match word {
        PlaceholderWord::Description => "read-description",
        PlaceholderWord::Back => "read-back",
        PlaceholderWord::Undescribed => "read-undescribed",
        PlaceholderWord::Page => "read-page",
        PlaceholderWord::Picture => "read-picture",
        PlaceholderWord::Table => "read-table",
        PlaceholderWord::Enlarge => "read-enlarge",
        PlaceholderWord::Preformatted => "read-preformatted",
        PlaceholderWord::Abbreviations => "read-abbreviations",
    }
}

#[cfg(test)]
mod tests {
    use services::downloads::browser::PlaceholderWord;

    use super::placeholder_message_id;
    use crate::texts::assert_messages;

    #[test]
    fn every_placeholder_has_words_in_every_language() {
        assert_messages(PlaceholderWord::ALL.map(placeholder_message_id));
    }
}
