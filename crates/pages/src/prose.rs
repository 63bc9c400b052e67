//! The language that a text is in, by its most frequent words. Records seldom state it, and a synopsis is
//! often in another language than its book.

/// Words that are frequent in one language and rare in the others.
const FREQUENT: [(&str, &[&str]); 7] = [
    (
        "en",
        &[
            "the", "and", "of", "to", "is", "with", "that", "for", "are", "this", "from", "by", "his", "her",
            "which", "who", "when", "their", "they", "was",
        ],
    ),
    (
        "fr",
        &[
            "le", "les", "des", "et", "est", "dans", "une", "pour", "qui", "sur", "avec", "aux", "ses",
            "cette", "par", "pas", "mais", "elle", "du", "ce",
        ],
    ),
    (
        "es",
        &[
            "el", "los", "las", "y", "del", "con", "una", "por", "para", "su", "al", "pero", "sus", "como",
            "es", "más", "lo", "cuando", "desde", "esta",
        ],
    ),
    (
        "de",
        &[
            "der", "die", "das", "und", "ist", "ein", "eine", "mit", "von", "den", "nicht", "auf", "sich",
            "dem", "für", "im", "zu", "wird", "auch", "als",
        ],
    ),
    (
        "it",
        &[
            "il", "gli", "di", "e", "che", "della", "nel", "con", "una", "per", "è", "sono", "alla", "dei",
            "più", "non", "suo", "questo", "anche", "del",
        ],
    ),
    (
        "pt",
        &[
            "os", "do", "da", "e", "em", "um", "uma", "com", "não", "para", "por", "dos", "das", "ao",
            "mais", "seu", "sua", "é", "pela", "na",
        ],
    ),
    (
        "nl",
        &[
            "het", "een", "van", "en", "dat", "niet", "zijn", "voor", "met", "op", "aan", "wordt", "naar",
            "deze", "maar", "ook", "bij", "uit", "haar", "te",
        ],
    ),
];

/// Fewer of its frequent words say nothing about a text.
const LEAST: usize = 4;
/// How many times more of them a text must have than of those of any other language.
const TIMES: usize = 2;

/// The tag of the language of a text. `None` unless its words leave no doubt.
pub(crate) fn language(text: &str) -> Option<&'static str> {
    let mut counts = FREQUENT.map(|(tag, _)| (0, tag));
    for word in text.split(|sign: char| !sign.is_alphabetic()).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        for ((count, _), (_, frequent)) in counts.iter_mut().zip(&FREQUENT) {
            *count += usize::from(frequent.contains(&word.as_str()));
        }
    }
    counts.sort_unstable_by(|one, other| other.cmp(one));
    let [(first, tag), (second, _), ..] = counts;
    (first >= LEAST && first >= TIMES * second).then_some(tag)
}

#[cfg(test)]
mod tests {
    use super::language;

    #[test]
    fn a_text_is_known_by_its_frequent_words() {
        for (tag, text) in [
            (
                "en",
                "In 1909 the county sends a young surveyor to the ferry with a pencil and a rule that is his own.",
            ),
            (
                "fr",
                "Dans un village de montagne, une institutrice tient le registre des neiges et ce que les gens disent.",
            ),
            (
                "es",
                "La banda del pueblo ensaya para la fiesta, pero el bombo se ha perdido y los músicos lo buscan por las calles.",
            ),
            (
                "de",
                "Die Fähre fährt nicht mehr, und der Fährmann zählt auf dem Steg, wer mit ihm noch über den Fluss will.",
            ),
            (
                "it",
                "Il traghetto non parte più, e gli abitanti della valle si chiedono che cosa sia successo nel porto.",
            ),
            (
                "pt",
                "Os moradores da vila não sabem mais o que fazer com a ponte, e um rapaz conta os dias em que ninguém passa.",
            ),
            (
                "nl",
                "Het veer vaart niet meer, maar een jongen van de overkant wacht op zijn vader, die naar het dorp is.",
            ),
        ] {
            assert_eq!(language(text), Some(tag), "{text}");
        }
    }

    #[test]
    fn what_leaves_doubt_has_no_language() {
        for text in [
            "",
            "Poems, 1911-1914",
            "The Count of Monte Cristo",
            "Na wsi mówią, że zima przyjdzie wcześniej niż zwykle, a most nie wytrzyma.",
            "The ferry and the bridge, of which the people speak. Die Fähre und die Brücke, von der sie mit den Leuten reden.",
        ] {
            assert_eq!(language(text), None, "{text}");
        }
    }
}
