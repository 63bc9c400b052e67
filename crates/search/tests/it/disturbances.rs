//! Every title finds itself by each of the ways in which people type it differently, and none of them makes
//! titles match that differ in a word.

use domain::Title;
use domain::normalization::conjunctions;
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization as _;

use crate::support::{NO_TITLES, TestShelf, title_in_language};

/// A way to type a text differently; it has the language of the title.
struct Disturbance {
    name: &'static str,
    apply: fn(&str, &str) -> String,
}

macro_rules! disturbances {
    ($($name:ident),+ $(,)?) => { &[$(Disturbance { name: stringify!($name), apply: $name }),+] };
}

const DISTURBANCES: &[Disturbance] = disturbances![
    in_capitals, in_small_letters, without_accents, in_decomposed_form, in_full_width, with_soft_hyphens,
    with_zero_width_spaces, with_zero_width_joiners, with_zero_width_non_joiners, with_word_joiners,
    with_byte_order_mark, with_direction_marks, with_modifier_apostrophes, with_grave_accents,
    with_acute_accents, without_apostrophes, with_non_breaking_hyphens, with_minus_signs,
    with_spaces_for_hyphens, without_hyphens, with_words_for_ampersands, with_ampersands_for_words,
    without_punctuation, in_quotation_marks, with_no_break_spaces, in_reverse_order, with_tatweel,
    without_vowel_points, from_a_persian_keyboard, from_an_arabic_keyboard, with_arabic_digits,
    in_half_width_kana, in_hiragana, without_middle_dots, without_last_long_vowels, with_double_s,
    with_umlauts_spelled_out, with_letters_without_strokes, with_ligatures, with_close_initials,
    with_bare_initials, without_digit_separators, with_an_ellipsis,
];

/// Titles and their languages.
const SAMPLE_TITLES: &[(&str, &str)] = &[
    ("The Time Traveler’s Café", "eng"),
    ("Don't Look Back, Résumé", "eng"),
    ("Hawaiʻi & the South Seas", "eng"),
    ("E-mail Etiquette for Jean-Luc", "eng"),
    ("Salt and Smoke: A Novel", "eng"),
    ("20,000 Leagues under the Sea", "eng"),
    ("J. R. R. Tolkien: A Life", "eng"),
    ("C++ and C# in .NET", "eng"),
    ("Sonata in F♯ minor, Op. 27", "eng"),
    ("V.", "eng"),
    ("X", "eng"),
    ("1984", "eng"),
    ("Rock 'n' Roll (1959–1963)", "eng"),
    ("Figures of the Official Staff", "eng"),
    ("Über die Straße & zurück", "ger"),
    ("Die Meeresbiologie-Übungen", "ger"),
    ("L’Étranger et l’œuvre", "fre"),
    ("Les Misérables", "fre"),
    ("Cien años de soledad", "spa"),
    ("Luz y Sombra en Cádiz", "spa"),
    ("Col·lecció d’òperes", "cat"),
    ("Smørrebrød på Ærø og Ålborg", "dan"),
    ("Łódź i Kraków", "pol"),
    ("İstanbul’da Kış Ağacı", "tur"),
    ("Преступление и наказание", "rus"),
    ("Ёлка на Рождество", "rus"),
    ("П'ять зірок", "ukr"),
    ("Οδύσσεια και Ιλιάς", "gre"),
    ("أُغنيةُ البَحر", "ara"),
    ("مكتبة على التلّ الكبير", "ara"),
    ("می\u{200c}خواهم زنده بمانم", "per"),
    ("کتاب‌های کوچک ۱۳۵۷", "per"),
    ("آگ کا دریا", "urd"),
    ("שִׁיר הַיָּם", "heb"),
    ("צה״ל והמדינה", "heb"),
    ("हिन्दी कहानियाँ", "hin"),
    ("ハリー・ポッターと賢者の石", "jpn"),
    ("コンピューター入門 2", "jpn"),
    ("紅樓夢", "chi"),
    ("해리 포터와 마법사의 돌", "kor"),
    ("สามก๊ก", "tha"),
    ("Tiếng Việt & Đất Nước", "vie"),
];

/// A word that no title has.
const OTHER_WORD: &str = "zwxkvantiq";

