//! Builds EPUB 3 publications from the embedded sources: deterministic, and valid according to epubcheck.

mod archive;
mod front;
mod nav;
mod overlay;
mod package;
mod page;
mod publication;
mod wording;

pub(crate) use publication::Publication;

use crate::{BookFacts, SandboxError, files};
use overlay::ChapterOverlay;
use page::ContentPage;

/// Data of one publication for package, navigation and archive.
struct BuiltPublication<'a> {
    publication: &'a Publication<'a>,
    /// Chapters in reading order.
    pages: Vec<ContentPage>,
    /// Media overlays, one for each narrated chapter.
    overlays: Vec<ChapterOverlay>,
    /// Images, recordings and scores: (path in the package, bytes).
    resources: Vec<(&'static str, &'static [u8])>,
}

/// Builds the EPUB of a publication, and counts facts about its content.
pub(crate) fn build_epub(publication: &Publication<'_>) -> Result<(Vec<u8>, BookFacts), SandboxError> {
    let mut pages = Vec::new();
    for chapter in publication.chapters {
        pages.push(ContentPage::read_chapter(publication, chapter)?);
    }
    let overlays = overlay::read_overlays(&publication.folder, &pages)?;
    let resources: Vec<_> = files::files_under(&publication.folder)
        .filter(|(path, _)| page::media_type(path).is_some() && *path != "cover.jpg")
        .collect();
    for page in &pages {
        for image in &page.images {
            if !resources.iter().any(|(path, _)| path == image) {
                return Err(SandboxError::Missing(format!("{}{image}", publication.folder)));
            }
        }
    }
    let facts = BookFacts {
        words: pages.iter().map(|page| page.words).sum(),
        images: to_u32(pages.iter().map(|page| page.images.len()).sum()),
        pages: to_u32(pages.iter().map(|page| page.breaks.len()).sum()),
        math: pages.iter().any(|page| page.math),
        narration_ms: overlays.iter().map(ChapterOverlay::duration_ms).sum(),
    };
    let built = BuiltPublication { publication, pages, overlays, resources };
    Ok((archive::write_epub(&built)?, facts))
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
