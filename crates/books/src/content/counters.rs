//! Numbers in the scripts that styles of lists can state.

const CJK_DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const HIRAGANA: &str =
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん";
const KATAKANA: &str =
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン";
const GREEK: &str = "αβγδεζηθικλμνξοπρστυφχψω";
/// Hebrew letters with the values 1 to 9, 10 to 90, and 100 to 400.
const HEBREW: &str = "אבגדהוזחטיכלמנסעפצקרשת";

/// The function that writes numbers in a style of CSS, other than those of Latin letters and digits. `None`
/// for a style that has none.
pub(super) fn find_number_writer(style: &str) -> Option<fn(i32) -> String> {
    let writer: fn(i32) -> String = match style {
        "decimal-leading-zero" => with_leading_zero,
        "lower-greek" => |number| from_alphabet(number, GREEK),
        "upper-greek" => |number| from_alphabet(number, GREEK).to_uppercase(),
        "hebrew" => to_hebrew,
        "armenian" | "upper-armenian" => |number| to_armenian(number, 'Ա'),
        "lower-armenian" => |number| to_armenian(number, 'ա'),
        "hiragana" => |number| from_alphabet(number, HIRAGANA),
        "katakana" => |number| from_alphabet(number, KATAKANA),
        "cjk-decimal" => to_cjk_digits,
        "cjk-ideographic" | "trad-chinese-informal" | "simp-chinese-informal" | "japanese-informal" => {
            to_cjk_number
        }
        "arabic-indic" => |number| with_digits(number, '\u{660}'),
        "persian" => |number| with_digits(number, '\u{6f0}'),
        "devanagari" => |number| with_digits(number, '\u{966}'),
        "bengali" => |number| with_digits(number, '\u{9e6}'),
        "gurmukhi" => |number| with_digits(number, '\u{a66}'),
        "gujarati" => |number| with_digits(number, '\u{ae6}'),
        "tamil" => |number| with_digits(number, '\u{be6}'),
        "telugu" => |number| with_digits(number, '\u{c66}'),
        "kannada" => |number| with_digits(number, '\u{ce6}'),
        "malayalam" => |number| with_digits(number, '\u{d66}'),
        "thai" => |number| with_digits(number, '\u{e50}'),
        "lao" => |number| with_digits(number, '\u{ed0}'),
        "myanmar" => |number| with_digits(number, '\u{1040}'),
        "khmer" | "cambodian" => |number| with_digits(number, '\u{17e0}'),
        _ => return None,
    };
    Some(writer)
}

/// The sign between a number and its item.
pub(super) fn separator_of_number(number: &str) -> &'static str {
    if number.ends_with(|c: char| matches!(c, '\u{3000}'..='\u{9fff}')) { "、" } else { ". " }
}

fn with_leading_zero(number: i32) -> String {
    if number < 0 { format!("-{:02}", number.unsigned_abs()) } else { format!("{number:02}") }
}

/// A letter of an alphabet as a number; digits for other numbers.
fn from_alphabet(number: i32, letters: &str) -> String {
    let letter = usize::try_from(number).ok().and_then(|number| letters.chars().nth(number.checked_sub(1)?));
    letter.map_or_else(|| number.to_string(), String::from)
}

/// A number in digits that follow one another from this zero.
fn with_digits(number: i32, zero: char) -> String {
    let in_script = |c: char| c.to_digit(10).and_then(|digit| char::from_u32(u32::from(zero) + digit));
    number.to_string().chars().map(|c| in_script(c).unwrap_or(c)).collect()
}

fn to_cjk_digits(number: i32) -> String {
    let digit = |c: char| c.to_digit(10).and_then(|digit| CJK_DIGITS.get(usize::try_from(digit).ok()?));
    number.to_string().chars().map(|c| digit(c).copied().unwrap_or(c)).collect()
}

/// A number up to 99 as it is said; others in digits.
fn to_cjk_number(number: i32) -> String {
    if !(10..100).contains(&number) {
        return to_cjk_digits(number);
    }
    let tens = if number < 20 { String::new() } else { to_cjk_digits(number / 10) };
    let ones = if number % 10 == 0 { String::new() } else { to_cjk_digits(number % 10) };
    format!("{tens}十{ones}")
}

fn to_hebrew(number: i32) -> String {
    if !(1..1000).contains(&number) {
        return number.to_string();
    }
    let values = || (1..10).chain((10..100).step_by(10)).chain((100..=400).step_by(100));
    let mut rest = number;
    let mut out = String::new();
    loop {
        // 15 and 16 are written as 9 and what is left.
        let limit = if matches!(rest, 15 | 16) { 9 } else { rest };
        let fitting = HEBREW.chars().zip(values()).take_while(|(_, value)| *value <= limit);
        let Some((letter, value)) = fitting.last() else { return out };
        out.push(letter);
        rest -= value;
    }
}

/// A number in Armenian letters, which have the values 1 to 9, 10 to 90, 100 to 900 and 1000 to 9000.
fn to_armenian(number: i32, first: char) -> String {
    if !(1..10_000).contains(&number) {
        return number.to_string();
    }
    let digits = number.to_string();
    let letters = digits.chars().enumerate().filter_map(|(n, c)| {
        let digit = c.to_digit(10)?.checked_sub(1)?;
        let place = u32::try_from(digits.len() - 1 - n).ok()?;
        char::from_u32(u32::from(first) + place * 9 + digit)
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_the_script_of_their_style() {
        for (style, number, expected) in [
            ("decimal-leading-zero", 7, "07"),
            ("lower-greek", 2, "β"),
            ("upper-greek", 24, "Ω"),
            ("hebrew", 15, "טו"),
            ("hebrew", 116, "קטז"),
            ("hebrew", 17, "יז"),
            ("hebrew", 119, "קיט"),
            ("hebrew", 27, "כז"),
            ("armenian", 1999, "ՌՋՂԹ"),
            ("katakana", 3, "ウ"),
            ("cjk-decimal", 20, "二〇"),
            ("cjk-ideographic", 10, "十"),
            ("japanese-informal", 21, "二十一"),
            ("arabic-indic", 42, "٤٢"),
            ("thai", -1, "-๑"),
            ("hiragana", 99, "99"),
        ] {
            assert_eq!(find_number_writer(style).unwrap()(number), expected, "{style} {number}");
        }
        assert!(find_number_writer("disc").is_none());
    }
}
