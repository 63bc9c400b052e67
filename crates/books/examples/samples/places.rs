//! The map of a package: every sentence leads to a place and back, in few bytes.

use std::io::Cursor;

use books::places::{Edition, Map};
use books::{Format, Options, convert_mapped};
use bytes::Bytes;

/// The largest share of a package of text that its map may have.
const SHARE: f64 = 0.03;

/// Makes the map of a book in a format of text; its size and what is wrong with it. `None` for other formats.
pub(crate) fn look(format: Format, source: &Bytes, package: usize) -> Option<(usize, Vec<String>)> {
    if !matches!(format, Format::Epub3 | Format::Daisy | Format::Brf | Format::Docx) {
        return None;
    }
    let options = Options::new(jiff::Timestamp::UNIX_EPOCH);
    let made = convert_mapped(format, source.clone(), &options, Cursor::new(Vec::new()), &mut ());
    let map = match made {
        Ok(made) => made.map?,
        Err(error) => return Some((0, vec![format!("map: {error}")])),
    };
    let bytes = map.to_bytes();
    let mut faults = faults(&map);
    if Map::parse(&bytes).as_ref() != Some(&map) {
        faults.push("map: it is another one after it was kept".to_owned());
    }
    #[expect(clippy::cast_precision_loss, reason = "a share of a file")]
    let share = bytes.len() as f64 / package.max(1) as f64;
    if share > SHARE {
        faults.push(format!("map: {:.2} % of the package", share * 100.0));
    }
    Some((bytes.len(), faults))
}

/// Sentences without a place, or whose place leads more than one sentence away.
fn faults(map: &Map) -> Vec<String> {
    let lost = |sentence: &usize| {
        let back = map.location(*sentence, Edition::Plain).and_then(|at| map.find(&at, Edition::Plain));
        back.is_none_or(|back| back.abs_diff(*sentence) > 1)
    };
    let lost: Vec<usize> = (0..map.sentences()).filter(lost).collect();
    match lost.first() {
        None => Vec::new(),
        Some(first) => {
            vec![format!("map: {} of {} sentences are lost, first {first}", lost.len(), map.sentences())]
        }
    }
}
