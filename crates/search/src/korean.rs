//! Korean words are written together with their particles, so that a noun alone is not a word of a title:
//! `마법사` in `마법사의 돌`.

/// Particles with the number of syllables that a word keeps at least, the longest first.
const PARTICLES: [(&str, usize); 34] = [
    ("에서부터", 1),
    ("으로부터", 1),
    ("이라는", 1),
    ("에게서", 1),
    ("으로서", 1),
    ("으로써", 1),
    ("에서", 1),
    ("에게", 1),
    ("으로", 1),
    ("까지", 1),
    ("부터", 1),
    ("처럼", 1),
    ("보다", 2),
    ("라는", 2),
    ("이랑", 2),
    ("하고", 2),
    ("들의", 1),
    ("들은", 1),
    ("들이", 1),
    ("들을", 1),
    ("들과", 1),
    ("을", 1),
    ("를", 1),
    ("은", 2),
    ("는", 1),
    ("이", 2),
    ("가", 2),
    ("의", 1),
    ("에", 1),
    ("와", 1),
    ("과", 2),
    ("도", 2),
    ("로", 2),
    ("만", 2),
];

/// A word without the particle at its end.
pub(crate) fn cut_particle(word: &str) -> &str {
    let is_hangul = |c: char| matches!(c, '\u{ac00}'..='\u{d7a3}');
    let cut = PARTICLES.iter().find_map(|(particle, least)| {
        let noun = word.strip_suffix(particle)?;
        (noun.chars().filter(|c| is_hangul(*c)).count() >= *least).then_some(noun)
    });
    cut.unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::cut_particle;

    #[test]
    fn nouns_lose_their_particles_and_short_words_stay() {
        for (word, noun) in [
            ("마법사의", "마법사"),
            ("학교에서", "학교"),
            ("책을", "책"),
            ("나무로", "나무"),
            ("사람들은", "사람"),
            ("돌", "돌"),
            ("의", "의"),
            ("아이", "아이"),
            ("포터와", "포터"),
            ("abc", "abc"),
        ] {
            assert_eq!(cut_particle(word), noun, "{word}");
        }
    }
}
