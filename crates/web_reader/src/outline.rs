//! The outline of a book.

use books::model::collapse_spaces;
use cfi::Cfi;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The outline of a book, and the positions of its pages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BookOutline {
    pub title: String,
    /// Its main language (BCP 47).
    pub lang: Option<String>,
    /// True if it has pages of fixed layout.
    pub fixed: bool,
    /// The notice of a marked copy, as the copy has it.
    pub notice: Option<String>,
    /// The values in the notice. `None` if it does not contain those that are known of the copy.
    pub made_for: Option<MadeFor>,
    /// The documents of the spine, in order.
    pub chapters: Vec<OutlineChapter>,
    /// The first chapter after the front matter, if the book has any. Missing in pages that were made without
    /// it.
    #[serde(default)]
    pub body: Option<usize>,
    pub contents: Vec<ContentsEntry>,
    /// The pages of the print edition.
    pub pages: Vec<PageMark>,
    /// Pictures and recordings that pages refer to, by their paths in the package.
    pub files: Vec<String>,
    /// Drawings, cleaned.
    pub drawings: Vec<PartRange>,
}

/// The name and date in the notice of a marked copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeFor {
    /// The recipient, first name before last.
    pub name: String,
    pub date: Date,
}

impl MadeFor {
    /// Returns true if a notice has this name and this date.
    pub(crate) fn is_in(&self, notice: &str) -> bool {
        notice.contains(&collapse_spaces(&self.name)) && notice.contains(&self.date.to_string())
    }
}

/// The position of a part: bytes after the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PartRange {
    /// The first byte.
    pub at: u64,
    /// The number of bytes.
    pub length: u64,
}

impl PartRange {
    /// The bytes of the part. `None` if these parts end before it does.
    pub fn slice(self, parts: &[u8]) -> Option<&[u8]> {
        let at = usize::try_from(self.at).ok()?;
        parts.get(at..at.checked_add(usize::try_from(self.length).ok()?)?)
    }
}

/// A document of the spine.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OutlineChapter {
    pub title: String,
    /// Its language (BCP 47).
    pub lang: Option<String>,
    /// Its direction: `ltr` or `rtl`.
    pub dir: Option<String>,
    /// True if it is part of the reading order; others are reached by links only.
    pub linear: bool,
    /// True if its text has the heading of the page; for others the title is the heading.
    pub headed: bool,
    pub html: PartRange,
    /// The text for searching: [`TextPiece`]s as JSON.
    pub text: PartRange,
    /// The narration: [`NarrationClip`]s as JSON. Empty if it is not narrated.
    pub clips: PartRange,
    /// The text of the source: [`DocumentWords`](crate::DocumentWords) as JSON. Empty in pages that were made
    /// without it.
    #[serde(default)]
    pub words: PartRange,
    /// The pictures that have a page of their own: [`ChapterPicture`](crate::ChapterPicture)s as JSON. Empty
    /// if there are none.
    #[serde(default)]
    pub pictures: PartRange,
    pub characters: u64,
    /// Places by which the page can be entered: id, canonical fragment identifier in the document (`/4/2/6`),
    /// and the number of characters before it.
    pub places: Vec<(String, String, u64)>,
}

/// A block of text, for searching.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextPiece {
    /// The id of the block. Empty for the beginning of the page.
    pub id: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NarrationClip {
    /// The id of what is spoken. Empty for the whole page.
    pub id: String,
    /// Address of the recording, relative to that of the book.
    pub audio: String,
    /// The beginning in the recording, in seconds.
    pub begin: f64,
    /// The end in the recording. `None` for the end of the recording.
    pub end: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentsEntry {
    /// Its depth, from 0.
    pub depth: u8,
    pub label: String,
    /// The chapter that it leads to. `None` for a heading over other entries.
    pub chapter: Option<usize>,
    /// The place in the chapter.
    pub id: Option<String>,
}

/// A page of the print edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageMark {
    /// Its number or name.
    pub label: String,
    pub chapter: usize,
    pub id: Option<String>,
}

