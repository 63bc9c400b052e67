//! Amounts of money, as the page's language writes them.

use layout::Language;

use crate::Page;

/// Currencies whose smallest unit is the currency itself, and those with three decimals (ISO 4217); all
/// others have two.
const ZERO_DECIMAL_CURRENCIES: &[&str] = &[
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
    "XPF",
];
const THREE_DECIMAL_CURRENCIES: &[&str] = &["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

/// An amount in the smallest unit of the library's currency: `50.00 USD`. Without a currency, two decimals
/// and no name.
pub(crate) fn format_amount(page: &Page<'_>, amount: u64) -> String {
    let currency = page.currency();
    let number = format_decimal(page.language(), amount, currency_decimals(currency.unwrap_or_default()));
    // A line break between the two would leave a number that means nothing.
    currency.map_or_else(|| number.clone(), |currency| format!("{number}\u{a0}{currency}"))
}

fn currency_decimals(currency: &str) -> u32 {
    match currency {
        code if ZERO_DECIMAL_CURRENCIES.contains(&code) => 0,
        code if THREE_DECIMAL_CURRENCIES.contains(&code) => 3,
        _ => 2,
    }
}

fn format_decimal(language: Language, amount: u64, decimals: u32) -> String {
    let facts = language.facts();
    let unit = 10_u64.pow(decimals);
    let whole = facts.group_digits(&(amount / unit).to_string());
    if decimals == 0 {
        return whole;
    }
    let separator = facts.decimal_separator;
    format!("{whole}{separator}{:0width$}", amount % unit, width = decimals as usize)
}

#[cfg(test)]
mod tests {
    use layout::Language;

    use super::{currency_decimals, format_decimal};

    #[test]
    fn amounts_are_written_as_in_the_language_of_the_page() {
        for (language, amount, text) in [
            (Language::English, 5000, "50.00"),
            (Language::English, 123_456_789, "1,234,567.89"),
            (Language::French, 123_456, "1\u{202f}234,56"),
            (Language::Spanish, 123_456, "1\u{a0}234,56"),
            (Language::German, 123_456, "1.234,56"),
            (Language::German, 7, "0,07"),
            (Language::German, 0, "0,00"),
        ] {
            assert_eq!(format_decimal(language, amount, 2), text);
        }
        assert_eq!(format_decimal(Language::English, u64::MAX, 2), "184,467,440,737,095,516.15");
    }

    #[test]
    fn the_smallest_unit_depends_on_the_currency() {
        assert_eq!(["EUR", "", "JPY", "KWD"].map(currency_decimals), [2, 2, 0, 3]);
        assert_eq!(format_decimal(Language::English, 1500, 0), "1,500");
        assert_eq!(format_decimal(Language::English, 1500, 3), "1.500");
    }
}
