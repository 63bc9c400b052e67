//! Roman numerals, in small letters.

const STEPS: [(u32, &str); 13] = [
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
const MOST: usize = 20;

/// The numeral of a number; of 0 it is empty.
pub fn written(mut number: u32) -> String {
    let mut out = String::new();
    for (step, sign) in STEPS {
        while number >= step && out.len() < MOST {
            out.push_str(sign);
            number -= step;
        }
    }
    out
}

/// The number that a numeral says, written in the usual way: `iiii` says none.
pub fn value(numeral: &str) -> Option<u32> {
    let mut number = 0_u32;
    let mut rest = numeral;
    for (step, sign) in STEPS {
        while let Some(after) = rest.strip_prefix(sign) {
            number = number.saturating_add(step);
            rest = after;
        }
    }
    (number > 0 && rest.is_empty() && written(number) == numeral).then_some(number)
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
            assert_eq!(value(numeral), Some(number), "{numeral}");
            assert_eq!(written(number), numeral);
        }
        for other in ["", "iiii", "vx", "ic", "cmd", "ixiv", "did", "XII", "12", "i v"] {
            assert_eq!(value(other), None, "{other}");
        }
        assert_eq!(written(0), "");
        assert_eq!(written(u32::MAX).len(), MOST);
    }

    proptest! {
        #[test]
        fn every_number_reads_back(number in 1_u32..9_000) {
            prop_assert_eq!(value(&written(number)), Some(number));
        }

        #[test]
        fn letters_that_say_a_number_are_how_it_is_written(letters in "[ivxlcdm]{0,12}") {
            if let Some(number) = value(&letters) {
                prop_assert_eq!(written(number), letters);
            }
        }
    }
}
