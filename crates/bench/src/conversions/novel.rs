//! A book of a given length, made from the paragraphs of the demo's books.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use books::model::{Block, BlockKind};
use books::{Limits, read_book};

use crate::books::build_epub;

const WORDS_PER_CHAPTER: usize = 2_500;

/// Writes the book into a folder, and returns its path.
pub fn write_novel(folder: &Path, name: &str, words: usize) -> anyhow::Result<PathBuf> {
    let path = folder.join(format!("{name}.epub"));
    std::fs::write(
        &path,
        build_epub(name, &format!("A {name}"), "Ada Writer", &build_chapters(&read_paragraphs()?, words))?,
    )?;
    Ok(path)
}

/// All English paragraphs of all books.
fn read_paragraphs() -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for book in sandbox::build_books()? {
        let book = read_book(book.epub.into(), &Limits::default(), &mut ())?;
        if !book.metadata.language().starts_with("en") {
            continue;
        }
        book.walk(&mut |block: &Block| {
            if let BlockKind::Paragraph(_) = block.kind {
                found.push(block.plain_text());
            }
        });
    }
    Ok(found)
}

/// Chapters with this many words; paragraphs are repeated when they run out.
fn build_chapters(paragraphs: &[String], words: usize) -> Vec<(String, String)> {
    let mut chapters = Vec::new();
    let (mut all, mut here, mut body) = (0, 0, String::new());
    for text in paragraphs.iter().cycle() {
        if here >= WORDS_PER_CHAPTER || all >= words {
            chapters.push((format!("Chapter {}", chapters.len() + 1), std::mem::take(&mut body)));
            here = 0;
        }
        if all >= words {
            break;
        }
        let length = text.split_whitespace().count();
        (all, here) = (all + length, here + length);
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(body, "<p>{escaped}</p>");
    }
    chapters
}

#[cfg(test)]
mod tests {
    use super::{build_chapters, read_paragraphs, write_novel};

    #[test]
    fn a_novel_has_the_requested_length_and_is_readable() {
        let paragraphs = read_paragraphs().unwrap();
        let words = |text: &str| text.split_whitespace().count();
        let all: usize =
            build_chapters(&paragraphs, 30_000).iter().map(|(_, body)| words(&body.replace('>', "> "))).sum();
        assert!((30_000..33_000).contains(&all), "{all}");
        let folder = tempfile::tempdir().unwrap();
        let path = write_novel(folder.path(), "tale", 6_000).unwrap();
        let bytes = std::fs::read(path).unwrap();
        let book = books::read_book(bytes.into(), &books::Limits::default(), &mut ()).unwrap();
        assert_eq!((book.sections.len(), book.nav.len()), (3, 3));
        assert!(book.survey().words >= 6_000);
    }
}
