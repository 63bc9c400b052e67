//! English words with an American and a British spelling: `color` and `colour`.

/// Beginnings of these words, folded, the American one first.
const SPELLINGS: [(&str, &str); 43] = [
    ("airplane", "aeroplane"),
    ("aluminum", "aluminium"),
    ("analog", "analogue"),
    ("archeolog", "archaeolog"),
    ("armor", "armour"),
    ("behavior", "behaviour"),
    ("catalog", "catalogue"),
    ("center", "centre"),
    ("color", "colour"),
    ("defense", "defence"),
    ("dialog", "dialogue"),
    ("encyclopedia", "encyclopaedia"),
    ("favorite", "favourite"),
    ("fiber", "fibre"),
    ("flavor", "flavour"),
    ("gray", "grey"),
    ("harbor", "harbour"),
    ("honor", "honour"),
    ("humor", "humour"),
    ("jewelry", "jewellery"),
    ("labor", "labour"),
    ("mold", "mould"),
    ("mom", "mum"),
    ("neighbor", "neighbour"),
    ("offense", "offence"),
    ("organization", "organisation"),
    ("pajama", "pyjama"),
    ("parlor", "parlour"),
    ("plow", "plough"),
    ("program", "programme"),
    ("rumor", "rumour"),
    ("savior", "saviour"),
    ("skeptic", "sceptic"),
    ("specter", "spectre"),
    ("splendor", "splendour"),
    ("sulfur", "sulphur"),
    ("theater", "theatre"),
    ("traveler", "traveller"),
    ("traveling", "travelling"),
    ("tumor", "tumour"),
    ("valor", "valour"),
    ("vapor", "vapour"),
    ("vigor", "vigour"),
];
/// Endings of these words.
const ENDINGS: [&str; 11] = ["", "s", "y", "ed", "ing", "ful", "less", "hood", "ist", "able", "ite"];

/// The American spelling of a British word, and the other way round.
pub(crate) fn find_other_spellings(folded: &str) -> impl Iterator<Item = String> {
    let both =
        SPELLINGS.into_iter().flat_map(|(american, british)| [(american, british), (british, american)]);
    both.filter_map(move |(from, to)| {
        let ending = folded.strip_prefix(from)?;
        ENDINGS.contains(&ending).then(|| format!("{to}{ending}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_the_spelling_of_the_other_country() {
        let others = |word| find_other_spellings(word).collect::<Vec<_>>();
        for (word, other) in [
            ("color", "colour"),
            ("neighbourhood", "neighborhood"),
            ("theatres", "theaters"),
            ("grey", "gray"),
        ] {
            assert_eq!(others(word), [other]);
        }
        for word in ["colorado", "moments", "ferry", "", "catalogues2"] {
            assert_eq!(others(word), [""; 0], "{word}");
        }
    }
}
