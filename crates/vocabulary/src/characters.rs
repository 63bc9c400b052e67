//! Sets of characters of all scripts that several crates have to recognize.

/// The digit zero of each script that writes decimal numbers; nine more digits follow each.
const ZEROS: [char; 36] = [
    '0', '\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}', '\u{be6}',
    '\u{c66}', '\u{ce6}', '\u{d66}', '\u{de6}', '\u{e50}', '\u{ed0}', '\u{f20}', '\u{1040}', '\u{1090}',
    '\u{17e0}', '\u{1810}', '\u{1946}', '\u{19d0}', '\u{1a80}', '\u{1a90}', '\u{1b50}', '\u{1bb0}',
    '\u{1c40}', '\u{1c50}', '\u{a620}', '\u{a8d0}', '\u{a900}', '\u{a9d0}', '\u{aa50}', '\u{abf0}',
    '\u{ff10}',
];

/// The value of a decimal digit of any script, as an ASCII digit.
pub fn decimal_digit(c: char) -> Option<char> {
    let zero = ZEROS[..ZEROS.partition_point(|zero| *zero <= c)].last()?;
    char::from_digit(u32::from(c) - u32::from(*zero), 10)
}

/// Returns true if a character is invisible: soft hyphens, zero-width characters, marks of direction,
/// variation selectors.
pub fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns true for the two invisible characters that distinguish words: in Persian and in scripts of India
/// they join letters or keep them apart.
pub fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Returns true for quotation marks of all scripts, and for the two that keyboards have. One of them is an
/// apostrophe as well.
pub fn is_quotation_mark(c: char) -> bool {
    matches!(c, '"' | '\'' | '\u{ab}' | '\u{bb}' | '\u{2018}'..='\u{201f}' | '\u{2039}' | '\u{203a}' | '\u{2e42}'
        | '\u{300a}'..='\u{300f}' | '\u{301d}'..='\u{301f}' | '\u{fe41}'..='\u{fe44}' | '\u{ff02}' | '\u{ff07}'
        | '\u{ff62}' | '\u{ff63}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_those_that_print_shows_nothing_for() {
        assert!("\u{ad}\u{200b}\u{200d}\u{202e}\u{2066}\u{fe0f}\u{feff}".chars().all(is_ignorable));
        assert!(!"a \u{a0}\u{301}\u{2028}".chars().any(is_ignorable));
        assert!("\u{200c}\u{200d}".chars().all(|c| is_joiner(c) && is_ignorable(c)));
    }

    #[test]
    fn decimal_digits_are_those_of_all_scripts() {
        assert!(ZEROS.is_sorted());
        let fives = "5\u{665}\u{6f5}\u{96b}\u{e55}\u{17e5}\u{ff15}";
        assert!(fives.chars().all(|c| decimal_digit(c) == Some('5')));
        assert!("x\u{66a}\u{b2}\u{2165}".chars().all(|c| decimal_digit(c).is_none()));
    }

    #[test]
    fn quotation_marks_are_those_of_all_scripts() {
        assert!("\"'«»‘’‚‛“”„‟‹›「」『』《》〝〞｢｣＂".chars().all(is_quotation_mark));
        assert!(!"`´-(),a".chars().any(is_quotation_mark));
    }
}