#[test]
fn every_title_finds_itself_by_each_disturbance() {
    let shelf = TestShelf::with_titles(generate_titles());
    let mut faults = Vec::new();
    for (id, (title, language)) in (1..).zip(SAMPLE_TITLES) {
        for Disturbance { name, apply } in DISTURBANCES {
            let query = apply(title, language);
            let found = shelf.keyword_ids(&query);
            if found.first() != Some(&id) {
                faults.push(format!("{name}: {query:?} finds {found:?} and not first {title:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn disturbances_do_not_make_titles_match_that_differ_in_a_word() {
    let shelf = TestShelf::with_titles(generate_titles());
    for (title, language) in SAMPLE_TITLES {
        let mut words: Vec<&str> = title.split(' ').collect();
        let place = words.len() / 2;
        words[place] = OTHER_WORD;
        let other = words.join(" ");
        for Disturbance { name, apply } in DISTURBANCES {
            let query = apply(&other, language);
            assert_eq!(shelf.keyword_ids(&query), NO_TITLES, "{name}: {query:?}");
        }
    }
}

#[test]
fn titles_that_differ_in_letters_that_are_not_alike_are_told_apart() {
    for (one, other, language) in [
        ("Marsh", "Marches", "zxx"),
        ("كتاب", "كتب", "ara"),
        ("ビール", "ビリヤード", "jpn"),
        ("C++", "C#", "eng"),
        ("ou", "où va", "zxx"),
        ("20,000", "2,000", "eng"),
        ("Übung", "Abung", "ger"),
        ("co-op", "coup", "eng"),
        ("שיר", "שור", "heb"),
    ] {
        let shelf = TestShelf::with_titles([
            title_in_language(1, one, language),
            title_in_language(2, other, language),
        ]);
        assert_eq!(shelf.keyword_ids(one).first(), Some(&1), "{one}");
        assert_eq!(shelf.keyword_ids(other).first(), Some(&2), "{other}");
        if one != "ou" {
            assert_eq!(shelf.keyword_ids(one), [1], "{one}");
        }
    }
}

fn generate_titles() -> Vec<Title> {
    (1..).zip(SAMPLE_TITLES).map(|(id, (title, language))| title_in_language(id, title, language)).collect()
}

/// Words of generated titles, by language.
const WORD_POOLS: &[(&str, &[&str])] = &[
    (
        "eng",
        &[
            "harbor", "Café", "don’t", "e-mail", "O'Hara", "naïve", "X", "C++", "3,500", "J. R.", "&", "and",
            "night",
        ],
    ),
    ("ger", &["Straße", "Übung", "Müller", "Ebbe", "&", "und", "Haus-Tür", "Maß", "1.000"]),
    ("fre", &["l’œuvre", "été", "&", "et", "peut-être", "aujourd’hui", "ñ"]),
    ("ara", &["مكتبة", "على", "أُغنية", "البحر", "٣", "إلى", "قرآن"]),
    ("per", &["می\u{200c}خواهم", "کتاب", "کوچک", "یک", "خانۀ"]),
    ("jpn", &["ガンダム", "コンピューター", "石", "ハリー・ポッター", "と"]),
    ("rus", &["ёлка", "и", "объект", "А. С.", "Пушкин", "из-за"]),
];

prop_compose! {
    fn generated_title()(pool in prop::sample::select(WORD_POOLS))(
        words in prop::collection::vec(prop::sample::select(pool.1), 1..5),
        language in Just(pool.0),
    ) -> (String, &'static str) {
        (words.join(" "), language)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn generated_titles_find_themselves_by_two_disturbances_one_after_the_other(
        titles in prop::collection::vec(generated_title(), 1..6),
        pairs in prop::collection::vec((0..DISTURBANCES.len(), 0..DISTURBANCES.len()), 12),
    ) {
        let shelf = TestShelf::with_titles((1..).zip(&titles).map(|(id, (title, language))| title_in_language(id, title, language)));
        for (id, (title, language)) in (1..).zip(&titles) {
            for (first, second) in &pairs {
                let (first, second) = (&DISTURBANCES[*first], &DISTURBANCES[*second]);
                let query = (second.apply)(&(first.apply)(title, language), language);
                let found = shelf.keyword_ids(&query);
                prop_assert!(
                    found.contains(&id),
                    "{}, {}: {query:?} finds {found:?} and not {title:?}", first.name, second.name
                );
            }
        }
    }
}

fn in_capitals(text: &str, _: &str) -> String {
    text.to_uppercase()
}

fn in_small_letters(text: &str, _: &str) -> String {
    text.to_lowercase()
}

fn without_accents(text: &str, _: &str) -> String {
    text.nfd().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).nfc().collect()
}

fn in_decomposed_form(text: &str, _: &str) -> String {
    text.nfd().collect()
}

fn in_full_width(text: &str, _: &str) -> String {
    let wide = |c| match c {
        '!'..='~' => char::from_u32(u32::from(c) - 0x21 + 0xff01).unwrap(),
        ' ' => '\u{3000}',
        c => c,
    };
    text.chars().map(wide).collect()
}

fn with_soft_hyphens(text: &str, _: &str) -> String {
    inside_words(text, '\u{ad}')
}

fn with_zero_width_spaces(text: &str, _: &str) -> String {
    inside_words(text, '\u{200b}')
}

fn with_zero_width_joiners(text: &str, _: &str) -> String {
    inside_words(text, '\u{200d}')
}

fn with_zero_width_non_joiners(text: &str, _: &str) -> String {
    inside_words(text, '\u{200c}')
}

fn with_word_joiners(text: &str, _: &str) -> String {
    inside_words(text, '\u{2060}')
}

fn with_byte_order_mark(text: &str, _: &str) -> String {
    format!("\u{feff}{text}")
}

fn with_direction_marks(text: &str, _: &str) -> String {
    format!("\u{202b}{}\u{200f}\u{202c}", text.replace(' ', "\u{200e} \u{200f}"))
}

fn with_modifier_apostrophes(text: &str, _: &str) -> String {
    text.replace(['\'', '’', 'ʻ'], "ʼ")
}

fn with_grave_accents(text: &str, _: &str) -> String {
    text.replace(['\'', '’', 'ʻ'], "`")
}

fn with_acute_accents(text: &str, _: &str) -> String {
    text.replace(['\'', '’', 'ʻ'], "´")
}

fn without_apostrophes(text: &str, _: &str) -> String {
    text.replace(['\'', '’', 'ʻ', 'ʼ', '`', '´', '״'], "")
}

fn with_non_breaking_hyphens(text: &str, _: &str) -> String {
    text.replace(['-', '–'], "\u{2011}")
}

fn with_minus_signs(text: &str, _: &str) -> String {
    text.replace(['-', '–'], "\u{2212}")
}

fn with_spaces_for_hyphens(text: &str, _: &str) -> String {
    text.replace(['-', '–', '\u{2011}', '\u{2212}', '－'], " ")
}

fn without_hyphens(text: &str, _: &str) -> String {
    text.replace(['-', '–', '\u{2011}', '\u{2212}', '－'], "")
}

fn with_words_for_ampersands(text: &str, language: &str) -> String {
    text.replace('&', &conjunctions::for_languages([language])[0])
}

fn with_ampersands_for_words(text: &str, language: &str) -> String {
    let and = conjunctions::for_languages([language]).remove(0);
    text.split(' ')
        .map(|word| if word.to_lowercase() == and { "&" } else { word })
        .collect::<Vec<_>>()
        .join(" ")
}

fn without_punctuation(text: &str, _: &str) -> String {
    text.replace(['.', ',', ':', ';', '!', '?', '(', ')', '“', '”', '…', '·', '・'], "")
}

fn in_quotation_marks(text: &str, _: &str) -> String {
    format!("“{text}”")
}

fn with_no_break_spaces(text: &str, _: &str) -> String {
    format!("  {} ", text.replace(' ', "\u{a0} "))
}

/// People turn words around, but not the initials of a name.
fn in_reverse_order(text: &str, _: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let groups = words.chunk_by(|word, next| find_initial(word).is_some() && find_initial(next).is_some());
    groups.rev().map(|group| group.join(" ")).collect::<Vec<_>>().join(" ")
}

fn with_tatweel(text: &str, _: &str) -> String {
    let mut long = String::new();
    let mut last = ' ';
    for c in text.chars() {
        let is_letter =
            |c: char| matches!(c, '\u{620}'..='\u{63f}' | '\u{641}'..='\u{64a}' | '\u{66e}'..='\u{6d3}');
        if is_letter(last) && is_letter(c) {
            long.push('\u{640}');
        }
        long.push(c);
        last = c;
    }
    long
}

fn without_vowel_points(text: &str, _: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, '\u{64b}'..='\u{65f}' | '\u{591}'..='\u{5bd}' | '\u{5bf}'..='\u{5c7}'))
        .collect()
}

fn from_a_persian_keyboard(text: &str, _: &str) -> String {
    text.replace(['ي', 'ى'], "ی").replace('ك', "ک").replace(['ة', 'ۀ'], "ه").replace(['أ', 'إ', 'آ'], "ا")
}

fn from_an_arabic_keyboard(text: &str, _: &str) -> String {
    text.replace('ی', "ي").replace('ک', "ك").replace(['ہ', 'ھ'], "ه")
}

fn with_arabic_digits(text: &str, _: &str) -> String {
    let arabic = |c: char| match c {
        '0'..='9' => char::from_u32(u32::from(c) - 0x30 + 0x660).unwrap(),
        '۰'..='۹' => char::from_u32(u32::from(c) - 0x6f0 + 0x660).unwrap(),
        c => c,
    };
    text.chars().map(arabic).collect()
}

fn in_half_width_kana(text: &str, _: &str) -> String {
    let half = |c: char| {
        let found = ('\u{ff61}'..='\u{ff9f}').find(|half| half.to_string().nfkc().eq([c]));
        found.unwrap_or(c)
    };
    let is_kana = |c: char| matches!(c, '\u{3040}'..='\u{30ff}');
    let pieces = text
        .chars()
        .map(|c| if is_kana(c) { c.to_string().nfd().map(half).collect() } else { c.to_string() });
    pieces.collect()
}

fn in_hiragana(text: &str, _: &str) -> String {
    let hiragana = |c: char| match c {
        '\u{30a1}'..='\u{30f6}' => char::from_u32(u32::from(c) - 0x60).unwrap(),
        c => c,
    };
    text.chars().map(hiragana).collect()
}

fn without_middle_dots(text: &str, _: &str) -> String {
    text.replace(['・', '·', '･'], "")
}

fn without_last_long_vowels(text: &str, _: &str) -> String {
    text.replace("ター", "タ")
}

fn with_double_s(text: &str, _: &str) -> String {
    text.replace('ß', "ss")
}

fn with_umlauts_spelled_out(text: &str, _: &str) -> String {
    let text = text.replace('ä', "ae").replace(['ö', 'ø'], "oe").replace('ü', "ue").replace('å', "aa");
    text.replace('Ü', "Ue").replace('Å', "Aa")
}

fn with_letters_without_strokes(text: &str, _: &str) -> String {
    let text = text.replace('ø', "o").replace('ł', "l").replace('Ł', "L").replace('Đ', "D").replace('đ', "d");
    text.replace('ı', "i").replace('İ', "I").replace('æ', "ae").replace('Æ', "Ae").replace('œ', "oe")
}

fn with_ligatures(text: &str, _: &str) -> String {
    text.replace("ffi", "ﬃ").replace("ff", "ﬀ").replace("fi", "ﬁ").replace("fl", "ﬂ")
}

fn with_close_initials(text: &str, _: &str) -> String {
    each_initial(text, |initials| format!("{}.", initials.join(".")))
}

fn with_bare_initials(text: &str, _: &str) -> String {
    each_initial(text, |initials| initials.concat())
}

fn without_digit_separators(text: &str, _: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let separates =
        |at: usize| matches!(chars[at], ',' | '.') && is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    (0..chars.len()).filter(|at| !separates(*at)).map(|at| chars[at]).collect()
}

fn with_an_ellipsis(text: &str, _: &str) -> String {
    format!("{text}…")
}

/// The letter of an initial: `J` of `J.`.
fn find_initial(word: &str) -> Option<&str> {
    word.strip_suffix('.').filter(|letter| letter.chars().count() == 1)
}

/// Two or more initials of a text, written in another way.
fn each_initial(text: &str, write: impl Fn(&[&str]) -> String) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut initials: Vec<&str> = Vec::new();
    for word in text.split(' ').chain([""]) {
        if let Some(initial) = find_initial(word) {
            initials.push(initial);
            continue;
        }
        match initials.len() {
            0 => {}
            1 => words.push(format!("{}.", initials[0])),
            _ => words.push(write(&initials)),
        }
        initials.clear();
        words.push(word.to_owned());
    }
    words.join(" ").trim_end().to_owned()
}

/// A character put into the middle of each word.
fn inside_words(text: &str, c: char) -> String {
    let put = |word: &str| {
        let chars: Vec<char> = word.chars().collect();
        let middle =
            (1..chars.len()).find(|at| chars[at - 1].is_alphanumeric() && chars[*at].is_alphanumeric());
        match middle {
            Some(at) => chars[..at].iter().chain([&c]).chain(&chars[at..]).collect(),
            None => word.to_owned(),
        }
    };
    text.split(' ').map(put).collect::<Vec<_>>().join(" ")
}
