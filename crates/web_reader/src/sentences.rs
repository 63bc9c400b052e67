//! Positions of the sentences of a chapter on its page and in sound files that were made of the same text.

use std::collections::HashMap;

use books::daisy;
use cfi::Cfi;
use position_maps::{Edition, SentenceMap};
use serde::{Deserialize, Serialize};

use crate::{BookOutline, DocumentWords};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HeardSentence {
    /// The id of the block in which it begins.
    pub id: String,
    /// The letters of the block before it, counted as in [`DocumentWords`].
    pub letters: u64,
    /// The sound file.
    pub audio: String,
    /// The beginning in the sound file, in seconds.
    pub begin: f64,
    /// The end in the sound file.
    pub end: f64,
    /// True if the sound file begins with what the chapter has before this sentence, and has nothing of
    /// others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opens: bool,
    /// True if the sound file ends with what the chapter has after this sentence, and has nothing of
    /// others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closes: bool,
}

/// The beginning of the first sentence of a sound file and the end of the last one, in milliseconds.
type FileBounds<'a> = HashMap<&'a str, (u64, u64)>;

/// Finds the sentences of a chapter: `text` is the map of the EPUB, `sound` that of the book with sound
/// files, both of the same text. Sentences that are heard as part of the one before are not listed.
pub fn find_sentences(
    outline: &BookOutline,
    words: &DocumentWords,
    chapter: usize,
    (text, edition): (&SentenceMap, Edition),
    sound: &SentenceMap,
) -> Vec<HeardSentence> {
    let Some(places) = outline.chapters.get(chapter).map(|chapter| &chapter.places) else {
        return Vec::new();
    };
    let blocks: HashMap<&str, &str> =
        places.iter().map(|(id, steps, _)| (steps.as_str(), id.as_str())).collect();
    let document = |sentence: usize| Some(split_location(&text.sentence_location(sentence, edition)?)?.0);
    let all: Vec<usize> = (0..text.sentence_count()).collect();
    // Sentences are numbered in reading order, and so are chapters.
    let first = all.partition_point(|sentence| document(*sentence) < Some(chapter));
    let clip = |sentence: usize| sound.sentence_element(sentence).and_then(|(_, clip)| clip);
    let bounds = file_bounds(all.iter().filter_map(|sentence| clip(*sentence)));
    // What a chapter without sentences between two others has may be in a file of either.
    let follows = first.checked_sub(1).is_none_or(|last| document(last) == chapter.checked_sub(1));
    let mut leads = true;
    let mut before = first.checked_sub(1).and_then(clip);
    let mut found = Vec::new();
    for sentence in first..all.len() {
        let Some(location) = text.sentence_location(sentence, edition) else { break };
        let Some((number, path)) = split_location(&location) else { break };
        if number != chapter {
            leads = number == chapter + 1;
            break;
        }
        let own = clip(sentence);
        if own == before {
            continue;
        }
        before = own;
        let Some(((audio, begin, end), (steps, id))) = own.zip(innermost_block(&blocks, path)) else {
            continue;
        };
        found.push(HeardSentence {
            id: id.to_owned(),
            letters: words.letters_before(steps, path, false),
            audio: audio.to_owned(),
            begin: to_seconds(begin),
            end: to_seconds(end),
            opens: bounds.get(audio).is_some_and(|(from, _)| *from == begin),
            closes: bounds.get(audio).is_some_and(|(_, to)| *to == end),
        });
    }
    if let Some(one) = found.first_mut() {
        one.opens &= follows;
    }
    if let Some(one) = found.last_mut() {
        one.closes &= leads;
    }
    found
}

/// The bounds of files of synthesized speech. A recording may contain more than the book.
fn file_bounds<'a>(clips: impl Iterator<Item = (&'a str, u64, u64)>) -> FileBounds<'a> {
    let mut bounds = FileBounds::new();
    for (audio, begin, end) in clips.filter(|(audio, ..)| daisy::is_speech(audio)) {
        let (from, to) = bounds.entry(audio).or_insert((begin, end));
        (*from, *to) = ((*from).min(begin), (*to).max(end));
    }
    bounds
}

/// The chapter of a canonical fragment identifier as maps write it, and the path in its document.
fn split_location(location: &str) -> Option<(usize, &str)> {
    let chapter = usize::try_from(Cfi::parse(location)?.spine_index()?).ok()?;
    Some((chapter, location.strip_suffix(')')?.split_once('!')?.1))
}

/// The innermost block around a path: its steps and its id.
fn innermost_block<'a>(blocks: &HashMap<&'a str, &'a str>, path: &str) -> Option<(&'a str, &'a str)> {
    let mut steps = path.split(':').next()?;
    loop {
        steps = steps.rsplit_once('/')?.0;
        if let Some((steps, id)) = blocks.get_key_value(steps) {
            return Some((steps, id));
        }
    }
}

