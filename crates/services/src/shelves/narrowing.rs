//! A reader's copies narrowed by words, formats and a language, with exact counts.

use std::collections::HashMap;

use domain::normalization::{SearchWord, search_text, search_words};
use domain::offering::{AsOffering as _, available_artifacts};
use domain::{Capabilities, Format, Item, OfferedItem, Title, WireEnum as _, access, isbn};

use super::list_downloaded;
use crate::{Operation, Result, items};

/// Conditions for the items of a shelf, all of which must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShelfFilter {
    /// Words, each of which begins a word of the title, of the series, of a name or of an ISBN. Accents and
    /// case do not count.
    pub words: Option<String>,
    /// Formats, any of which can be downloaded. Empty: no condition.
    pub formats: Vec<Format>,
    /// One of the languages, ISO 639-2 alpha-3.
    pub language: Option<String>,
}

impl ShelfFilter {
    /// The words and ISBNs in the ways to write them.
    fn search_terms(&self) -> Vec<SearchWord> {
        let text = self.words.as_deref().unwrap_or_default();
        let isbns = isbn::find_all(text);
        let mut words = search_words(&isbn::remove_all(text, &isbns));
        words.extend(isbns.into_iter().map(|found| vec![found.isbn.to_string()]));
        words
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NarrowedShelf {
    /// The titles and editions in the order of the shelf.
    pub items: Vec<Item>,
    /// Their formats that can be downloaded, each with the number of items.
    pub formats: Vec<(Format, u64)>,
    /// Their languages, the most frequent first.
    pub languages: Vec<(String, u64)>,
}

/// The titles and editions that the reader has copies of, as far as they still exist: as many statements for
/// many as for one.
pub async fn narrow_downloads(op: &Operation, by: &ShelfFilter) -> Result<NarrowedShelf> {
    let items = list_downloaded(op).await?;
    let can = op.delivery().capabilities();
    let words = by.search_terms();
    // Titles are listed whether or not the caller sees them, editions only if they do.
    let is_listed = |of: &OfferedItem| {
        matches!(of, OfferedItem::Title(_))
            || access::finds_title(of.as_offering(), &op.access_caller(), &op.site.id)
    };
    let found = items::load_many(op, &items).await?.into_iter();
    let listed = found.filter(|(_, of)| is_listed(of));
    let traits = listed.map(|(item, of)| (item, Traits::new(&of, can, !words.is_empty()))).collect();
    Ok(select_items(items, &traits, &words, by))
}

/// The traits by which the items of a shelf are filtered.
struct Traits {
    formats: Vec<Format>,
    languages: Vec<String>,
    /// The words of the item as a search compares them; empty if the search has no words.
    text: String,
}

impl Traits {
    fn new(of: &OfferedItem, can: Capabilities, with_text: bool) -> Self {
        let languages = match of {
            OfferedItem::Title(title) => &title.metadata.languages,
            OfferedItem::Edition(issue) => &issue.series.languages,
        };
        let text = || match of {
            OfferedItem::Title(title) => words_of(title),
            OfferedItem::Edition(issue) => issue.full_name(),
        };
        Self {
            formats: available_artifacts(of.as_offering(), can).map(|artifact| artifact.format).collect(),
            languages: languages.clone(),
            text: if with_text { search_text(&text(), languages) } else { String::new() },
        }
    }

    fn matches_narrowing(&self, words: &[SearchWord], by: &ShelfFilter) -> bool {
        let begins_word = |form: &String| self.text.split(' ').any(|own| own.starts_with(form.as_str()));
        words.iter().all(|forms| forms.iter().any(begins_word))
            && (by.formats.is_empty() || by.formats.iter().any(|format| self.formats.contains(format)))
            && by.language.as_ref().is_none_or(|language| self.languages.contains(language))
    }
}

/// The texts of a title that a reader remembers it by.
fn words_of(title: &Title) -> String {
    let m = &title.metadata;
    let narrators = title.artifacts.iter().filter_map(|artifact| artifact.details.narrator.as_ref());
    let names = m.contributors.iter().map(|one| &one.display_name).chain(narrators.map(|one| &one.name));
    let texts = [Some(&m.title), m.subtitle.as_ref(), m.series_title.as_ref(), m.isbn13.as_ref()];
    let texts = texts.into_iter().flatten().chain(names).chain(&m.related_isbns);
    texts.map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The items that fit, and what they have. Those without traits do not exist any more.
fn select_items(
    items: Vec<Item>,
    traits: &HashMap<Item, Traits>,
    words: &[SearchWord],
    by: &ShelfFilter,
) -> NarrowedShelf {
    let mut found = NarrowedShelf::default();
    let mut languages: HashMap<&str, u64> = HashMap::new();
    let mut formats: HashMap<Format, u64> = HashMap::new();
    for item in items {
        let Some(of) = traits.get(&item).filter(|of| of.matches_narrowing(words, by)) else { continue };
        of.languages.iter().for_each(|language| *languages.entry(language).or_default() += 1);
        of.formats.iter().for_each(|format| *formats.entry(*format).or_default() += 1);
        found.items.push(item);
    }
    let count = |format: &Format| Some((*format, *formats.get(format)?));
    found.formats = Format::ALL.iter().filter_map(count).collect();
    found.languages = languages.into_iter().map(|(language, count)| (language.to_owned(), count)).collect();
    found.languages.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    found
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use domain::normalization::search_text;
    use domain::{Format, Item, TitleId};

    use super::{NarrowedShelf, ShelfFilter, Traits, select_items};

    fn sample_shelf() -> (Vec<Item>, HashMap<Item, Traits>) {
        let books: [(i64, &str, &[&str], &[Format]); 4] = [
            (4, "Éclairs for Zoë / O'Neill, Ada", &["fra", "eng"], &[Format::Epub3, Format::Brf]),
            (3, "Reading the Tide / Ada Harbor", &["eng"], &[Format::Epub3]),
            (2, "Die Flut / Ada Hafen", &["deu"], &[Format::Pdf]),
            (1, "The Tide Again 9780306406157", &["eng"], &[]),
        ];
        let traits = books.map(|(id, text, languages, formats)| {
            let languages: Vec<String> = languages.iter().map(|&code| code.to_owned()).collect();
            let text = search_text(text, &languages);
            (Item::Title(TitleId(id)), Traits { formats: formats.to_vec(), languages, text })
        });
        // One that does not exist any more.
        let gone = Item::Title(TitleId(9));
        let items = traits.iter().map(|(item, _)| item.clone()).chain([gone]).collect();
        (items, HashMap::from(traits))
    }

    fn narrow_sample(words: &str, formats: &[Format], language: Option<&str>) -> NarrowedShelf {
        let (items, traits) = sample_shelf();
        let words = Some(words.to_owned());
        let by = ShelfFilter { words, formats: formats.to_vec(), language: language.map(str::to_owned) };
        select_items(items, &traits, &by.search_terms(), &by)
    }

    fn title_numbers(of: &NarrowedShelf) -> Vec<i64> {
        of.items.iter().filter_map(Item::title).map(|id| id.0).collect()
    }

    #[test]
    fn every_condition_holds_and_the_order_stays() {
        assert_eq!(title_numbers(&narrow_sample("", &[], None)), [4, 3, 2, 1], "what is gone is left out");
        assert_eq!(title_numbers(&narrow_sample("TIDE", &[], None)), [3, 1]);
        assert_eq!(
            title_numbers(&narrow_sample("ada ecl", &[], None)),
            [4],
            "beginnings of words, without accents"
        );
        for words in ["o'neill", "O’Neill", "oneill", "o`neill ada", "zoe & ada"] {
            assert_eq!(title_numbers(&narrow_sample(words, &[], None)), [4], "{words}");
        }
        assert_eq!(title_numbers(&narrow_sample("ISBN 978-0-306-40615-7 tide", &[], None)), [1]);
        assert_eq!(title_numbers(&narrow_sample("ide", &[], None)), [0_i64; 0], "not their middle");
        assert_eq!(title_numbers(&narrow_sample("ada", &[Format::Pdf, Format::Brf], None)), [4, 2]);
        assert_eq!(title_numbers(&narrow_sample("", &[Format::Epub3], Some("eng"))), [4, 3]);
    }

    #[test]
    fn counts_are_those_of_what_is_found() {
        let all = narrow_sample(" ", &[], None);
        assert_eq!(all.formats, [(Format::Brf, 1), (Format::Epub3, 2), (Format::Pdf, 1)]);
        let languages = [("eng", 3), ("deu", 1), ("fra", 1)].map(|(code, count)| (code.to_owned(), count));
        assert_eq!(all.languages, languages);
        let tide = narrow_sample("tide", &[], None);
        assert_eq!((tide.formats, tide.languages), (vec![(Format::Epub3, 1)], vec![("eng".to_owned(), 2)]));
        for (format, count) in all.formats {
            assert_eq!(narrow_sample("", &[format], None).items.len() as u64, count, "{format}");
        }
    }
}
