//! Page counts in statements of extent (field 300 `$a`).

/// Words for pages after their number. Those of one letter need a full stop.
const PAGE_WORDS: &str = "p pp pages page pag pág págs páginas pagine pagina seiten blz sivua sidor sider str \
                          stran strony stron страниц 頁 页 ページ oldal strana sayfa halaman hlm hal trang lk lpp \
                          σελ σελίδες стр עמ עמודים ص صفحة صفحه 쪽 면";
const ABBREVIATED_PAGE_WORDS: &str = "s с σ";
/// Digits of each group behind the separator of a large number.
const THOUSANDS_GROUP_DIGITS: usize = 3;

/// The largest number before a word for pages: `xii, 345 p.` has 345. What follows the last such word is a
/// size or a number of files: `12 p. : ill. ; 24 cm`.
pub(super) fn parse_page_count(extent: &str) -> Option<i32> {
    let extent = join_thousands(extent);
    let mut pages: Option<i32> = None;
    let mut pending: Option<i32> = None;
    let runs = extent.split_inclusive(|c: char| !c.is_alphanumeric());
    for run in runs.flat_map(split_number) {
        let word = run.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        if let Ok(number) = word.parse::<i32>() {
            pending = pending.max(Some(number));
        } else if pending.is_some() {
            let is_in = |list: &str| list.split_whitespace().any(|listed| listed == word);
            if is_in(PAGE_WORDS) || run.ends_with('.') && is_in(ABBREVIATED_PAGE_WORDS) {
                pages = pages.max(pending.take());
            }
        }
    }
    pages.filter(|number| *number > 0)
}

/// A text without the commas in large numbers: `1,204 p.` In `1, 204 p.` a comma separates two numbers.
fn join_thousands(extent: &str) -> String {
    let mut joined = String::with_capacity(extent.len());
    let mut rest = extent;
    while let Some((before, after)) = rest.split_once(',') {
        joined.push_str(before);
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let leading = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let is_large_number = digits == THOUSANDS_GROUP_DIGITS && leading == 1;
        if !is_large_number {
            joined.push(',');
        }
        rest = after;
    }
    joined.push_str(rest);
    joined
}

/// The number at the beginning of a word, and the rest: `345p`.
fn split_number(word: &str) -> [&str; 2] {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = word.split_at(digits);
    if number.is_empty() || !rest.starts_with(char::is_alphabetic) { [word, ""] } else { [number, rest] }
}

#[cfg(test)]
mod tests {
    use super::parse_page_count;

    #[test]
    fn only_numbers_before_a_word_for_pages_count() {
        for (extent, pages) in [
            ("12 p. : ill. ; 24 cm", Some(12)),
            ("24 p. 30 cm.", Some(24)),
            ("1 online resource (345 pages) (2500 KB)", Some(345)),
            ("2 v. (1320 p.)", Some(1320)),
            ("xxi, 1,204 p.", Some(1204)),
            ("1, 204 p.", Some(204)),
            ("345 p., 16 p. of plates", Some(345)),
            ("345 oldal", Some(345)),
            ("345 ص.", Some(345)),
            ("345 עמ'", Some(345)),
            ("345 s. :", Some(345)),
            ("345 σ.", Some(345)),
            ("xii, 345 стр. ; 21 см", Some(345)),
            ("46 volumes", None),
            ("volumes 1-3 ; 24 cm", None),
        ] {
            assert_eq!(parse_page_count(extent), pages, "{extent}");
        }
    }
}
