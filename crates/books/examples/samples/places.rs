//! The map of a package: every sentence leads to a place and back, in few bytes.

use std::path::Path;

use books::Format;
use position_maps::{Edition, SentenceMap};

/// The largest share of a package of text that its map may have.
const MAX_MAP_SHARE: f64 = 0.05;

/// The size of the map that the program has written, and what is wrong with it.
pub(crate) fn check_map(format: Format, map: &Path, package: usize) -> (usize, Vec<String>) {
    let Ok(bytes) = std::fs::read(map) else { return (0, vec!["map: there is none".to_owned()]) };
    let Some(map) = SentenceMap::parse(&bytes) else {
        return (bytes.len(), vec!["map: it cannot be read".to_owned()]);
    };
    let mut faults = find_faults(&map);
    #[expect(clippy::cast_precision_loss, reason = "a share of a file")]
    let share = bytes.len() as f64 / package.max(1) as f64;
    if is_text(format) && share > MAX_MAP_SHARE {
        faults.push(format!("map: {:.2} % of the package", share * 100.0));
    }
    (bytes.len(), faults)
}

/// Returns true if a package is small: of a text, without pages or sound.
fn is_text(format: Format) -> bool {
    matches!(format, Format::Epub3 | Format::Daisy | Format::Brf | Format::Docx)
}

/// Sentences without a place, or whose place leads more than one sentence away.
fn find_faults(map: &SentenceMap) -> Vec<String> {
    let lost = |sentence: &usize| {
        let back = map
            .sentence_location(*sentence, Edition::Plain)
            .and_then(|at| map.find_sentence(&at, Edition::Plain));
        back.is_none_or(|back| back.abs_diff(*sentence) > 1)
    };
    let lost: Vec<usize> = (0..map.sentence_count()).filter(lost).collect();
    match lost.first() {
        None => Vec::new(),
        Some(first) => {
            vec![format!("map: {} of {} sentences are lost, first {first}", lost.len(), map.sentence_count())]
        }
    }
}
