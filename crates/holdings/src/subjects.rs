//! Maps a book's subjects to categories: BISAC headings directly, Thema codes by their beginnings, library
//! subject headings by their words. Thema codes are kept, too.

use books::model::Subject;
use domain::thema::{self, ThemaCode};
use domain::{Category, CategoryType, name_key};
use store::bisac::BisacHeading;

use crate::known::KnownCategories;

/// The library's own categories, and the words in a subject (folded, whole words) that select them. One of
/// the words suffices. Subjects are English where publishers follow the common lists.
const CATEGORY_WORDS: [(&str, &[&str]); 28] = [
    ("Art and Architecture", &["art", "arts", "architecture", "painting", "sculpture", "photography"]),
    (
        "Biography and Memoir",
        &["biography", "autobiography", "memoir", "memoirs", "diaries", "correspondence"],
    ),
    ("Business and Economics", &["business", "economics", "finance", "management", "money"]),
    ("Children's Books", &["children s", "childrens", "juvenile", "nursery rhymes", "fairy tales"]),
    (
        "Computers and Technology",
        &["computers", "computer science", "programming", "technology", "engineering"],
    ),
    ("Cooking and Food", &["cooking", "cookbooks", "cookery", "food", "recipes"]),
    ("Drama and Plays", &["drama", "plays", "comedies", "tragedies", "theater"]),
    ("Education", &["education", "teaching", "study and teaching"]),
    ("Essays and Memoir", &["essays"]),
    ("Family Stories", &["domestic fiction", "family life", "families"]),
    ("Health and Medicine", &["health", "medicine", "medical", "nursing", "psychiatry"]),
    ("Historical Fiction", &["historical fiction"]),
    ("History", &["history", "historical", "civilization"]),
    ("Humor", &["humor", "humorous stories", "satire", "comedies", "wit"]),
    ("Law and Politics", &["law", "politics", "political science", "government", "constitutional"]),
    ("Literature and Fiction", &["fiction", "novel", "novels", "short stories", "literature", "stories"]),
    (
        "Mathematics",
        &["mathematics", "algebra", "algebras", "geometry", "calculus", "arithmetic", "statistics"],
    ),
    ("Military", &["military", "war", "warfare", "strategy"]),
    ("Music", &["music", "songs", "opera", "scores"]),
    ("Mystery and Thrillers", &["detective", "mystery", "thriller", "thrillers", "crime", "suspense"]),
    ("Philosophy", &["philosophy", "philosophical", "ethics", "logic"]),
    ("Poetry", &["poetry", "poems", "sonnets", "epic"]),
    ("Psychology and Self-Help", &["psychology", "self help"]),
    (
        "Religion and Spirituality",
        &["religion", "religious", "bible", "christianity", "islam", "judaism", "buddhism"],
    ),
    ("Romance", &["romance", "love stories", "courtship"]),
    ("Science and Nature", &["science", "nature", "physics", "chemistry", "biology", "astronomy", "animals"]),
    ("Science Fiction and Fantasy", &["science fiction", "fantasy", "time travel", "dystopias", "utopias"]),
    ("Travel and Places", &["travel", "travels", "voyages", "description and travel", "sailing"]),
];

/// The categories of a book: the library's own first, then BISAC; each once.
pub fn find_categories(subjects: &[Subject], categories: &KnownCategories) -> Vec<Category> {
    let mut all: Vec<Category> =
        subjects.iter().flat_map(|subject| subject_categories(subject, categories)).collect();
    all.sort();
    all.dedup();
    all
}

/// The Thema codes of a book, in order.
pub fn find_thema_codes(subjects: &[Subject]) -> Vec<ThemaCode> {
    thema::deduplicate(subjects.iter().filter_map(thema_code))
}

fn thema_code(subject: &Subject) -> Option<ThemaCode> {
    let authority = subject.authority.as_deref()?.to_ascii_lowercase();
    let is_thema = authority.trim() == "thema" || authority.contains("editeur.org/thema");
    ThemaCode::new(subject.code.as_deref().filter(|_| is_thema)?, Some(&subject.name))
}

fn subject_categories(subject: &Subject, categories: &KnownCategories) -> Vec<Category> {
    let Some(code) = thema_code(subject) else { return find_categories_by_words(subject, categories) };
    // The words of a qualifier, such as an age, are not what the book is about.
    if code.is_qualifier() {
        return Vec::new();
    }
    let category =
        code.category().map(|name| Category::service(categories.library_category(name).unwrap_or(name)));
    find_categories_by_words(subject, categories).into_iter().chain(category).collect()
}

/// The categories by the words of a subject, or by its BISAC code.
fn find_categories_by_words(subject: &Subject, categories: &KnownCategories) -> Vec<Category> {
    if let Some(category) = bisac_category(subject, categories) {
        return vec![category];
    }
    if let Some(name) = categories.library_category(&subject.name) {
        return vec![Category::service(name)];
    }
    // Phrases before words, and a matched phrase is removed: time travel is not travel, and science fiction
    // is not science.
    let mut key = format!(" {} ", name_key(&subject.name));
    let mut found = Vec::new();
    for phrases in [true, false] {
        for (name, words) in CATEGORY_WORDS {
            for word in words.iter().filter(|word| word.contains(' ') == phrases) {
                let word = format!(" {word} ");
                if key.contains(&word) {
                    found.push(name);
                    if phrases {
                        key = key.replace(&word, " ; ");
                    }
                }
            }
        }
    }
    found
        .into_iter()
        .map(|name| Category::service(categories.library_category(name).unwrap_or(name)))
        .collect()
}

