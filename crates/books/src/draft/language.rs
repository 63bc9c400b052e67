//! The language of a text, guessed by its most common words.

/// Short words that are common in one language and rare in the others.
const COMMON_WORDS: [(&str, &str); 9] = [
    ("en", "the and of to that is was with for his not this are which"),
    ("fr", "les des est une dans que qui pour pas sur au avec ce il"),
    ("es", "el los las una con por que para del como su más y al"),
    ("de", "der die und das nicht ist ein eine den mit von auf zu dem"),
    ("it", "il di che una per non della con sono del gli è nel alla"),
    ("pt", "os que uma para com não do da em dos mais ao são na"),
    ("nl", "het een van en niet dat zijn voor met op aan ook bij wordt"),
    ("sv", "och att det som är inte för med till av ett den på jag"),
    ("pl", "nie się jest na że do to jak przez ale był oraz dla jego"),
];

/// Letters that only one language of their script writes often.
const PERSIAN_LETTERS: &str = "\u{67E}\u{686}\u{698}\u{6AF}\u{6A9}\u{6CC}";
const URDU_LETTERS: &str = "\u{679}\u{688}\u{691}\u{6D2}\u{6BA}";
/// A text with fewer letters shows no script.
const MIN_SCRIPT_LETTERS: u32 = 20;
/// Languages of the scripts that only they use, or that most texts in them are in.
const SCRIPT_LANGUAGES: [&str; 9] = ["he", "ar", "el", "ko", "ja", "zh", "th", "ka", "hy"];

/// Letters of a text by scripts that show its language.
#[derive(Default)]
struct ScriptCounts {
    all: u32,
    counts: [u32; SCRIPT_LANGUAGES.len()],
    persian: u32,
    urdu: u32,
}

impl ScriptCounts {
    fn add(&mut self, c: char) {
        self.all += u32::from(c.is_alphabetic());
        let script = match c {
            '\u{5D0}'..='\u{5EA}' => 0,
            '\u{620}'..='\u{64A}' | '\u{671}'..='\u{6D3}' => 1,
            '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => 2,
            '\u{AC00}'..='\u{D7A3}' => 3,
            '\u{3041}'..='\u{30FF}' => 4,
            '\u{3400}'..='\u{9FFF}' => 5,
            '\u{E01}'..='\u{E4E}' => 6,
            '\u{10A0}'..='\u{10FF}' => 7,
            '\u{531}'..='\u{587}' => 8,
            _ => return,
        };
        self.counts[script] += 1;
        self.persian += u32::from(PERSIAN_LETTERS.contains(c));
        self.urdu += u32::from(URDU_LETTERS.contains(c));
    }

    /// The language of the script of most letters.
    fn language(&self) -> Option<&'static str> {
        let mut counts = self.counts;
        // Japanese is written in Chinese characters, too.
        if counts[4] * 10 > counts[5] {
            counts[4] += counts[5];
        }
        let best = (0..counts.len()).max_by_key(|n| counts[*n])?;
        if counts[best] < MIN_SCRIPT_LETTERS || counts[best] * 2 < self.all {
            return None;
        }
        Some(match SCRIPT_LANGUAGES[best] {
            "ar" if self.urdu * 50 > counts[best] => "ur",
            "ar" if self.persian * 50 > counts[best] => "fa",
            language => language,
        })
    }
}

/// The language of a text, when its script or its commonest words leave little doubt.
pub(crate) fn guess_language<'t>(texts: impl Iterator<Item = &'t str>) -> Option<&'static str> {
    let mut hits = [0_u32; COMMON_WORDS.len()];
    let mut words = 0_u32;
    let mut scripts = ScriptCounts::default();
    for word in
        texts.flat_map(|text| text.split(|c: char| !c.is_alphabetic())).filter(|word| !word.is_empty())
    {
        words += 1;
        if words > 20_000 {
            break;
        }
        word.chars().for_each(|c| scripts.add(c));
        let word = word.to_lowercase();
        for (hit, (_, common)) in hits.iter_mut().zip(&COMMON_WORDS) {
            *hit += u32::from(common.split(' ').any(|known| known == word));
        }
    }
    if let Some(language) = scripts.language() {
        return Some(language);
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
        let hebrew = "\u{5D4}\u{5DE}\u{5D9}\u{5DD} \u{5E2}\u{5D5}\u{5DC}\u{5D9}\u{5DD} ".repeat(3);
        assert_eq!(of(&hebrew), Some("he"));
        let (arabic, persian) = ("\u{627}\u{644}\u{628}\u{62D}\u{631} ", "\u{627}\u{6CC}\u{646} ");
        assert_eq!(of(&arabic.repeat(5)), Some("ar"));
        assert_eq!(of(&[arabic, persian].concat().repeat(5)), Some("fa"));
        assert_eq!(of(&"\u{6D77}\u{306F}\u{4E00}\u{65E5} ".repeat(6)), Some("ja"));
        assert_eq!(of("Total 42 kg"), None);
        assert_eq!(of(""), None);
    }
}
