//! Words that may not be a whole name, because they do not say what a function does, what a value of a type
//! is, or of what and in which unit a constant is (CONTRIBUTING.md, "Names").

use proc_macro2::{
    Delimiter, TokenStream,
    TokenTree::{self, Group, Ident},
};

use crate::scanner::{is_block, is_sign, is_word};
use crate::{assert_none, extension, files, text};

/// Names that may stay: crate, name and reason.
const EXCEPTIONS: [(&str, &str, &str); 9] = [
    ("books", "ALL", "every value of an enumeration is `ALL` throughout the workspace"),
    ("documents", "ALL", "every value of an enumeration is `ALL` throughout the workspace"),
    ("domain", "ALL", "every value of an enumeration is `ALL` throughout the workspace"),
    ("holdings", "now", "the current time, as in `Timestamp::now`"),
    ("search", "ALL", "every value of an enumeration is `ALL` throughout the workspace"),
    ("services", "ALL", "every value of an enumeration is `ALL` throughout the workspace"),
    ("vocabulary", "ALL", "every value of an enumeration is `ALL` throughout the workspace"),
    ("web_reader", "ALL", "every value of an enumeration is `ALL` throughout the workspace"),
    ("workers", "now", "the current time, as in `holdings`"),
];

/// Participles that do not end in "ed".
const PARTICIPLES: &str = "begun borne bought bound broken brought built caught chosen done drawn driven fallen \
    felt forgotten found frozen given gone grown heard held hidden kept known laid led left lent lost made meant met \
    paid said seen sent shown sold sought spent spoken stolen struck sworn taken taught thought thrown told torn \
    understood undone unknown unseen wound worn woven written";

/// Words in "ed" that are not participles.
const VERBS_AND_NOUNS_IN_ED: &str =
    "bed bleed breed embed exceed feed heed need proceed seed shed speed succeed weed";

/// Prepositions, pronouns, adverbs and adjectives.
const OTHER_WORDS: &str = "about above across after again against alike all alone along among any anyone around as \
    aside at away bare before behind below beneath beside between beyond both by down each either elsewhere else \
    enough equal ever every everything except few foreign former free from fully good here how in inside instead into \
    it its just like likely many more much near never no nobody nothing now of off often on once only onto \
    other others otherwise out outside over own per plain ready rest same several similar since so some something \
    still such that their them then there these they this those through thus till to together too toward twice under \
    until up upon usual valid via visible what when where whether which while who whole whom whose why with within \
    without yet";

/// Superlatives, and words that paraphrase a limit or an interval.
const SUPERLATIVES: &str = "best biggest closest deepest earliest fewest furthest greatest highest largest latest \
    least longest look lowest most nearest newest oldest patience shortest slowest smallest widest worst";

/// Returns true if a name is one of the words alone.
fn is_forbidden(name: &str) -> bool {
    let is_constant = name.chars().all(char::is_uppercase);
    if name.contains('_') || !is_constant && name.chars().skip(1).any(char::is_uppercase) {
        return false;
    }
    let word = name.to_lowercase();
    let is_in = |list: &str| list.split_whitespace().any(|listed| listed == word);
    let is_regular_participle = word.ends_with("ed") && word.len() > 3 && !is_in(VERBS_AND_NOUNS_IN_ED);
    is_regular_participle || is_in(PARTICIPLES) || is_in(OTHER_WORDS) || is_in(SUPERLATIVES)
}

/// The names that a file gives to functions, types and constants, with their lines.
fn defined_names(text: &str) -> Vec<(String, usize)> {
    let mut names = Vec::new();
    collect_names(text.parse().expect("a source file is tokens of Rust"), &mut names);
    names
}

fn collect_names(stream: TokenStream, names: &mut Vec<(String, usize)>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        match (&trees[at], trees.get(at + 1)) {
            // A trait gives the names of what implements it.
            (Ident(word), _) if word == "impl" && is_item(&trees, at) => {
                let end = trees[at..].iter().position(is_block).map_or(trees.len(), |length| at + length);
                // `for<'a>` is of a type.
                let is_of_trait = (at..end).any(|at| {
                    is_word(&trees[at], "for") && !trees.get(at + 1).is_some_and(|next| is_sign(next, '<'))
                });
                if let Some(Group(body)) = trees.get(end).filter(|_| !is_of_trait) {
                    collect_names(body.stream(), names);
                }
                at = end;
            }
            (Ident(word), Some(Ident(name))) if is_definition(word, &trees, at) => {
                names.push((name.to_string(), name.span().start().line));
                at += 1;
            }
            (Group(group), _) => collect_names(group.stream(), names),
            _ => {}
        }
        at += 1;
    }
}