/// A heading with a code in its name, or whose description is in the database.
fn bisac_category(subject: &Subject, categories: &KnownCategories) -> Option<Category> {
    let stated = subject.code.as_deref().map(|code| code.trim().to_ascii_uppercase());
    match stated.filter(|code| is_code(code)) {
        Some(code) => Some(Category::bisac(code, subject.name.trim())),
        None => categories
            .bisac_heading(&subject.name)
            .map(|(code, description)| Category::bisac(code, description)),
    }
}

/// Three letters and six digits.
fn is_code(code: &str) -> bool {
    code.len() == 9
        && code
            .bytes()
            .enumerate()
            .all(|(i, b)| if i < 3 { b.is_ascii_uppercase() } else { b.is_ascii_digit() })
}

/// The categories and headings that the lists must contain for a title.
pub fn to_list(categories: &[Category]) -> (Vec<String>, Vec<BisacHeading>) {
    let own = categories.iter().filter(|c| c.kind == CategoryType::Service).map(|c| c.name.clone()).collect();
    let headings = categories
        .iter()
        .filter_map(|c| Some(BisacHeading { code: c.code.clone()?, description: c.name.clone() }))
        .collect();
    (own, headings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn category_names(names: &[&str], known: &KnownCategories) -> Vec<String> {
        let subjects: Vec<_> =
            names.iter().map(|name| Subject { name: (*name).into(), authority: None, code: None }).collect();
        find_categories(&subjects, known).into_iter().map(|c| c.name).collect()
    }

    #[test]
    fn headings_are_mapped_by_their_words() {
        let known = KnownCategories::default();
        assert_eq!(
            category_names(&["Time travel--Fiction"], &known),
            ["Literature and Fiction", "Science Fiction and Fantasy"]
        );
        assert_eq!(category_names(&["Science fiction"], &known), ["Science Fiction and Fantasy"]);
        assert_eq!(
            category_names(&["Military art and science -- Early works to 1800"], &known)[1..],
            ["Military", "Science and Nature"]
        );
        assert_eq!(category_names(&["Starting over", "Warsaw", "פרוזה"], &known), [] as [&str; 0]);
        assert_eq!(
            category_names(&["Children's literature -- Study and teaching"], &known)[..1],
            ["Children's Books"]
        );
    }

    #[test]
    fn the_librarys_own_name_wins_in_its_own_spelling() {
        let known = KnownCategories::from_lists(&["Café Culture", "HISTORY"], &[]);
        assert_eq!(category_names(&["cafe culture"], &known), ["Café Culture"]);
        assert_eq!(category_names(&["Rome -- History"], &known), ["HISTORY"]);
    }

    #[test]
    fn bisac_headings_match_by_code_or_description_and_come_last() {
        let known = KnownCategories::from_lists(&[], &[("FIC028000", "FICTION / Science Fiction / General")]);
        let stated = Subject {
            name: "COOKING / General".into(),
            authority: Some("BISAC".into()),
            code: Some("ckb000000".into()),
        };
        let described =
            Subject { name: "Fiction / Science Fiction / General".into(), authority: None, code: None };
        let plain = Subject { name: "Recipes".into(), authority: None, code: Some("641.5".into()) };
        assert_eq!(
            find_categories(&[stated, described, plain], &known),
            [
                Category::service("Cooking and Food"),
                Category::bisac("CKB000000", "COOKING / General"),
                Category::bisac("FIC028000", "FICTION / Science Fiction / General"),
            ]
        );
    }

    #[test]
    fn thema_codes_are_kept_and_their_subjects_give_categories() {
        let subject = |name: &str, authority: &str, code: &str| Subject {
            name: name.into(),
            authority: Some(authority.into()),
            code: Some(code.into()),
        };
        let all = [
            subject("Classic crime", "Thema", "FFC"),
            subject("WZ", "https://ns.editeur.org/thema/", "wz"),
            subject("For primary education", "THEMA", "4CD"),
            subject("Crime", "LCSH", "FFD"),
            subject("Sailing", "thema", "no code!"),
        ];
        let codes: Vec<_> = find_thema_codes(&all).into_iter().map(|one| (one.code, one.name)).collect();
        let kept = |code: &str, name: Option<&str>| (code.to_owned(), name.map(str::to_owned));
        assert_eq!(
            codes,
            [
                kept("FFC", Some("Classic crime")),
                kept("WZ", None),
                kept("4CD", Some("For primary education"))
            ]
        );
        let names: Vec<_> =
            find_categories(&all, &KnownCategories::default()).into_iter().map(|one| one.name).collect();
        assert!(names.contains(&"Mystery and Thrillers".to_owned()), "{names:?}");
        assert!(names.contains(&"Travel and Places".to_owned()), "words without a code count, too");
        assert!(!names.contains(&"Education".to_owned()), "a qualifier is not a subject");
    }

    #[test]
    fn the_words_are_folded_as_subjects_are() {
        for (name, words) in CATEGORY_WORDS {
            for word in words {
                assert_eq!(name_key(word), **word, "{name}");
            }
        }
    }
}
