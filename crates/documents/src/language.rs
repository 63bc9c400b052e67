//! The languages that text recognition is trained for.

/// A language that tesseract can be trained for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TrainedLanguage {
    tag: &'static str,
    pub(super) name: &'static str,
    /// The Debian package that brings it.
    pub(super) package: &'static str,
    /// True if it is written in Latin letters.
    pub(super) latin: bool,
}

macro_rules! trained {
    ($($tag:literal $name:ident $package:literal $latin:literal),* $(,)?) => {
        &[$(TrainedLanguage { tag: $tag, name: stringify!($name), package: $package, latin: $latin }),*]
    };
}

const TRAINED_LANGUAGES: &[TrainedLanguage] = trained![
    "ar" ara "tesseract-ocr-ara" false, "bg" bul "tesseract-ocr-bul" false, "bn" ben "tesseract-ocr-ben" false,
    "ca" cat "tesseract-ocr-cat" true, "cs" ces "tesseract-ocr-ces" true, "cy" cym "tesseract-ocr-cym" true,
    "da" dan "tesseract-ocr-dan" true, "de" deu "tesseract-ocr-deu" true, "el" ell "tesseract-ocr-ell" false,
    "en" eng "tesseract-ocr-eng" true, "es" spa "tesseract-ocr-spa" true, "et" est "tesseract-ocr-est" true,
    "eu" eus "tesseract-ocr-eus" true, "fa" fas "tesseract-ocr-fas" false, "fi" fin "tesseract-ocr-fin" true,
    "fr" fra "tesseract-ocr-fra" true, "ga" gle "tesseract-ocr-gle" true, "gl" glg "tesseract-ocr-glg" true,
    "gu" guj "tesseract-ocr-guj" false, "he" heb "tesseract-ocr-heb" false, "hi" hin "tesseract-ocr-hin" false,
    "hr" hrv "tesseract-ocr-hrv" true, "hu" hun "tesseract-ocr-hun" true, "id" ind "tesseract-ocr-ind" true,
    "is" isl "tesseract-ocr-isl" true, "it" ita "tesseract-ocr-ita" true, "ja" jpn "tesseract-ocr-jpn" false,
    "ko" kor "tesseract-ocr-kor" false, "la" lat "tesseract-ocr-lat" true, "lt" lit "tesseract-ocr-lit" true,
    "lv" lav "tesseract-ocr-lav" true, "mr" mar "tesseract-ocr-mar" false, "ms" msa "tesseract-ocr-msa" true,
    "nb" nor "tesseract-ocr-nor" true, "nl" nld "tesseract-ocr-nld" true, "nn" nor "tesseract-ocr-nor" true,
    "no" nor "tesseract-ocr-nor" true, "pa" pan "tesseract-ocr-pan" false, "pl" pol "tesseract-ocr-pol" true,
    "pt" por "tesseract-ocr-por" true, "ro" ron "tesseract-ocr-ron" true, "ru" rus "tesseract-ocr-rus" false,
    "sk" slk "tesseract-ocr-slk" true, "sl" slv "tesseract-ocr-slv" true, "sr" srp "tesseract-ocr-srp" false,
    "sv" swe "tesseract-ocr-swe" true, "sw" swa "tesseract-ocr-swa" true, "ta" tam "tesseract-ocr-tam" false,
    "te" tel "tesseract-ocr-tel" false, "th" tha "tesseract-ocr-tha" false, "tl" tgl "tesseract-ocr-tgl" true,
    "tr" tur "tesseract-ocr-tur" true, "uk" ukr "tesseract-ocr-ukr" false, "ur" urd "tesseract-ocr-urd" false,
    "vi" vie "tesseract-ocr-vie" true, "zh" chi_sim "tesseract-ocr-chi-sim" false,
    "zh-hant" chi_tra "tesseract-ocr-chi-tra" false, "zh-tw" chi_tra "tesseract-ocr-chi-tra" false,
];

/// Finds tesseract's data for a language tag, by the whole tag or else by its first part.
pub(super) fn find_trained_language(tag: &str) -> Option<&'static TrainedLanguage> {
    let tag = tag.trim().to_ascii_lowercase();
    let main = tag.split('-').next().unwrap_or_default();
    let by = |wanted: &str| TRAINED_LANGUAGES.iter().find(|known| known.tag == wanted);
    by(&tag).or_else(|| by(main)).or_else(|| TRAINED_LANGUAGES.iter().find(|known| known.name == main))
}

/// The names of trained languages that are written in a script other than the Latin one, the most spoken
/// first. Scripts have the names that tesseract gives them.
pub(super) fn languages_of_script(script: &str) -> &'static [&'static str] {
    match script {
        "Arabic" => &["ara", "fas", "urd"],
        "Bengali" => &["ben"],
        "Cyrillic" => &["rus", "ukr", "bul", "srp"],
        "Devanagari" => &["hin", "mar"],
        "Greek" => &["ell"],
        "Gujarati" => &["guj"],
        "Gurmukhi" => &["pan"],
        // Japanese has many of its characters.
        "Han" => &["chi_sim", "chi_tra", "jpn"],
        "Hangul" | "Korean" => &["kor"],
        "Hebrew" => &["heb"],
        "Hiragana" | "Japanese" | "Katakana" => &["jpn"],
        "Tamil" => &["tam"],
        "Telugu" => &["tel"],
        "Thai" => &["tha"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_found_by_tag() {
        assert_eq!(find_trained_language("pt-BR").unwrap().name, "por");
        assert_eq!(find_trained_language("zh-Hant").unwrap().name, "chi_tra");
        assert_eq!(find_trained_language("fra").unwrap().name, "fra");
        assert_eq!(find_trained_language("tlh"), None);
    }

    #[test]
    fn languages_of_other_scripts_can_be_installed() {
        for script in ["Arabic", "Cyrillic", "Greek", "Han", "Hangul", "Hebrew", "Japanese", "Thai"] {
            let languages = languages_of_script(script);
            assert!(!languages.is_empty(), "{script}");
            for name in languages {
                assert!(find_trained_language(name).is_some_and(|known| !known.latin), "{name}");
            }
        }
        assert!(languages_of_script("Latin").is_empty() && languages_of_script("Fraktur").is_empty());
    }
}
