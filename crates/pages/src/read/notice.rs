//! The notice of a marked copy, in the language of the page. The copy itself has it in English.

use jiff::civil::Date;

use crate::dates::day;
use crate::page::Page;

/// The notice as a page shows it.
pub(super) struct Notice {
    /// The sentences.
    pub(super) text: String,
    /// Their language, as a tag of BCP 47. Empty if it is that of the page.
    pub(super) lang: &'static str,
}

impl Notice {
    /// The notice of a copy, for a page: as the copy has it, if it is not the usual one.
    pub(super) fn new(page: &Page<'_>, own: &str) -> Self {
        let Some((name, date)) = parts(own) else { return Self { text: own.to_owned(), lang: "en" } };
        let date = day(page, date);
        let text = page.said("read-notice", &[("name", name.into()), ("date", date.as_str().into())]);
        Self { text, lang: "" }
    }
}

/// The name and the day in the notice that the crate `marks` writes.
fn parts(notice: &str) -> Option<(&str, Date)> {
    let rest = notice.strip_prefix("This copy was made for ")?;
    let (name, date) = rest.strip_suffix(". It is for this person's own use.")?.rsplit_once(" on ")?;
    Some((name, date.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::parts;

    #[test]
    fn a_notice_has_a_name_and_a_day() {
        for name in ["Ines Okafor", "Jean on Tour", "D’Arcy. It is"] {
            let notice =
                format!("This copy was made for {name} on 2026-11-03. It is for this person's own use.");
            assert_eq!(parts(&notice), Some((name, date(2026, 11, 3))));
        }
        for other in [
            "",
            "This copy was made for Ines Okafor on 2026-11-03.",
            "This copy was made for Ines Okafor on Monday. It is for this person's own use.",
        ] {
            assert_eq!(parts(other), None, "{other}");
        }
    }
}
