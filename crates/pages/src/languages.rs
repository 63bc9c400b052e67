//! Languages of names, and the direction of text in them.

use domain::{Series, Title};

/// Languages that are written from right to left, unless their tag states another script.
const RTL_LANGUAGES: [&str; 13] =
    ["ar", "arc", "ckb", "dv", "fa", "he", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"];
const RTL_SCRIPTS: [&str; 6] = ["adlm", "arab", "hebr", "nkoo", "syrc", "thaa"];

/// The direction of text in a language, as HTML's `dir`: that of its script if the tag states one.
pub(crate) fn text_direction(tag: &str) -> &'static str {
    let tag = tag.to_ascii_lowercase();
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    let is_rtl = match parts.next().filter(|part| part.len() == 4) {
        Some(script) => RTL_SCRIPTS.contains(&script),
        None => RTL_LANGUAGES.contains(&language),
    };
    if is_rtl { "rtl" } else { "ltr" }
}

/// The BCP 47 tag of the language of a title's name. Empty if it is unknown.
pub(crate) fn title_language(title: &Title) -> &str {
    title.metadata.title_language().unwrap_or_default()
}

/// The tag of a periodical's first language. Empty if it has none. Its editions are named in it, too.
pub(crate) fn first_language(series: &Series) -> &'static str {
    series.languages.first().and_then(|code| domain::languages::tag(code)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::text_direction;

    #[test]
    fn text_has_the_direction_of_its_script() {
        for (tag, direction) in [
            ("ar", "rtl"),
            ("he-IL", "rtl"),
            ("AZ-Arab", "rtl"),
            ("pa-Arab-PK", "rtl"),
            ("ar-Latn", "ltr"),
            ("az", "ltr"),
            ("de-1996", "ltr"),
            ("", "ltr"),
        ] {
            assert_eq!(text_direction(tag), direction, "{tag}");
        }
    }
}
