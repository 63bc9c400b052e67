//! Numbering of the items of a list.

use crate::roman;

/// The number format of an ordered list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Numbering {
    /// 1, 2, 3.
    #[default]
    Decimal,
    /// a, b, c.
    LowerLetter,
    /// A, B, C.
    UpperLetter,
    /// i, ii, iii.
    LowerRoman,
    /// I, II, III.
    UpperRoman,
    /// In order, but with neither numbers nor bullets of its own.
    Unmarked,
}

impl Numbering {
    /// The number of an item as print shows it: z is followed by aa. Zero, negative numbers, and numbers from
    /// 4,000 on are written with digits.
    #[must_use]
    pub fn format_number(self, number: i32) -> String {
        let Some(positive) = u32::try_from(number).ok().filter(|number| (1..4000).contains(number)) else {
            return number.to_string();
        };
        match self {
            Self::LowerLetter => to_letters(positive),
            Self::UpperLetter => to_letters(positive).to_uppercase(),
            Self::LowerRoman => roman::to_roman(positive),
            Self::UpperRoman => roman::to_roman(positive).to_uppercase(),
            Self::Decimal | Self::Unmarked => number.to_string(),
        }
    }
}

fn to_letters(mut number: u32) -> String {
    let mut out = Vec::new();
    while number > 0 {
        number -= 1;
        out.push(b'a' + u8::try_from(number % 26).unwrap_or_default());
        number /= 26;
    }
    out.iter().rev().map(|letter| char::from(*letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_counted_as_print_counts_them() {
        assert_eq!(Numbering::Decimal.format_number(-3), "-3");
        assert_eq!(Numbering::LowerLetter.format_number(28), "ab");
        assert_eq!(Numbering::UpperRoman.format_number(1994), "MCMXCIV");
        assert_eq!(Numbering::LowerRoman.format_number(0), "0");
    }
}
