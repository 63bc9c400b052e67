//! Languages: those that text recognition is trained for, and guessing one by its commonest words.

/// A language that tesseract can be trained for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Trained {
    tag: &'static str,
    /// Its name in tesseract.
    pub(super) name: &'static str,
    /// The Debian package that brings it.
    pub(super) package: &'static str,
    /// Whether it is written in Latin letters.
    pub(super) latin: bool,
}

macro_rules! trained {
    ($($tag:literal $name:ident $package:literal $latin:literal),* $(,)?) => {
        &[$(Trained { tag: $tag, name: stringify!($name), package: $package, latin: $latin }),*]
    };
}

const TRAINED: &[Trained] = trained![
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

/// What tesseract has for a language tag, by the whole tag or else by its first part.
pub(super) fn trained(tag: &str) -> Option<&'static Trained> {
    let tag = tag.trim().to_ascii_lowercase();
    let main = tag.split('-').next().unwrap_or_default();
    let by = |wanted: &str| TRAINED.iter().find(|known| known.tag == wanted);
    by(&tag).or_else(|| by(main)).or_else(|| TRAINED.iter().find(|known| known.name == main))
}

/// Short words that are common in one language and rare in the others.
const COMMON: [(&str, &[&str]); 9] = [
    (
        "en",
        &["the", "and", "of", "to", "that", "is", "was", "with", "for", "his", "not", "this", "are", "which"],
    ),
    (
        "fr",
        &["les", "des", "est", "une", "dans", "que", "qui", "pour", "pas", "sur", "au", "avec", "ce", "il"],
    ),
    ("es", &["el", "los", "las", "una", "con", "por", "que", "para", "del", "como", "su", "más", "y", "al"]),
    (
        "de",
        &["der", "die", "und", "das", "nicht", "ist", "ein", "eine", "den", "mit", "von", "auf", "zu", "dem"],
    ),
    (
        "it",
        &["il", "di", "che", "una", "per", "non", "della", "con", "sono", "del", "gli", "è", "nel", "alla"],
    ),
    ("pt", &["os", "que", "uma", "para", "com", "não", "do", "da", "em", "dos", "mais", "ao", "são", "na"]),
    (
        "nl",
        &[
            "het", "een", "van", "en", "niet", "dat", "zijn", "voor", "met", "op", "aan", "ook", "bij",
            "wordt",
        ],
    ),
    (
        "sv",
        &["och", "att", "det", "som", "är", "inte", "för", "med", "till", "av", "ett", "den", "på", "jag"],
    ),
    (
        "pl",
        &["nie", "się", "jest", "na", "że", "do", "to", "jak", "przez", "ale", "był", "oraz", "dla", "jego"],
    ),
];

/// The language of a text, when its commonest words leave little doubt.
pub(super) fn guess<'t>(texts: impl Iterator<Item = &'t str>) -> Option<&'static str> {
    let mut hits = [0_u32; COMMON.len()];
    let mut words = 0_u32;
    for word in
        texts.flat_map(|text| text.split(|c: char| !c.is_alphabetic())).filter(|word| !word.is_empty())
    {
        words += 1;
        if words > 20_000 {
            break;
        }
        let word = word.to_lowercase();
        for (hit, (_, common)) in hits.iter_mut().zip(&COMMON) {
            *hit += u32::from(common.contains(&word.as_str()));
        }
    }
    let best = (0..COMMON.len()).max_by_key(|n| hits[*n])?;
    let second = (0..COMMON.len()).filter(|n| *n != best).map(|n| hits[n]).max().unwrap_or_default();
    // One word in ten at least, and twice as many as of any other language.
    (hits[best] >= 5 && hits[best] * 10 >= words && hits[best] >= second * 2).then(|| COMMON[best].0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_found_by_tag() {
        assert_eq!(trained("pt-BR").unwrap().name, "por");
        assert_eq!(trained("zh-Hant").unwrap().name, "chi_tra");
        assert_eq!(trained("fra").unwrap().name, "fra");
        assert_eq!(trained("tlh"), None);
    }

    #[test]
    fn a_text_tells_its_language() {
        let of = |text: &str| guess(std::iter::once(text));
        assert_eq!(
            of(
                "The tide comes in twice a day, and the water that covers the rocks is cold. It was not for his boat."
            ),
            Some("en")
        );
        assert_eq!(
            of(
                "Les enfants sont dans la cour avec une balle que le maître leur a donnée pour jouer. Il est tard."
            ),
            Some("fr")
        );
        assert_eq!(
            of("Der Hund und die Katze sind nicht auf dem Dach, das ist mit einer Leiter zu hoch."),
            Some("de")
        );
        assert_eq!(of("Total 42 kg"), None);
        assert_eq!(of(""), None);
    }
}
