//! Volumes: how many pages are bound together.

use unicode_normalization::UnicodeNormalization as _;

/// Pages of a volume: as many as a hand holds comfortably, fifty sheets written on both sides.
const VOLUME_PAGES: usize = 100;
/// A volume may end this part of an equal share earlier or later, so that it ends with a chapter.
const VOLUME_SHARE_DIVISOR: usize = 4;
/// Letters of a file's name.
const MAX_NAME_CHARS: usize = 40;

/// Plans after which pages volumes end. `breaks` are pages, from 0, on which chapters begin.
pub(super) fn plan_ends(pages: usize, breaks: &[usize]) -> Vec<usize> {
    if pages == 0 {
        return vec![0];
    }
    let count = pages.div_ceil(VOLUME_PAGES);
    let share = pages.div_ceil(count);
    let mut ends: Vec<usize> = Vec::new();
    for n in 1..count {
        let ideal = pages * n / count;
        let last = ends.last().copied().unwrap_or_default();
        let near = breaks
            .iter()
            .copied()
            .filter(|page| *page > last && page.abs_diff(ideal) <= share / VOLUME_SHARE_DIVISOR)
            .min_by_key(|page| page.abs_diff(ideal));
        ends.push(near.unwrap_or(ideal));
    }
    ends.push(pages);
    ends
}

/// The name of a file, without what tells volumes apart: `pride-and-prejudice`.
pub(super) fn file_name(title: &str) -> String {
    let mut name = String::new();
    for c in title.nfkd().flat_map(char::to_lowercase) {
        match c {
            'a'..='z' | '0'..='9' => name.push(c),
            // Accents are characters of their own here.
            '\'' | '\u{2019}' | '\u{300}'..='\u{36f}' => {}
            c => match plain_letters(c) {
                Some(letters) => name.push_str(letters),
                None if name.is_empty() || name.ends_with('-') => {}
                None => name.push('-'),
            },
        }
    }
    name.truncate(MAX_NAME_CHARS);
    let name = name.trim_end_matches('-');
    if name.is_empty() { "book".to_owned() } else { name.to_owned() }
}

/// Small Latin letters that are not one with an accent, in plain ones.
fn plain_letters(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_volume_ends_with_a_chapter_where_one_ends_near_its_share() {
        assert_eq!(plan_ends(100, &[0, 40]), [100]);
        assert_eq!(plan_ends(150, &[0, 40, 80, 120]), [80, 150]);
        assert_eq!(plan_ends(150, &[0, 10]), [75, 150]);
        assert_eq!(plan_ends(300, &[]), [100, 200, 300]);
        assert_eq!(plan_ends(0, &[]), [0]);
    }

    #[test]
    fn files_are_named_by_their_title() {
        assert_eq!(file_name("The Caf\u{e9}'s \u{201c}Menu\u{201d}!"), "the-cafes-menu");
        assert_eq!(file_name("L\u{2019}Été à Łódź: Straße"), "lete-a-lodz-strasse");
        assert_eq!(file_name("\u{5317}"), "book");
    }
}