fn to_seconds(milliseconds: u64) -> f64 {
    std::time::Duration::from_millis(milliseconds).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::{HeardSentence, find_sentences};
    use crate::{DocumentWords, PartRange, split_pages, write_pages};
    use books::testkit::{EpubBuilder, convert_and_locate};
    use books::{Format, Limits, Options};
    use position_maps::{Edition, Places, SentenceGrid, SentenceMap, SentenceStep, StepPlaces};

    /// A map of sound files: each of these sentences is a second long.
    fn sound_map(grid: &SentenceGrid, numbers: impl Iterator<Item = u64>) -> SentenceMap {
        let step = |sentence| SentenceStep {
            sentence,
            number: sentence + 1,
            id: format!("x{sentence}"),
            clip: Some(("speech0001.mp3".to_owned(), 1000 * sentence, 1000 * (sentence + 1))),
            ..SentenceStep::default()
        };
        SentenceMap::new(grid, Places::Steps(StepPlaces(numbers.map(step).collect())))
    }

    /// A map of sound files as [`sound_map`] makes it, with a second file for the sentences from this one
    /// on.
    fn divided_sound_map(grid: &SentenceGrid, numbers: impl Iterator<Item = u64>, from: u64) -> SentenceMap {
        let step = |sentence: u64| {
            let file = if sentence < from { 1 } else { 2 };
            let clip = Some((format!("speech{file:04}.mp3"), 1000 * sentence, 1000 * (sentence + 1)));
            SentenceStep { sentence, file, number: sentence + 1, id: format!("x{sentence}"), clip }
        };
        SentenceMap::new(grid, Places::Steps(StepPlaces(numbers.map(step).collect())))
    }

    #[test]
    fn each_sentence_of_a_chapter_has_its_place_and_its_time() {
        let source = EpubBuilder::new("The ferry")
            .chapter("One", "<p id=\"a\">It rained. The <em>ferry was late.</em> Nobody\n spoke.</p>")
            .chapter("Two", "<ul><li>Bread. Cheese.</li></ul>")
            .build();
        let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
        let mut book = books::read_book(source.clone().into(), &Limits::default(), &mut ()).unwrap();
        let grid = books::sentences::number_sentences(&mut book);
        let (epub, packed) = convert_and_locate(Format::Epub3, &source, &options);
        let text = packed.map;
        let mut pages = Vec::new();
        write_pages(epub.into(), &Limits::default(), &mut pages, &mut ()).unwrap();
        let (outline, rest) = split_pages(&pages).unwrap();
        let words =
            |part: PartRange| -> DocumentWords { serde_json::from_slice(part.slice(rest).unwrap()).unwrap() };
        let of = |title: &str, sound: &SentenceMap| -> Vec<HeardSentence> {
            let chapter = outline.chapters.iter().position(|chapter| chapter.title == title).unwrap();
            let words = words(outline.chapters[chapter].words);
            find_sentences(&outline, &words, chapter, (&text, Edition::Plain), sound)
        };
        let count = u64::try_from(text.sentence_count()).unwrap();
        let sound = sound_map(&grid, 0..count);
        assert!(sound.has_same_text(&text));
        let (one, two) = (of("One", &sound), of("Two", &sound));
        let letters = |all: &[HeardSentence]| all.iter().map(|one| one.letters).collect::<Vec<_>>();
        // Without white space: “It rained.” has nine letters, and the sentence after it sixteen.
        assert_eq!(letters(&one), [0, 0, 9, 25]);
        assert!(one[1..].iter().all(|sentence| sentence.id == "b.a"), "{one:?}");
        assert_eq!(letters(&two), [0, 0, 6]);
        assert!(two[1].id == two[2].id && two[0].id != two[1].id, "{two:?}");
        let times: Vec<(f64, f64)> = one.iter().chain(&two).map(|one| (one.begin, one.end)).collect();
        assert!(times.windows(2).all(|pair| (pair[0].1 - pair[1].0).abs() < 1e-9), "{times:?}");
        // What is heard as part of a sentence before is not heard again, in the next chapter either.
        let first = u64::try_from(one.len()).unwrap();
        let few = sound_map(&grid, (0..count).filter(|number| *number != first && *number != 2));
        assert_eq!(letters(&of("One", &few)), [0, 0, 25]);
        assert_eq!(letters(&of("Two", &few)), [0, 6]);
        // In a file that both chapters share, nobody knows what belongs to which; in one of its own,
        // everything does.
        let ends = |all: &[HeardSentence]| all.iter().map(|one| (one.opens, one.closes)).collect::<Vec<_>>();
        assert_eq!(ends(&one).last(), Some(&(false, false)));
        assert_eq!(ends(&two).first(), Some(&(false, false)));
        let own = divided_sound_map(&grid, 0..count, first);
        let (one, two) = (ends(&of("One", &own)), ends(&of("Two", &own)));
        assert_eq!(one.last(), Some(&(false, true)));
        assert_eq!(two, [(true, false), (false, false), (false, true)]);
        assert!(one[1..one.len() - 1].iter().all(|ends| *ends == (false, false)), "{one:?}");
    }
}
