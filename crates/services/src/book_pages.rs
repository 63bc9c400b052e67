//! The pages of a book that is read in the browser (docs/reading.md): the contents with the reader's own
//! positions and annotations, a chapter, and what is saved from it. The book itself is opened by
//! [`browser`](crate::downloads::browser).

use domain::bookmarks::Bookmark;
use domain::highlights::Highlight;
use domain::locations::BookPosition;
use domain::reading::{NewestEvent, ReadingEvent};
use domain::{Format, TitleId};

use crate::downloads::browser::{
    BookOutline, ChapterPicture, DocumentWords, HeardSentence, OpenBook, PageHighlight, PageSpot,
    PictureParts,
};
use crate::downloads::speech::Voice;
use crate::highlights::{self, HighlightChange, HighlightRange};
use crate::titles::{self, TitleFormat};
use crate::{ErrorKey, KeyPage, Operation, Result, TitleView, annotations, reading};

const MAX_BOOKMARKS: u32 = 200;
/// Maximum number of highlights in the contents and in a chapter.
const MAX_HIGHLIGHTS: u32 = 500;

#[derive(Debug)]
pub struct ContentsView {
    pub view: TitleView,
    /// The reader's newest positions, one for each device, in any format of the title. Empty for guests.
    pub positions: Vec<NewestEvent>,
    /// The reader's bookmarks in reading order, including those of other apps. Empty for guests.
    pub bookmarks: Vec<Bookmark>,
    /// The reader's highlights in reading order. Empty for guests.
    pub highlights: Vec<Highlight>,
}

/// The contents of a title that the caller reads.
///
/// # Errors
/// `TITLE_NOT_FOUND`.
pub async fn load_contents(op: &Operation, title: TitleId) -> Result<ContentsView> {
    let view = titles::get(op, title).await?;
    if op.reader.is_none() {
        let (positions, bookmarks, highlights) = (Vec::new(), Vec::new(), Vec::new());
        return Ok(ContentsView { view, positions, bookmarks, highlights });
    }
    let part = KeyPage::first_page(MAX_BOOKMARKS + 1);
    let (positions, bookmarks, highlights) = tokio::try_join!(
        reading::list_by_device(op, title),
        annotations::list(op, TitleFormat { title, format: Format::Epub3 }, &part),
        list_highlights(op, title),
    )?;
    Ok(ContentsView { view, positions, bookmarks: bookmarks.items, highlights })
}

#[derive(Debug)]
pub struct ChapterView {
    /// The text, with placeholders for what the page says in its own language.
    pub html: String,
    /// The reader's highlights in the chapter. Empty for guests.
    pub highlights: Vec<PageHighlight>,
}

/// The chapter that a reader opens.
#[derive(Debug, Clone, Copy)]
pub struct ChapterRequest<'a> {
    /// The number of the chapter, from 0.
    pub chapter: usize,
    pub opening: &'a ReadingEvent,
    pub names_place: bool,
}

/// Opens a chapter of a book, and saves that a reader has. If the reader's newest position is in this chapter
/// and the request names no place in it, that position stays.
///
/// # Errors
/// Those of [`OpenBook::chapter_html`].
pub async fn open_chapter(
    op: &Operation,
    book: &OpenBook,
    request: ChapterRequest<'_>,
) -> Result<ChapterView> {
    let ChapterRequest { chapter, opening, names_place } = request;
    let html = book.chapter_html(op, chapter).await?;
    if op.reader.is_none() {
        return Ok(ChapterView { html, highlights: Vec::new() });
    }
    if names_place || !is_reading_chapter(op, book, chapter).await? {
        reading::record(op, opening).await?;
    }
    let all = list_highlights(op, book.id()).await?;
    if all.is_empty() {
        return Ok(ChapterView { html, highlights: Vec::new() });
    }
    let words = book.chapter_words(op, chapter).await?;
    let outline = book.book_outline();
    let on_page =
        |one: &Highlight| page_highlight(outline, &words, chapter, (&one.start.location, &one.end.location));
    Ok(ChapterView { html, highlights: all.iter().filter_map(on_page).collect() })
}

