//! The voice for each language.

/// The voices of an engine by the languages that they speak.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Voices {
    /// Language in lower case, rank (the lowest is the best), voice.
    list: Vec<(String, u32, String)>,
}

impl Voices {
    pub(crate) fn new(list: impl IntoIterator<Item = (String, u32, String)>) -> Self {
        let list =
            list.into_iter().map(|(language, rank, voice)| (language.to_ascii_lowercase(), rank, voice));
        Self { list: list.collect() }
    }

    /// Parses the output of `espeak-ng --voices`.
    pub(crate) fn parse_espeak(text: &str) -> Self {
        let mut list = Vec::new();
        for line in text.lines().skip(1) {
            let mut columns = line.split_whitespace();
            let (Some(rank), Some(language)) = (columns.next().and_then(|n| n.parse().ok()), columns.next())
            else {
                continue;
            };
            list.push((language.to_owned(), rank, language.to_owned()));
            // Languages in brackets, each with a rank of its own, are spoken as well.
            for other in line.split('(').skip(1).filter_map(|part| part.split_once(')')) {
                if let Some((also, rank)) = other.0.split_once(' ')
                    && let Ok(rank) = rank.trim().parse::<u32>()
                {
                    list.push((also.to_owned(), 100 + rank, language.to_owned()));
                }
            }
        }
        Self::new(list)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Finds the voice for a language: of the exact tag, then of the tag without its last parts, then of
    /// the same language elsewhere.
    pub(crate) fn find(&self, language: &str) -> Option<&str> {
        let tag = normalize_tag(language);
        let mut rest = tag.as_str();
        loop {
            // English without a country is that of the United States.
            let first = if rest == "en" { "en-us" } else { rest };
            if let Some(voice) =
                self.find_best(|known| known == first).or_else(|| self.find_best(|known| known == rest))
            {
                return Some(voice);
            }
            match rest.rsplit_once('-') {
                Some((shorter, _)) => rest = shorter,
                None => break,
            }
        }
        let anywhere = format!("{rest}-");
        self.find_best(|known| known.starts_with(&anywhere))
    }

    fn find_best(&self, fits: impl Fn(&str) -> bool) -> Option<&str> {
        let fitting = self.list.iter().filter(|(language, ..)| fits(language));
        fitting.min_by_key(|(_, rank, _)| *rank).map(|(.., voice)| voice.as_str())
    }
}

/// Converts a tag to lower case, with the short code of its language.
fn normalize_tag(language: &str) -> String {
    let lower = language.trim().to_ascii_lowercase().replace('_', "-");
    let (first, rest) = lower.split_once('-').map_or((lower.as_str(), ""), |(first, rest)| (first, rest));
    let short = match first {
        "eng" => "en",
        "fra" | "fre" => "fr",
        "spa" => "es",
        "deu" | "ger" => "de",
        "ita" => "it",
        "por" => "pt",
        "nld" | "dut" => "nl",
        "zho" | "chi" => "zh",
        other => other,
    };
    if rest.is_empty() { short.to_owned() } else { format!("{short}-{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESPEAK_VOICES: &str = "\
Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  cmn             --/M      Chinese_(Mandarin,_latin_as_English) sit/cmn              (zh-cmn 5)(zh 5)
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
 2  en-us           --/M      English_(America)  gmw/en-US            (en 3)
 5  fr-be           --/M      French_(Belgium)   roa/fr-BE            (fr 8)
 5  fr-fr           --/M      French_(France)    roa/fr               (fr 5)
 5  es              --/M      Spanish_(Spain)    roa/es
 5  es-419          --/M      Spanish_(Latin_America) roa/es-419           (es-mx 6)(es 6)
 5  nb              --/M      Norwegian_Bokmål   gmq/nb               (no 5)
";

    #[test]
    fn each_language_has_its_nearest_voice() {
        let voices = Voices::parse_espeak(ESPEAK_VOICES);
        for (language, voice) in [
            ("en", Some("en-us")),
            ("en-GB", Some("en-gb")),
            ("en-AU", Some("en-us")),
            ("eng", Some("en-us")),
            ("fr", Some("fr-fr")),
            ("fr-CA", Some("fr-fr")),
            ("fr_BE", Some("fr-be")),
            ("es-MX", Some("es-419")),
            ("es-AR", Some("es")),
            ("zh-Hant-TW", Some("cmn")),
            ("no", Some("nb")),
            ("xx", None),
            ("", None),
            ("f", None),
        ] {
            assert_eq!(voices.find(language), voice, "{language}");
        }
    }
}
