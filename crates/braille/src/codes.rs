//! Braille codes: the tables of each language.

/// The tables of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// The language (BCP 47), as specific as necessary.
    pub language: &'static str,
    /// The name of the code on the wire (docs/rules/values.md#rule-7), if any.
    pub name: Option<&'static str>,
    /// The table without contractions.
    pub uncontracted: &'static str,
    /// The table with contractions; the same table if there are none.
    pub contracted: &'static str,
}

impl Code {
    const fn new(language: &'static str, uncontracted: &'static str, contracted: &'static str) -> Self {
        Self { language, name: None, uncontracted, contracted }
    }

    const fn single(language: &'static str, table: &'static str) -> Self {
        Self::new(language, table, table)
    }

    const fn named(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Whether the code has contractions.
    pub fn has_contractions(&self) -> bool {
        self.uncontracted != self.contracted
    }

    pub(crate) fn table(&self, contracted: bool) -> &'static str {
        if contracted { self.contracted } else { self.uncontracted }
    }
}

/// English Braille American Edition.
pub(crate) const EBAE: Code = Code::new("en", "en-us-g1.ctb", "en-us-g2.ctb").named("ebae");
/// Unified English Braille.
pub(crate) const UEB: Code = Code::new("en", "en-ueb-g1.ctb", "en-ueb-g2.ctb").named("ueb");

/// All codes, except tables with eight dots. More specific languages precede others.
pub(crate) const CODES: &[Code] = &[
    EBAE,
    UEB,
    Code::new("fr", "fr-bfu-comp6.utb", "fr-bfu-g2.ctb").named("frenchUnified"),
    Code::new("es", "es-g1.ctb", "es-g2.ctb").named("spanish"),
    Code::new("de", "de-g1.ctb", "de-g2.ctb"),
    Code::new("ar", "ar-ar-g1.utb", "ar-ar-g2.ctb"),
    Code::new("pt", "pt-pt-g1.utb", "pt-pt-g2.ctb"),
    Code::single("it", "it-it-comp6.utb"),
    Code::single("nl", "nl-NL-g0.utb"),
    Code::new("da", "da-dk-g16.ctb", "da-dk-g26.ctb"),
    Code::new("sv", "sv-g0.utb", "sv-g2.ctb"),
    Code::new("nb", "no-no-g0.utb", "no-no-g3.ctb"),
    Code::new("nn", "no-no-g0.utb", "no-no-g3.ctb"),
    Code::new("no", "no-no-g0.utb", "no-no-g3.ctb"),
    Code::single("fi", "fi.utb"),
    Code::single("pl", "Pl-Pl-g1.utb"),
    Code::single("cs", "cs-g1.ctb"),
    Code::single("sk", "sk-g1.ctb"),
    Code::new("hu", "hu-hu-g1.ctb", "hu-hu-g2.ctb"),
    Code::single("hr", "hr-g1.ctb"),
    Code::single("sr", "sr-g1.ctb"),
    Code::single("sl", "sl-si-g1.utb"),
    Code::single("ca", "ca-g1.ctb"),
    Code::single("lt", "lt-6dot.utb"),
    Code::single("lv", "Lv-Lv-g1.utb"),
    Code::single("eo", "eo-g1.ctb"),
    Code::new("cy", "cy-cy-g1.utb", "cy-cy-g2.ctb"),
    Code::new("ga", "ga-g1.utb", "ga-g2.ctb"),
    Code::new("af", "afr-za-g1.ctb", "afr-za-g2.ctb"),
    Code::single("tr", "tr-g1.ctb"),
    Code::single("vi", "vi-vn-g1.ctb"),
    Code::single("ms", "ms-my-g2.ctb"),
    Code::new("sw", "sw-ke-g1.utb", "sw-ke-g2.ctb"),
    Code::single("xh", "xh-za-g1.utb"),
    Code::single("zu", "zu-za-g1.utb"),
    Code::single("mi", "mao-nz-g1.ctb"),
    Code::single("haw", "haw-us-g1.ctb"),
    Code::single("ru", "ru-litbrl.ctb"),
    Code::single("uk", "uk.utb"),
    Code::single("be", "bel.utb"),
    Code::single("kk", "kk.utb"),
    Code::single("uz", "uz-g1.utb"),
    Code::new("mn", "mn-MN-g1.utb", "mn-MN-g2.ctb"),
    Code::single("grc", "grc-international-en.utb"),
    Code::single("el", "el.ctb"),
    Code::single("he", "he-IL.utb"),
    Code::single("yi", "he-IL.utb"),
    Code::single("hi", "hi-in-g1.utb"),
    Code::single("mr", "mr-in-g1.utb"),
    Code::single("sa", "sa-in-g1.utb"),
    Code::single("ne", "np-in-g1.utb"),
    Code::single("gu", "gu-in-g1.utb"),
    Code::single("pa", "pu-in-g1.utb"),
    Code::single("bn", "bn.tbl"),
    Code::single("or", "or-in-g1.utb"),
    Code::single("ta", "ta-ta-g1.ctb"),
    Code::single("te", "te-in-g1.utb"),
    Code::single("kn", "ka-in-g1.utb"),
    Code::single("ml", "ml-in-g1.utb"),
    Code::new("ko", "ko-g1.ctb", "ko-g2.ctb"),
    Code::single("zh", "zhcn-g1.ctb"),
];

/// The code of a language; `None` if there is no table for it. English has two.
pub fn code(language: &str, ueb: bool) -> Option<Code> {
    let short = main_language(language);
    if short == "en" {
        return Some(if ueb { UEB } else { EBAE });
    }
    CODES.iter().copied().find(|code| code.language == short)
}

/// The language without region and script, with its two-letter code if it has one.
pub(crate) fn main_language(language: &str) -> String {
    let main = language.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    alpha2(&main).to_owned()
}

/// Books also state languages with three letters.
fn alpha2(language: &str) -> &str {
    const LONG: &[(&str, &str)] = &[
        ("eng", "en"),
        ("fra", "fr"),
        ("fre", "fr"),
        ("spa", "es"),
        ("deu", "de"),
        ("ger", "de"),
        ("ara", "ar"),
        ("por", "pt"),
        ("ita", "it"),
        ("nld", "nl"),
        ("dut", "nl"),
        ("rus", "ru"),
        ("ukr", "uk"),
        ("pol", "pl"),
        ("swe", "sv"),
        ("dan", "da"),
        ("ell", "el"),
        ("gre", "el"),
        ("heb", "he"),
        ("iw", "he"),
        ("zho", "zh"),
        ("chi", "zh"),
        ("cmn", "zh"),
        ("kor", "ko"),
        ("tur", "tr"),
        ("vie", "vi"),
        ("hin", "hi"),
    ];
    LONG.iter().find(|(long, _)| *long == language).map_or(language, |(_, short)| short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_their_code() {
        assert_eq!(code("en-GB", false), Some(EBAE));
        assert_eq!(code("EN", true), Some(UEB));
        assert_eq!(code("fr-CA", true).and_then(|code| code.name), Some("frenchUnified"));
        assert_eq!(code("spa", false).and_then(|code| code.name), Some("spanish"));
        assert_eq!(code("grc", false).map(|code| code.language), Some("grc"));
        assert_eq!(code("und", false), None);
        assert_eq!(code("", false), None);
    }
}
