//! Where the sentences of a chapter are on its page and in sound files that were made of the same text.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::outline::Outline;
use super::words::Words;
use crate::places::{Edition, Map};

/// A sentence of a chapter that is heard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sentence {
    /// The id of the block in which it begins.
    pub id: String,
    /// The letters of the block before it, counted as in [`Words`].
    pub letters: u64,
    /// The sound file.
    pub audio: String,
    /// Where it begins in the sound file, in seconds.
    pub begin: f64,
    /// Where it ends there.
    pub end: f64,
}

/// Finds the sentences of a chapter: `text` is the map of the EPUB, `sound` that of the book with sound files, both of
/// the same text. Sentences that are heard as part of the one before are not listed.
pub fn sentences(
    outline: &Outline,
    words: &Words,
    chapter: usize,
    (text, edition): (&Map, Edition),
    sound: &Map,
) -> Vec<Sentence> {
    let Some(places) = outline.chapters.get(chapter).map(|chapter| &chapter.places) else {
        return Vec::new();
    };
    let blocks: HashMap<&str, &str> =
        places.iter().map(|(id, steps, _)| (steps.as_str(), id.as_str())).collect();
    let document = |sentence: usize| Some(parts(&text.location(sentence, edition)?)?.0);
    let all: Vec<usize> = (0..text.sentences()).collect();
    // Sentences are numbered in reading order, and so are chapters.
    let first = all.partition_point(|sentence| document(*sentence) < Some(chapter));
    let clip = |sentence: usize| sound.element(sentence).and_then(|(_, clip)| clip);
    let mut before = first.checked_sub(1).and_then(clip);
    let mut found = Vec::new();
    for sentence in first..all.len() {
        let Some(location) = text.location(sentence, edition) else { break };
        let Some((_, path)) = parts(&location).filter(|(number, _)| *number == chapter) else { break };
        let own = clip(sentence);
        if own == before {
            continue;
        }
        before = own;
        let Some(((audio, begin, end), (steps, id))) = own.zip(around(&blocks, path)) else { continue };
        found.push(Sentence {
            id: id.to_owned(),
            letters: words.before(steps, path, false),
            audio: audio.to_owned(),
            begin: seconds(begin),
            end: seconds(end),
        });
    }
    found
}

/// The chapter of a canonical fragment identifier as maps write it, and the path in its document.
fn parts(location: &str) -> Option<(usize, &str)> {
    let (item, path) = location.strip_prefix("epubcfi(/6/")?.strip_suffix(')')?.split_once('!')?;
    Some(((item.parse::<usize>().ok()? / 2).checked_sub(1)?, path))
}

/// The innermost block around a path: its steps and its id.
fn around<'a>(blocks: &HashMap<&'a str, &'a str>, path: &str) -> Option<(&'a str, &'a str)> {
    let mut steps = path.split(':').next()?;
    loop {
        steps = steps.rsplit_once('/')?.0;
        if let Some((steps, id)) = blocks.get_key_value(steps) {
            return Some((steps, id));
        }
    }
}

fn seconds(milliseconds: u64) -> f64 {
    std::time::Duration::from_millis(milliseconds).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::{HEADER, Outline, Part, Words, write};
    use super::{Sentence, sentences};
    use crate::places::{Edition, Grid, Map, Places, Step, Steps};
    use crate::testkit::EpubBuilder;
    use crate::{Format, Limits, Options};

    /// A map of sound files: each of these sentences is a second long.
    fn spoken(grid: &Grid, numbers: impl Iterator<Item = u64>) -> Map {
        let step = |sentence| Step {
            sentence,
            number: sentence + 1,
            id: format!("x{sentence}"),
            clip: Some(("speech0001.mp3".to_owned(), 1000 * sentence, 1000 * (sentence + 1))),
            ..Step::default()
        };
        Map::new(grid, Places::Steps(Steps(numbers.map(step).collect())))
    }

    #[test]
    fn each_sentence_of_a_chapter_has_its_place_and_its_time() {
        let source = EpubBuilder::new("The ferry")
            .chapter("One", "<p id=\"a\">It rained. The <em>ferry was late.</em> Nobody\n spoke.</p>")
            .chapter("Two", "<ul><li>Bread. Cheese.</li></ul>")
            .build();
        let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
        let mut book = crate::read(source.clone().into(), &Limits::default(), &mut ()).unwrap();
        let grid = Grid::of(&mut book);
        let made =
            crate::convert_mapped(Format::Epub3, source.into(), &options, Cursor::new(Vec::new()), &mut ());
        let made = made.unwrap();
        let text = made.map.unwrap();
        let mut pages = Vec::new();
        write(made.out.into_inner().into(), &Limits::default(), &mut pages, &mut ()).unwrap();
        let length = usize::from_str_radix(std::str::from_utf8(&pages[..HEADER]).unwrap(), 16).unwrap();
        let rest = pages.split_off(HEADER + length);
        let outline: Outline = serde_json::from_slice(&pages[HEADER..]).unwrap();
        let words = |part: Part| -> Words {
            let at = usize::try_from(part.at).unwrap();
            serde_json::from_slice(&rest[at..at + usize::try_from(part.length).unwrap()]).unwrap()
        };
        let of = |title: &str, sound: &Map| -> Vec<Sentence> {
            let chapter = outline.chapters.iter().position(|chapter| chapter.title == title).unwrap();
            let words = words(outline.chapters[chapter].words);
            sentences(&outline, &words, chapter, (&text, Edition::Plain), sound)
        };
        let count = u64::try_from(text.sentences()).unwrap();
        let sound = spoken(&grid, 0..count);
        assert!(sound.is_of_same_text(&text));
        let (one, two) = (of("One", &sound), of("Two", &sound));
        let letters = |all: &[Sentence]| all.iter().map(|one| one.letters).collect::<Vec<_>>();
        // Without white space: “It rained.” has nine letters, and the sentence after it sixteen.
        assert_eq!(letters(&one), [0, 0, 9, 25]);
        assert!(one[1..].iter().all(|sentence| sentence.id == "b.a"), "{one:?}");
        assert_eq!(letters(&two), [0, 0, 6]);
        assert!(two[1].id == two[2].id && two[0].id != two[1].id, "{two:?}");
        let times: Vec<(f64, f64)> = one.iter().chain(&two).map(|one| (one.begin, one.end)).collect();
        assert!(times.windows(2).all(|pair| (pair[0].1 - pair[1].0).abs() < 1e-9), "{times:?}");
        // What is heard as part of a sentence before is not heard again, in the next chapter either.
        let first = u64::try_from(one.len()).unwrap();
        let few = spoken(&grid, (0..count).filter(|number| *number != first && *number != 2));
        assert_eq!(letters(&of("One", &few)), [0, 0, 25]);
        assert_eq!(letters(&of("Two", &few)), [0, 6]);
    }
}
