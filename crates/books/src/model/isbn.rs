//! International Standard Book Numbers.

/// Notes next to an ISBN are not longer than this.
const MAX_NOTE_CHARS: usize = 60;

/// The medium that an ISBN is for, according to the note next to it, in order of preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Medium {
    /// A file.
    Electronic,
    /// Nothing is said of it.
    Unstated,
    Print,
}

/// The ISBN-13 in a text: the first ISBN-10 or ISBN-13 with a right check digit, with or without hyphens,
/// `urn:isbn:`, `ISBN-13:` and a note such as `(hardback)`. `None` for anything else.
pub fn find_isbn13(text: &str) -> Option<String> {
    find_isbns(text, None).into_iter().next().map(|(isbn, _)| isbn)
}

/// All ISBN-13s in a text, in their order. Ten digits that fit by chance are not an ISBN: an ISBN-10 stands
/// alone, after the word ISBN, or in an identifier whose scheme says that it is one.
pub(crate) fn find_isbns(text: &str, scheme: Option<&str>) -> Vec<(String, Medium)> {
    let scheme = scheme.map(str::to_ascii_lowercase);
    let of_scheme = scheme.as_deref().is_some_and(|scheme| scheme.contains("isbn"));
    let is_electronic = scheme.as_deref().is_some_and(|scheme| scheme.starts_with('e'));
    let lower = text.to_ascii_lowercase();
    let first_word = lower.find("isbn").unwrap_or(usize::MAX);
    let length = lower.trim().len();
    let groups = digit_groups(&lower);
    let mut found: Vec<(String, Medium)> = Vec::new();
    let (mut at, mut before) = (0, 0);
    while at < groups.len() {
        let Some((isbn, last, is_short)) = join_groups(&lower, &groups[at..]) else {
            at += 1;
            continue;
        };
        let (start, end) = (groups[at].start, groups[at + last].end);
        let alone = scheme.is_none() && length == end - start;
        if !is_short || of_scheme || alone || first_word < start {
            let medium = match stated_medium(&lower[before..start], &lower[end..]) {
                Medium::Unstated if is_electronic => Medium::Electronic,
                stated => stated,
            };
            found.push((isbn, medium));
        }
        before = end;
        at += last + 1;
    }
    found
}

/// Digits that belong together, with an `x` at their end: the bytes of a text in small letters.
type DigitGroup = std::ops::Range<usize>;

fn digit_groups(text: &str) -> Vec<DigitGroup> {
    let mut groups: Vec<DigitGroup> = Vec::new();
    let mut open: Option<usize> = None;
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        match open {
            None if c.is_ascii_digit() && begins_group(&text[..at], last) => open = Some(at),
            // The check digit ten is also a group of its own: `0-8044-2957-X`.
            None if c == 'x'
                && is_separator(last)
                && groups.last().is_some_and(|group| group.end + last.len_utf8() == at) =>
            {
                open = Some(at);
            }
            Some(_) if c.is_ascii_digit() || c == 'x' => {}
            Some(start) => {
                // What letters follow directly is a part of a name: `9780306406157b`, `..._3`.
                if !c.is_alphanumeric() && c != '_' {
                    groups.push(start..at);
                }
                open = None;
            }
            None => {}
        }
        last = c;
    }
    groups.extend(open.map(|start| start..text.len()));
    groups
}

/// Returns true if digits may begin after these characters: `isbn9780306406157` is one, `b9780306406157`
/// is not.
fn begins_group(before: &str, last: char) -> bool {
    !(last.is_alphanumeric() || last == '_') || before.ends_with("isbn")
}

/// Spaces, and the dashes that appear in printed numbers.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '\u{AD}' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// The ISBN-13 that the first groups are, the index of the last of them, and whether it is written as an
/// ISBN-10.
fn join_groups(text: &str, groups: &[DigitGroup]) -> Option<(String, usize, bool)> {
    let mut number = String::new();
    for (n, group) in groups.iter().enumerate().take(13) {
        if let Some(before) = n.checked_sub(1).map(|n| &groups[n]) {
            let between = &text[before.end..group.start];
            if !matches!(between.chars().take(3).count(), 1 | 2) || !between.chars().all(is_separator) {
                return None;
            }
        }
        number.push_str(&text[group.clone()]);
        if number.len() > 13 {
            return None;
        }
        if let Some(isbn) = from_characters(&number) {
            return Some((isbn, n, number.len() == 10));
        }
    }
    None
}

fn from_characters(number: &str) -> Option<String> {
    let digit = |c: char| -> Option<u8> { if c == 'x' { Some(10) } else { c.to_digit(10)?.try_into().ok() } };
    let digits: Vec<u8> = number.chars().map(digit).collect::<Option<_>>()?;
    let thirteen = vocabulary::isbn::from_digits(&digits).ok()?;
    thirteen.into_iter().map(|digit| char::from_digit(digit.into(), 10)).collect()
}