impl BookOutline {
    /// The chapter with which the text begins. Where the book does not name its front matter, that is the
    /// first one that its table of contents leads to: covers and title pages are seldom in it. `None` if
    /// there are no chapters in the reading order.
    pub fn first_text_chapter(&self) -> Option<usize> {
        let linear = |n: &usize| self.chapters[*n].linear;
        let is_text = |n: &usize| linear(n) && !self.is_notice(*n) && self.chapters[*n].characters > 0;
        let from = self.body.unwrap_or_default();
        let is_listed =
            |n: &usize| self.body.is_some() || self.contents.iter().any(|entry| entry.chapter == Some(*n));
        let mut texts = (from..self.chapters.len()).filter(is_text);
        let listed = texts.clone().find(is_listed);
        listed.or_else(|| texts.next()).or_else(|| (0..self.chapters.len()).find(linear))
    }

    /// Returns true if a chapter is the page that was added with the notice: it has no name but the
    /// notice itself.
    pub fn is_notice(&self, chapter: usize) -> bool {
        self.notice.is_some()
            && self.chapters.get(chapter).map(|chapter| &chapter.title) == self.notice.as_ref()
    }

    /// The number of characters before a chapter, in reading order.
    pub fn characters_before(&self, chapter: usize) -> u64 {
        self.chapters.iter().take(chapter).filter(|one| one.linear).map(|one| one.characters).sum()
    }

    /// The position of a place in the book, from 0 to 1.
    pub fn progression(&self, chapter: usize, characters: u64) -> f64 {
        let all = self.characters_before(self.chapters.len()).max(1);
        let here = self.characters_before(chapter).saturating_add(characters).min(all);
        // Books have far fewer characters than a float has digits.
        #[expect(clippy::cast_precision_loss, reason = "a share needs no more digits")]
        let share = here as f64 / all as f64;
        share
    }

    /// The chapter and the place in it that are so far into the book.
    pub fn place_at(&self, progression: f64) -> Option<(usize, Option<&str>)> {
        let linear = |n: &usize| self.chapters[*n].linear;
        let reached = |n: &usize| self.progression(*n, 0) <= progression + 1e-9;
        let all = 0..self.chapters.len();
        let chapter =
            all.clone().filter(linear).take_while(reached).last().or_else(|| all.clone().find(linear))?;
        let places = &self.chapters[chapter].places;
        let reached =
            |place: &&(String, String, u64)| self.progression(chapter, place.2) <= progression + 1e-9;
        let place = places.iter().take_while(reached).last();
        Some((chapter, place.filter(|place| place.2 > 0).map(|place| place.0.as_str())))
    }

    /// The place that a canonical fragment identifier names: the chapter, and the last place that is not
    /// after it.
    pub fn find_location(&self, location: &str) -> Option<(usize, Option<&str>)> {
        let cfi = parse_location(location)?;
        let chapter = usize::try_from(cfi.spine_index()?).ok().filter(|n| *n < self.chapters.len())?;
        let wanted = cfi.document_steps().unwrap_or_default();
        let places = &self.chapters[chapter].places;
        let reached =
            places.iter().map(|place| (parse_steps(&place.1), place)).filter(|(steps, _)| *steps <= wanted);
        let place = reached.max_by(|one, other| one.0.cmp(&other.0)).map(|(_, place)| place);
        Some((chapter, place.map(|place| place.0.as_str())))
    }

    /// The innermost place around what a canonical fragment identifier names: the chapter, the id and the
    /// steps of the place, and the path in the document, without assertions; that of a range is where it
    /// begins.
    pub fn innermost_place(&self, location: &str) -> Option<(usize, &str, &str, String)> {
        let (chapter, _) = self.find_location(location)?;
        let cfi = parse_location(location)?;
        let wanted = cfi.document_steps()?;
        let steps: Vec<String> = wanted.iter().map(u64::to_string).collect();
        let offset = cfi.character_offset().map(|units| format!(":{units}")).unwrap_or_default();
        let path = format!("/{}{offset}", steps.join("/"));
        let around = |place: &&(String, String, u64)| wanted.starts_with(&parse_steps(&place.1));
        let place = self.chapters[chapter]
            .places
            .iter()
            .filter(around)
            .max_by_key(|place| parse_steps(&place.1).len())?;
        Some((chapter, &place.0, &place.1, path))
    }