/// Returns true if the word is a keyword that a name follows: not in `const fn`, `*const T`,
/// `<const N: usize>` and `<$type as T>`.
fn is_definition(word: &proc_macro2::Ident, trees: &[TokenTree], at: usize) -> bool {
    let is_constant = word == "const" || word == "static";
    let is_other = ["fn", "struct", "enum", "trait", "type", "union"].iter().any(|keyword| word == keyword);
    let before = at.checked_sub(1).and_then(|at| trees.get(at));
    let is_name =
        !["fn", "unsafe", "extern", "async", "mut", "_"].iter().any(|other| is_word(&trees[at + 1], other));
    let is_after = |sign: char| before.is_some_and(|before| is_sign(before, sign));
    is_other && !is_after('$') || is_constant && is_name && !['*', '<', ',', '\''].into_iter().any(is_after)
}

/// Returns true if this `impl` begins an item, and is not in a type.
fn is_item(trees: &[TokenTree], at: usize) -> bool {
    match at.checked_sub(1).map(|at| &trees[at]) {
        None => true,
        Some(Group(group)) => group.delimiter() != Delimiter::Parenthesis,
        Some(TokenTree::Punct(punct)) => punct.as_char() == ';',
        Some(word) => is_word(word, "unsafe"),
    }
}

/// The crate of a source file.
fn crate_of(file: &str) -> Option<&str> {
    file.strip_prefix("crates/")?.split('/').next()
}

#[test]
fn names_are_more_than_a_participle_preposition_or_superlative() {
    let mut faults = Vec::new();
    let mut unused: Vec<_> = EXCEPTIONS.iter().map(|(krate, name, _)| (*krate, (*name).to_owned())).collect();
    let mut count = 0;
    for file in files().iter().filter(|file| extension(file) == "rs") {
        let Some(krate) = crate_of(file) else { continue };
        for (name, line) in defined_names(&text(file).unwrap_or_default()) {
            count += 1;
            if !is_forbidden(&name) {
                continue;
            }
            unused.retain(|exception| exception != &(krate, name.clone()));
            if !EXCEPTIONS.iter().any(|(of, exception, _)| (*of, *exception) == (krate, &name)) {
                faults.push(format!("{file}:{line}: {name}"));
            }
        }
    }
    faults.extend(unused.iter().map(|(krate, name)| format!("exception without a use: {name} in {krate}")));
    assert_none("names that do not say what is named (CONTRIBUTING.md, \"Names\")", &faults);
    assert!(count > 12000, "the names were found: {count}");
}

#[test]
fn names_of_functions_types_and_constants_are_found() {
    let text = "pub const fn a(b: *const C) -> impl Fn(D) + use<> { struct E; }\nimpl F { type G = H; fn i<const J: K>() {} }\n\
                impl L for M { fn n() {} }\nunsafe impl<'o> P<'o> { const Q: R = 1; }\nstatic mut S: T = 1;\n\
                proptest! { #[test] fn u(v in 1..2) {} }\nconst W: X = const { 1 };\nconst _: () = ();\n\
                macro_rules! y { ($type:ty) => { <$type as Z>::z() } }";
    let names: Vec<String> = defined_names(text).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["a", "E", "G", "i", "Q", "u", "W"]);
}

#[test]
fn participles_prepositions_and_superlatives_alone_are_forbidden() {
    for name in ["known", "wanted", "Found", "of", "own", "LONGEST", "PATIENCE", "Counted"] {
        assert!(is_forbidden(name), "{name}");
    }
    for name in ["find_known", "need", "FEED", "KnownFile", "MAX_TITLE_CHARS", "red", "from_account", "title"]
    {
        assert!(!is_forbidden(name), "{name}");
    }
}
