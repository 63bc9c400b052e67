//! Braille codes: the tables of each language.

use vocabulary::language_names::to_alpha2;

/// The braille tables of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrailleCode {
    /// The language (BCP 47), as specific as necessary.
    pub language: &'static str,
    /// The name of the code on the wire (docs/rules/values.md#rule-7), if any.
    pub name: Option<&'static str>,
    /// The table without contractions.
    pub uncontracted: &'static str,
    /// The table with contractions; the same table if there are none.
    pub contracted: &'static str,
}

impl BrailleCode {
    const fn new(language: &'static str, uncontracted: &'static str, contracted: &'static str) -> Self {
        Self { language, name: None, uncontracted, contracted }
    }

    const fn without_contractions(language: &'static str, table: &'static str) -> Self {
        Self::new(language, table, table)
    }

    const fn with_name(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Returns true if the code has contractions.
    pub fn has_contractions(&self) -> bool {
        self.uncontracted != self.contracted
    }

    /// Returns true if a table is one of its two.
    pub(crate) fn has_table(&self, table: &str) -> bool {
        table == self.uncontracted || table == self.contracted
    }

    pub(crate) fn table_name(&self, contracted: bool) -> &'static str {
        if contracted { self.contracted } else { self.uncontracted }
    }
}

/// English Braille American Edition.
pub(crate) const EBAE: BrailleCode = BrailleCode::new("en", "en-us-g1.ctb", "en-us-g2.ctb").with_name("ebae");
/// Unified English Braille.
pub(crate) const UEB: BrailleCode = BrailleCode::new("en", "en-ueb-g1.ctb", "en-ueb-g2.ctb").with_name("ueb");

/// Uniform French braille.
pub(crate) const FRENCH: BrailleCode =
    BrailleCode::new("fr", "fr-bfu-comp6.utb", "fr-bfu-g2.ctb").with_name("frenchUnified");

pub(crate) const SPANISH: BrailleCode = BrailleCode::new("es", "es-g1.ctb", "es-g2.ctb").with_name("spanish");
pub(crate) const CATALAN: BrailleCode = BrailleCode::without_contractions("ca", "ca-g1.ctb");
pub(crate) const PORTUGUESE: BrailleCode = BrailleCode::new("pt", "pt-pt-g1.utb", "pt-pt-g2.ctb");
pub(crate) const GREEK: BrailleCode = BrailleCode::without_contractions("el", "el.ctb");
pub(crate) const PERSIAN: BrailleCode = BrailleCode::without_contractions("fa", "fa-ir-g1.utb");
pub(crate) const URDU: BrailleCode = BrailleCode::without_contractions("ur", "ur-pk-g1.utb");
pub(crate) const GEORGIAN: BrailleCode = BrailleCode::without_contractions("ka", "ka.utb");
pub(crate) const AMHARIC: BrailleCode = BrailleCode::without_contractions("am", "ethio-g1.ctb");
pub(crate) const CHICHEWA: BrailleCode = BrailleCode::without_contractions("ny", "ny-mw.utb");