    fn find_place(&self, chapter: usize, id: &str) -> Option<&(String, String, u64)> {
        self.chapters.get(chapter)?.places.iter().find(|place| place.0 == id)
    }

    pub fn place_steps(&self, chapter: usize, id: &str) -> Option<&str> {
        self.find_place(chapter, id).map(|place| place.1.as_str())
    }

    /// The canonical fragment identifier of a path in the document of a chapter. An address may name a
    /// chapter that no book has.
    pub fn to_cfi(chapter: usize, path: &str) -> String {
        format!("epubcfi(/6/{}!{path})", chapter.saturating_add(1).saturating_mul(2))
    }

    /// The canonical fragment identifier of a place.
    pub fn place_cfi(&self, chapter: usize, id: Option<&str>) -> String {
        let steps = id.and_then(|id| self.place_steps(chapter, id));
        Self::to_cfi(chapter, steps.unwrap_or("/4"))
    }

    /// The place with this id: how many characters of its chapter are before it.
    pub fn place_offset(&self, chapter: usize, id: &str) -> Option<u64> {
        self.find_place(chapter, id).map(|place| place.2)
    }
}

/// Parses what apps name as a place in a book; a bare path is not one.
fn parse_location(location: &str) -> Option<Cfi> {
    Cfi::parse(location).filter(|_| location.trim_start().starts_with("epubcfi("))
}

/// The steps of a place of an outline, which is written as numbers between slashes.
fn parse_steps(path: &str) -> Vec<u64> {
    path.split('/').skip(1).map_while(|step| step.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::{BookOutline, ContentsEntry, OutlineChapter};

    /// A book whose chapters have these names and characters; those in `listed` are in its contents.
    fn outline_with(chapters: &[(&str, u64)], listed: &[usize], body: Option<usize>) -> BookOutline {
        let chapter = |(title, characters): &(&str, u64)| OutlineChapter {
            title: (*title).to_owned(),
            linear: true,
            characters: *characters,
            ..OutlineChapter::default()
        };
        let entry = |n: &usize| ContentsEntry { depth: 0, label: String::new(), chapter: Some(*n), id: None };
        BookOutline {
            chapters: chapters.iter().map(chapter).collect(),
            contents: listed.iter().map(entry).collect(),
            body,
            ..BookOutline::default()
        }
    }

    #[test]
    fn chapters_that_no_book_has_do_not_overflow() {
        let outline = outline_with(&[("One", 10)], &[0], None);
        assert_eq!(outline.place_cfi(2, None), "epubcfi(/6/6!/4)");
        for chapter in [usize::MAX / 2, usize::MAX] {
            assert_eq!(outline.place_cfi(chapter, None), format!("epubcfi(/6/{}!/4)", usize::MAX));
        }
        assert!(outline.progression(usize::MAX, 5) <= 1.0);
    }

    #[test]
    fn reading_begins_with_the_text_and_not_with_its_cover() {
        let chapters = [("Cover", 0), ("Title", 20), ("Copyright", 300), ("One", 9000), ("Two", 9000)];
        assert_eq!(
            outline_with(&chapters, &[1, 3, 4], Some(3)).first_text_chapter(),
            Some(3),
            "as the book says"
        );
        assert_eq!(
            outline_with(&chapters, &[3, 4], None).first_text_chapter(),
            Some(3),
            "the first in the contents"
        );
        assert_eq!(outline_with(&chapters, &[], None).first_text_chapter(), Some(1), "the first with text");
        assert_eq!(
            outline_with(&[("Plate", 0)], &[], None).first_text_chapter(),
            Some(0),
            "a book of pictures"
        );
        assert_eq!(outline_with(&[], &[], None).first_text_chapter(), None);
    }

    #[test]
    fn reading_never_begins_with_the_notice_of_a_copy() {
        let mut copy = outline_with(&[("Made for Ada.", 13), ("One", 9000)], &[0, 1], None);
        copy.notice = Some("Made for Ada.".to_owned());
        assert_eq!(copy.first_text_chapter(), Some(1));
    }
}
