//! The language of a text, guessed by its most common words.

/// Short words that are common in one language and rare in the others.
const COMMON_WORDS: [(&str, &[&str]); 9] = [
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
pub(crate) fn guess_language<'t>(texts: impl Iterator<Item = &'t str>) -> Option<&'static str> {
    let mut hits = [0_u32; COMMON_WORDS.len()];
    let mut words = 0_u32;
    for word in
        texts.flat_map(|text| text.split(|c: char| !c.is_alphabetic())).filter(|word| !word.is_empty())
    {
        words += 1;
        if words > 20_000 {
            break;
        }
        let word = word.to_lowercase();
        for (hit, (_, common)) in hits.iter_mut().zip(&COMMON_WORDS) {
            *hit += u32::from(common.contains(&word.as_str()));
        }
    }
    let best = (0..COMMON_WORDS.len()).max_by_key(|n| hits[*n])?;
    let second = (0..COMMON_WORDS.len()).filter(|n| *n != best).map(|n| hits[n]).max().unwrap_or_default();
    // One word in ten at least, and twice as many as of any other language.
    (hits[best] >= 5 && hits[best] * 10 >= words && hits[best] >= second * 2).then(|| COMMON_WORDS[best].0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_tells_its_language() {
        let of = |text: &str| guess_language(std::iter::once(text));
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