/// The medium that the note after an ISBN names, otherwise the words before it.
fn stated_medium(before: &str, after: &str) -> Medium {
    const ELECTRONIC_WORDS: [&str; 10] =
        ["epub", "ebook", "e-book", "eisbn", "e-isbn", "electronic", "digital", "kindle", "pdf", "online"];
    const PRINT_WORDS: [&str; 15] = [
        "hardback", "hardcover", "hbk", "paperback", "pbk", "softback", "softcover", "print", "cloth",
        "gebunden", "broschiert", "relié", "broché", "tapa", "paper",
    ];
    let of = |note: String| {
        let has = |words: &[&str]| words.iter().any(|word| note.contains(word));
        if has(&ELECTRONIC_WORDS) {
            Medium::Electronic
        } else if has(&PRINT_WORDS) {
            Medium::Print
        } else {
            Medium::Unstated
        }
    };
    let ends = [',', ';', '/', '\n'];
    let after = after.trim_start();
    let note: String = match after.strip_prefix(['(', '[']) {
        Some(inside) => inside.chars().take(MAX_NOTE_CHARS).take_while(|c| !matches!(c, ')' | ']')).collect(),
        None => after.chars().take(MAX_NOTE_CHARS).take_while(|c| !ends.contains(c)).collect(),
    };
    let is_label = |c: &char| !ends.contains(c) && !matches!(c, ')' | ']');
    match of(note) {
        Medium::Unstated => {
            let label: String = before.chars().rev().take(MAX_NOTE_CHARS).take_while(is_label).collect();
            of(label.chars().rev().collect())
        }
        stated => stated,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn both_lengths_and_all_spellings_are_read() {
        for text in [
            "0-306-40615-2",
            "urn:isbn:9780306406157",
            "URN:ISBN:978-0-306-40615-7",
            "ISBN 978-0-306-40615-7",
            "0306406152",
            "isbn:0306406152",
            "ISBN-10: 0-306-40615-2",
            "ISBN-13: 978-0306406157",
            "ISBN-13 978-0306406157",
            "ISBN13:9780306406157",
            "ISBN9780306406157",
            "978-0-306-40615-7 (ePub)",
            "ISBN 978-0-306-40615-7 (hardback)",
            "ISBN 0 306 40615 2 (pbk.)",
            "978‑0‑306‑40615‑7",
            "978–0–306–40615–7",
            "eISBN: 9780306406157",
            "Print edition, Harbor Press 2009, ISBN 978-0-306-40615-7.",
            "https://www.worldcat.org/isbn/9780306406157",
            "9780306406157.epub",
        ] {
            assert_eq!(find_isbn13(text).as_deref(), Some("9780306406157"), "{text}");
        }
        assert_eq!(find_isbn13("0-8044-2957-X").as_deref(), Some("9780804429573"));
        assert_eq!(find_isbn13("ISBN 080442957X (cloth)").as_deref(), Some("9780804429573"));
    }

    #[test]
    fn wrong_check_digits_and_other_numbers_are_not() {
        for text in [
            "9780306406158", "0306406153", "1234567890123", "X306406152", "https://example.org/42", "",
            "urn:uuid:0306406152-0000", "order 0306406152 of May", "B9780306406157",
            "10.1007/9780306406157_3", "97803064061570", "ISBN 978-0-306-40615-7a",
        ] {
            assert_eq!(find_isbn13(text), None, "{text}");
        }
        assert!(find_isbns("0306406152", Some("AMAZON")).is_empty(), "ten digits of another scheme");
        assert_eq!(find_isbns("0306406152", Some("ISBN")).len(), 1);
    }

    #[test]
    fn notes_tell_which_isbn_is_that_of_the_file() {
        let found = find_isbns("9780306406157 (hardback); ISBN 978-0-8044-2957-3 (e-book)", None);
        let both =
            [("9780306406157".to_owned(), Medium::Print), ("9780804429573".to_owned(), Medium::Electronic)];
        assert_eq!(found, both);
        let labels = find_isbns("Print ISBN 9780306406157, eISBN 9780804429573", None);
        assert_eq!(labels, both);
        assert_eq!(find_isbns("9780306406157", Some("eISBN"))[0].1, Medium::Electronic);
        assert_eq!(find_isbns("9780306406157", None)[0].1, Medium::Unstated);
    }

    proptest! {
        #[test]
        fn any_text_can_be_searched(text in "[0-9x \\-–é(isbn:]{0,60}") {
            for (isbn, _) in find_isbns(&text, None) {
                prop_assert_eq!(find_isbn13(&isbn), Some(isbn.clone()));
            }
        }
    }
}