/// The picture that a reader enlarges.
#[derive(Debug, Clone, Copy)]
pub struct PictureRequest {
    /// The number of the chapter, from 0.
    pub chapter: usize,
    /// The number of the picture in the chapter, from 0.
    pub picture: usize,
}

#[derive(Debug)]
pub struct PictureView {
    pub picture: ChapterPicture,
    /// HTML of the chapter that belongs to the picture, with placeholders.
    pub parts: PictureParts,
    /// The number of pictures of the chapter that have a page of their own.
    pub count: usize,
}

/// A picture of a chapter, with what the chapter says about it.
///
/// # Errors
/// `NOT_FOUND` if the chapter has no such picture; those of [`OpenBook::chapter_html`].
pub async fn open_picture(op: &Operation, book: &OpenBook, request: PictureRequest) -> Result<PictureView> {
    let PictureRequest { chapter, picture } = request;
    let pictures = book.chapter_pictures(op, chapter).await?;
    let count = pictures.len();
    let picture = pictures.into_iter().nth(picture).ok_or(ErrorKey::NotFound)?;
    let html = book.chapter_html(op, chapter).await?;
    let parts = picture.cut_parts(chapter, &html).ok_or(ErrorKey::InternalError)?;
    Ok(PictureView { picture, parts, count })
}