/// All codes, except tables with eight dots. More specific languages precede others.
pub(crate) const BRAILLE_CODES: &[BrailleCode] = &[
    EBAE,
    UEB,
    FRENCH,
    SPANISH,
    BrailleCode::new("de", "de-g1.ctb", "de-g2.ctb"),
    BrailleCode::new("ar", "ar-ar-g1.utb", "ar-ar-g2.ctb"),
    PORTUGUESE,
    BrailleCode::without_contractions("it", "it-it-comp6.utb"),
    BrailleCode::without_contractions("nl", "nl-NL-g0.utb"),
    BrailleCode::new("da", "da-dk-g16.ctb", "da-dk-g26.ctb"),
    BrailleCode::new("sv", "sv-g0.utb", "sv-g2.ctb"),
    BrailleCode::new("nb", "no-no-g0.utb", "no-no-g3.ctb"),
    BrailleCode::new("nn", "no-no-g0.utb", "no-no-g3.ctb"),
    BrailleCode::new("no", "no-no-g0.utb", "no-no-g3.ctb"),
    BrailleCode::without_contractions("fi", "fi.utb"),
    BrailleCode::without_contractions("pl", "Pl-Pl-g1.utb"),
    BrailleCode::without_contractions("cs", "cs-g1.ctb"),
    BrailleCode::without_contractions("sk", "sk-g1.ctb"),
    BrailleCode::new("hu", "hu-hu-g1.ctb", "hu-hu-g2.ctb"),
    BrailleCode::without_contractions("hr", "hr-g1.ctb"),
    BrailleCode::without_contractions("sr", "sr-g1.ctb"),
    BrailleCode::without_contractions("sl", "sl-si-g1.utb"),
    CATALAN,
    BrailleCode::without_contractions("lt", "lt-6dot.utb"),
    BrailleCode::without_contractions("lv", "Lv-Lv-g1.utb"),
    BrailleCode::without_contractions("eo", "eo-g1.ctb"),
    BrailleCode::new("cy", "cy-cy-g1.utb", "cy-cy-g2.ctb"),
    BrailleCode::new("ga", "ga-g1.utb", "ga-g2.ctb"),
    BrailleCode::new("af", "afr-za-g1.ctb", "afr-za-g2.ctb"),
    BrailleCode::without_contractions("tr", "tr-g1.ctb"),
    BrailleCode::without_contractions("vi", "vi-vn-g1.ctb"),
    BrailleCode::without_contractions("ms", "ms-my-g2.ctb"),
    BrailleCode::new("sw", "sw-ke-g1.utb", "sw-ke-g2.ctb"),
    BrailleCode::without_contractions("xh", "xh-za-g1.utb"),
    BrailleCode::without_contractions("zu", "zu-za-g1.utb"),
    BrailleCode::without_contractions("nso", "nso-za-g1.utb"),
    BrailleCode::without_contractions("st", "sot-za-g1.ctb"),
    BrailleCode::without_contractions("tn", "tsn-za-g1.ctb"),
    BrailleCode::without_contractions("ve", "ve-za-g1.utb"),
    CHICHEWA,
    BrailleCode::without_contractions("lg", "lg-ug-g1.utb"),
    BrailleCode::without_contractions("mi", "mao-nz-g1.ctb"),
    BrailleCode::without_contractions("haw", "haw-us-g1.ctb"),
    BrailleCode::without_contractions("ru", "ru-litbrl.ctb"),
    BrailleCode::without_contractions("uk", "uk.utb"),
    BrailleCode::without_contractions("be", "bel.utb"),
    BrailleCode::without_contractions("kk", "kk.utb"),
    BrailleCode::without_contractions("ba", "ba.utb"),
    BrailleCode::without_contractions("uz", "uz-g1.utb"),
    BrailleCode::new("mn", "mn-MN-g1.utb", "mn-MN-g2.ctb"),
    BrailleCode::without_contractions("grc", "grc-international-en.utb"),
    GREEK,
    BrailleCode::without_contractions("he", "he-IL.utb"),
    BrailleCode::without_contractions("yi", "he-IL.utb"),
    PERSIAN,
    URDU,
    BrailleCode::without_contractions("ckb", "ckb-g1.ctb"),
    GEORGIAN,
    AMHARIC,
    BrailleCode::without_contractions("km", "km-g1.utb"),
    BrailleCode::without_contractions("my", "my-g1.utb"),
    BrailleCode::without_contractions("hi", "hi-in-g1.utb"),
    BrailleCode::without_contractions("mr", "mr-in-g1.utb"),
    BrailleCode::without_contractions("sa", "sa-in-g1.utb"),
    BrailleCode::without_contractions("ne", "np-in-g1.utb"),
    BrailleCode::without_contractions("gu", "gu-in-g1.utb"),
    BrailleCode::without_contractions("pa", "pu-in-g1.utb"),
    BrailleCode::without_contractions("bn", "bn.tbl"),
    BrailleCode::without_contractions("or", "or-in-g1.utb"),
    BrailleCode::without_contractions("ta", "ta-ta-g1.ctb"),
    BrailleCode::without_contractions("te", "te-in-g1.utb"),
    BrailleCode::without_contractions("kn", "ka-in-g1.utb"),
    BrailleCode::without_contractions("ml", "ml-in-g1.utb"),
    BrailleCode::new("ko", "ko-g1.ctb", "ko-g2.ctb"),
    BrailleCode::without_contractions("zh", "zhcn-g1.ctb"),
];

/// Finds the code of a language; `None` if there is no table for it. English has two.
pub fn code(language: &str, ueb: bool) -> Option<BrailleCode> {
    let short = main_language(language);
    if short == "en" {
        return Some(if ueb { UEB } else { EBAE });
    }
    BRAILLE_CODES.iter().copied().find(|code| code.language == short)
}

/// The language without region and script, with its two-letter code if it has one.
pub(crate) fn main_language(language: &str) -> String {
    let main = language.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let short = match main.as_str() {
        "cmn" => Some("zh"),
        // It was replaced.
        "iw" => Some("he"),
        main => to_alpha2(main),
    };
    short.map_or(main, str::to_owned)
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
        assert_eq!(code("per", false), Some(PERSIAN));
        assert_eq!(code("cze", false).map(|code| code.language), Some("cs"));
        for long in ["iw", "cmn", "chi", "zul", "mao", "mri", "nno", "mal"] {
            assert!(code(long, false).is_some_and(|code| code.language.len() == 2), "{long}");
        }
        assert_eq!(code("grc", false).map(|code| code.language), Some("grc"));
        assert_eq!(code("und", false), None);
        assert_eq!(code("", false), None);
    }
}
