//! Roman numerals, in small letters.

const NUMERAL_STEPS: [(u32, &str); 13] = [
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
];
/// Limit of letters of a numeral: thousands are repeated `m`.
const MAX_NUMERAL_LETTERS: usize = 20;

/// Writes a number as a Roman numeral; empty for 0.
pub fn to_roman(mut number: u32) -> String {
    let mut out = String::new();
    for (step, sign) in NUMERAL_STEPS {
        while number >= step && out.len() < MAX_NUMERAL_LETTERS {
            out.push_str(sign);
            number -= step;
        }
    }
    out
}

/// Parses a Roman numeral in its usual form: `iiii` is not one.
pub fn parse_roman(numeral: &str) -> Option<u32> {
    let mut number = 0_u32;
    let mut rest = numeral;
    for (step, sign) in NUMERAL_STEPS {
        while let Some(after) = rest.strip_prefix(sign) {
            number = number.saturating_add(step);
            rest = after;
        }
    }
    (number > 0 && rest.is_empty() && to_roman(number) == numeral).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_usual_way_alone_is_read() {
        for (numeral, number) in
            [("i", 1), ("iv", 4), ("xii", 12), ("xcix", 99), ("mix", 1009), ("mcmxciv", 1994), ("mmmm", 4000)]
        {
            assert_eq!(parse_roman(numeral), Some(number), "{numeral}");
            assert_eq!(to_roman(number), numeral);
        }
        for other in ["", "iiii", "vx", "ic", "cmd", "ixiv", "did", "XII", "12", "i v"] {
            assert_eq!(parse_roman(other), None, "{other}");
        }
        assert_eq!(to_roman(0), "");
        assert_eq!(to_roman(u32::MAX).len(), MAX_NUMERAL_LETTERS);
    }

    proptest! {
        #[test]
        fn every_number_reads_back(number in 1_u32..9_000) {
            prop_assert_eq!(parse_roman(&to_roman(number)), Some(number));
        }

        #[test]
        fn every_valid_numeral_is_the_canonical_one(letters in "[ivxlcdm]{0,12}") {
            if let Some(number) = parse_roman(&letters) {
                prop_assert_eq!(to_roman(number), letters);
            }
        }
    }
}