/// Returns true if the reader's newest position in the EPUB is in this chapter.
async fn is_reading_chapter(op: &Operation, book: &OpenBook, chapter: usize) -> Result<bool> {
    match reading::find_position(op, book.id(), Format::Epub3).await {
        Ok(last) => {
            Ok(book.book_outline().find_location(&last.location).is_some_and(|last| last.0 == chapter))
        }
        Err(error) if error.key() == Some(ErrorKey::ReadingPositionNotFound) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The voice of a book, and its sentences in a chapter if it is ready.
///
/// # Errors
/// Those of [`OpenBook::voice_state`].
pub async fn find_voice(
    op: &Operation,
    book: &OpenBook,
    chapter: usize,
) -> Result<(Voice, Vec<HeardSentence>)> {
    let state = book.voice_state(op).await?;
    let sentences = match state {
        Voice::Ready => book.heard_sentences(op, chapter).await?,
        _ => Vec::new(),
    };
    Ok((state, sentences))
}

/// The text that a reader wants to highlight in a chapter.
#[derive(Debug, Clone, Copy)]
pub struct HighlightDraft<'a> {
    /// The number of the chapter, from 0.
    pub chapter: usize,
    /// The block in which it begins.
    pub from: &'a str,
    /// Characters of this block before it.
    pub first: u64,
    /// The block in which it ends.
    pub to: &'a str,
    /// Characters of this block up to its end.
    pub last: u64,
    /// The words. `None` for the whole first block.
    pub text: Option<&'a str>,
    /// True if the reader typed the words, so that they must be in the block.
    pub is_typed: bool,
    pub note: Option<&'a str>,
}

/// Highlights text in a chapter: from the character `first` of block `from` to the character `last` of block
/// `to`, or the words anywhere in the block, or the whole block. Text that is highlighted already gets the
/// new note. Returns false if the block does not have the typed words.
///
/// # Errors
/// `NOT_FOUND` if the chapter does not have the first block; those of [`highlights::create`].
pub async fn save_highlight(op: &Operation, book: &OpenBook, draft: HighlightDraft<'_>) -> Result<bool> {
    let Some((start, end, text)) = find_text(op, book, draft).await? else { return Ok(false) };
    let highlight = Highlight {
        title: book.id(),
        format: Format::Epub3,
        start,
        end,
        text,
        note: draft.note.map(str::to_owned),
        color: None,
        updated: op.now,
    };
    match highlights::create(op, &highlight).await {
        Err(error) if error.key() == Some(ErrorKey::HighlightExists) => {
            let (start, end) = (highlight.start.location.as_str(), highlight.end.location.as_str());
            let stretch = HighlightRange { title: highlight.title, format: highlight.format, start, end };
            let change = HighlightChange { note: draft.note.map(Some), color: None };
            highlights::change(op, stretch, change).await?;
        }
        created => created?,
    }
    Ok(true)
}

/// The positions and the words of a draft. `None` if the block does not have the typed words.
async fn find_text(
    op: &Operation,
    book: &OpenBook,
    draft: HighlightDraft<'_>,
) -> Result<Option<(BookPosition, BookPosition, Option<String>)>> {
    let outline = book.book_outline();
    let chapter = draft.chapter;
    let is_block = |at: &&str| outline.place_offset(chapter, at).is_some();
    let from = Some(draft.from).filter(is_block).ok_or(ErrorKey::NotFound)?;
    let to = Some(draft.to).filter(is_block).unwrap_or(from);
    let text = if let Some(text) = draft.text {
        Some(text.to_owned())
    } else {
        let pieces = book.chapter_pieces(op, chapter).await?;
        pieces.into_iter().find(|piece| piece.id == from).map(|piece| piece.text)
    };
    let words = book.chapter_words(op, chapter).await?;
    let spot = |at, letters| Some(PageSpot { steps: outline.place_steps(chapter, at)?, letters });
    let found = spot(from, draft.first).zip(spot(to, draft.last)).zip(text.as_deref());
    let found = found.and_then(|((from, to), text)| words.find_range(from, to, text));
    let mut start = position_at(outline, chapter, Some(from));
    let mut end = position_at(outline, chapter, Some(to));
    match found {
        Some((first, last)) => {
            start.location = BookOutline::to_cfi(chapter, &first);
            end.location = BookOutline::to_cfi(chapter, &last);
        }
        // Typed words may or may not be in the paragraph; a selection is at least in its blocks.
        None if draft.is_typed => return Ok(None),
        None => {}
    }
    Ok(Some((start, end, text)))
}

/// A position in a book in the form of reading apps. A place that the chapter does not have is its
/// beginning.
pub fn position_at(outline: &BookOutline, chapter: usize, at: Option<&str>) -> BookPosition {
    let at = at.filter(|at| outline.place_offset(chapter, at).is_some());
    let before = at.and_then(|at| outline.place_offset(chapter, at)).unwrap_or_default();
    let characters = outline.chapters.get(chapter).map_or(1, |chapter| chapter.characters).max(1);
    #[expect(clippy::cast_precision_loss, reason = "a share needs no more digits")]
    let progression = (before as f64 / characters as f64).min(1.0);
    BookPosition {
        location: outline.place_cfi(chapter, at),
        position: i32::try_from(chapter).ok(),
        progression: Some(progression),
        total_progression: Some(outline.progression(chapter, before)),
    }
}

/// The position of a highlight on the page of a chapter. `None` if it is in another one.
fn page_highlight(
    outline: &BookOutline,
    words: &DocumentWords,
    chapter: usize,
    (start, end): (&str, &str),
) -> Option<PageHighlight> {
    let (begins, from, first, path) = outline.innermost_place(start)?;
    if begins != chapter {
        return None;
    }
    let from = (from.to_owned(), words.letters_before(first, &path, false));
    let Some((_, to, last, path)) = outline.innermost_place(end).filter(|place| place.0 == chapter) else {
        // It continues in the next chapter.
        let body = outline.chapters[chapter].places.first()?;
        return Some(PageHighlight { from, to: (body.0.clone(), None) });
    };
    // An end that is a whole block includes it.
    let letters = (path != last).then(|| words.letters_before(last, &path, true));
    Some(PageHighlight { from, to: (to.to_owned(), letters) })
}

async fn list_highlights(op: &Operation, title: TitleId) -> Result<Vec<Highlight>> {
    let part = KeyPage::first_page(MAX_HIGHLIGHTS + 1);
    Ok(annotations::list(op, TitleFormat { title, format: Format::Epub3 }, &part).await?.items)
}
