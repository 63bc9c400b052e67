//! Converts a title to a document of the index.

use std::collections::{BTreeMap, BTreeSet};

use domain::normalization::{AND_SIGN, Word, WordKind, conjunctions, joined_words, words};
use domain::recommendations::Feature;
use domain::sites::Sharing;
use domain::{
    AudioTools, CategoryType, Contributor, ContributorType, Format, FormatStatus, Title, TitleStatus, sorting,
};
use jiff::Timestamp;
use tantivy::TantivyDocument;

use crate::equivalents::series_number_term;
use crate::listed::TermList;
use crate::words::{
    StemLanguage, fold_with_and_signs, fold_with_ties_joined, fold_words, stem_terms, written_term,
    written_text_term,
};
use crate::{SchemaFields, access, names, terms};

/// Weights of a word by its field: the frequency with which it is indexed. A relevance is the sum of the
/// weights of a query's words. It depends only on the title and the query, so the order of pages does not
/// change with the collection.
const TITLE_WEIGHT: u32 = 4;
/// The weight of an accented word of the title in a search without accents.
const UNACCENTED_TITLE_WEIGHT: u32 = 3;
const SUBTITLE_WEIGHT: u32 = 2;
const NAME_WEIGHT: u32 = 1;
/// The weight of a whole title in its own spelling; of one in another; and of one without its article, with
/// its subtitle, or with tied words as one.
const WHOLE_AS_WRITTEN_WEIGHT: u32 = 3;
pub(crate) const WHOLE_WEIGHT: u32 = 2;
const ALMOST_WHOLE_WEIGHT: u32 = 1;
/// Sort keys are cut to this many bytes; titles that agree so far are in the order of their numbers.
const MAX_SORT_KEY_BYTES: usize = 256;

pub(crate) fn build_document(title: &Title, fields: &SchemaFields) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_i64(fields.id, title.id.0);
    add_words(title, fields, &mut document);
    let mut list = TermList::default();
    for tag in collect_tags(title) {
        list.push_term(&tag, 1);
    }
    document.add_text(fields.tag, list.into_text());
    add_sort_keys(title, fields, &mut document);
    add_facets(title, fields, &mut document);
    document
}

fn add_words(title: &Title, fields: &SchemaFields, document: &mut TantivyDocument) {
    let metadata = &title.metadata;
    let subtitle = metadata.subtitle.as_deref().unwrap_or_default();
    let conjunctions = conjunctions::for_languages(&metadata.languages);
    let languages = TitleLanguages {
        stemmed: &StemLanguage::from_codes(&metadata.languages),
        conjunctions: &conjunctions,
    };
    let without_stems = TitleLanguages { stemmed: &[], ..languages };

    let mut weights = WordWeights::default();
    weights.add_text(&metadata.title, TITLE_WEIGHT, languages);
    weights.add_text(subtitle, SUBTITLE_WEIGHT, languages);
    let other = &metadata.other_script;
    weights.add_text(other.title.as_deref().unwrap_or_default(), TITLE_WEIGHT, languages);
    weights.add_text(other.subtitle.as_deref().unwrap_or_default(), SUBTITLE_WEIGHT, languages);
    for variant in &metadata.variant_titles {
        weights.add_text(variant, SUBTITLE_WEIGHT, languages);
    }
    document.add_text(fields.title, weights.to_term_list());
    weights.add_text(metadata.series_title.as_deref().unwrap_or_default(), SUBTITLE_WEIGHT, languages);
    weights.add_text(other.series_title.as_deref().unwrap_or_default(), SUBTITLE_WEIGHT, languages);
    if metadata.series_title.is_some() {
        let numbers = words(metadata.series_number.as_deref().unwrap_or_default());
        for term in numbers.iter().filter_map(|word| series_number_term(&word.folded)) {
            weights.raise_weight(term, NAME_WEIGHT);
        }
    }
    for contributor in metadata.contributors.iter().chain(&other.contributors) {
        names_of(contributor).for_each(|name| weights.add_text(name, NAME_WEIGHT, without_stems));
    }
    for isbn in isbns_of(title) {
        weights.raise_weight(isbn.to_owned(), TITLE_WEIGHT);
    }
    document.add_text(fields.keyword, weights.to_term_list());
    document.add_text(fields.whole_title, whole_titles(title, &conjunctions).to_term_list());

    let in_other_script = |kind| other.contributors.iter().filter(move |one| one.kind == kind);
    let authors = title.authors().chain(in_other_script(ContributorType::Author));
    document.add_text(fields.author, person_terms(authors.map(names_of), without_stems));
    let composers = title.contributors(ContributorType::Composer);
    let composers = composers.chain(in_other_script(ContributorType::Composer));
    document.add_text(fields.composer, person_terms(composers.map(names_of), without_stems));
    let narrators = title.artifacts.iter().filter_map(|artifact| artifact.details.narrator.as_ref());
    document.add_text(
        fields.narrator,
        person_terms(narrators.map(|n| [n.name.as_str()].into_iter()), without_stems),
    );
}

/// The texts that are the whole title.
fn whole_titles(title: &Title, conjunctions: &[String]) -> WordWeights {
    let metadata = &title.metadata;
    let is_and = |word: &str| conjunctions.iter().any(|conjunction| conjunction == word);
    let title_words = words(&metadata.title);
    let mut whole = WordWeights::default();
    let language = metadata.languages.first().map_or("", String::as_str);
    let mut put_both = |words: &[Word], weight| {
        whole.raise_weight(fold_words(words), weight);
        whole.raise_weight(fold_with_and_signs(words, is_and), weight);
    };
    put_both(&title_words, WHOLE_WEIGHT);
    if let Some(rest) = sorting::without_article(&metadata.title, language) {
        put_both(&words(&rest), ALMOST_WHOLE_WEIGHT);
    }
    if let Some(subtitle) = &metadata.subtitle {
        put_both(&words(&format!("{} {subtitle}", metadata.title)), ALMOST_WHOLE_WEIGHT);
    }
    if let Some(joined) = fold_with_ties_joined(&title_words) {
        whole.raise_weight(joined, ALMOST_WHOLE_WEIGHT);
    }
    if let Some(other) = &metadata.other_script.title {
        whole.raise_weight(fold_words(&words(other)), WHOLE_WEIGHT);
    }
    whole.raise_weight(
        written_text_term(&title_words).unwrap_or_else(|| fold_words(&title_words)),
        WHOLE_AS_WRITTEN_WEIGHT,
    );
    whole
}

fn add_sort_keys(title: &Title, fields: &SchemaFields, document: &mut TantivyDocument) {
    let metadata = &title.metadata;
    document.add_text(fields.title_key, title_sort_key(title));
    if let Some(key) = author_sort_key(title) {
        document.add_text(fields.author_key, key);
    }
    document.add_i64(fields.updated_seconds, to_seconds(title.dates.updated));
    let length = words(&metadata.title).len().clamp(1, 255);
    document.add_i64(fields.length, i64::try_from(length).unwrap_or(255));
    // An EPUB with a duration is one that is read aloud.
    let audio = title.artifacts.iter().filter(|a| {
        (a.format.is_audio() || a.format == Format::Epub3) && a.status != FormatStatus::Unavailable
    });
    let shortest = audio.filter_map(|a| a.details.duration_seconds).min();
    let optional = [
        (fields.added_seconds, title.dates.published.map(to_seconds)),
        (fields.copyright, metadata.copyright_date.map(i64::from)),
        (fields.series_number, metadata.series_position().map(to_thousandths)),
        (fields.duration, shortest.map(|seconds| i64::try_from(seconds).unwrap_or(i64::MAX))),
        (fields.age_from, metadata.reading_age_minimum.map(i64::from)),
        (fields.age_to, metadata.reading_age_maximum.map(i64::from)),
    ];
    for (field, value) in optional {
        if let Some(value) = value {
            document.add_i64(field, value);
        }
    }
}

fn add_facets(title: &Title, fields: &SchemaFields, document: &mut TantivyDocument) {
    let authors: BTreeSet<&str> = title.authors().map(|author| author.display_name.trim()).collect();
    for author in authors.into_iter().filter(|name| !name.is_empty()) {
        document.add_text(fields.authors, format!("{}{author}", names::AUTHOR_PREFIX));
    }
    let mut categories: BTreeMap<&str, char> = BTreeMap::new();
    for category in &title.metadata.categories {
        let kind =
            if category.kind == CategoryType::Service { names::SERVICE_PREFIX } else { names::BISAC_PREFIX };
        let kept = categories.entry(category.name.trim()).or_insert(kind);
        *kept = (*kept).max(kind);
    }
    for (name, kind) in categories.into_iter().filter(|(name, _)| !name.is_empty()) {
        document.add_text(fields.categories, format!("{kind}{name}"));
    }
}

/// The tags of a title, for filters.
fn collect_tags(title: &Title) -> BTreeSet<String> {
    let metadata = &title.metadata;
    let mut tags = BTreeSet::from([
        terms::status(title.status),
        terms::site(&title.site),
        terms::content_type(title.content_type),
    ]);
    match &title.sharing {
        Sharing::None => {}
        Sharing::Sites(sites) => tags.extend(sites.iter().map(terms::shared_with_site)),
        Sharing::All => tags.extend([terms::SHARED_WITH_ALL_TERM.to_owned()]),
    }
    tags.extend(metadata.adult_content.then(|| terms::ADULT_TERM.to_owned()));
    let lacks_book = !title.files.has_book() && title.status != TitleStatus::Removed;
    tags.extend(lacks_book.then(|| terms::WITHOUT_BOOK_TERM.to_owned()));
    tags.extend(terms::territory_terms(&title.territory));
    tags.extend(metadata.origin_country.as_deref().map(terms::origin));
    tags.extend(metadata.languages.iter().map(|code| terms::language(code)));
    tags.extend(
        StemLanguage::from_codes(&metadata.languages).iter().map(|l| terms::stemming_language(l.name)),
    );
    tags.extend(metadata.content_warnings.iter().copied().map(terms::warning));
    tags.extend(title.authors().map(|author| terms::author(&author.display_name)));
    tags.extend(isbns_of(title).map(terms::isbn));
    tags.extend(Feature::from_title(title).iter().map(terms::feature));
    for category in &metadata.categories {
        tags.insert(terms::category(&category.name));
        if category.kind == CategoryType::Bisac {
            tags.insert(terms::bisac_heading(&category.name));
            tags.extend(category.code.as_deref().map(terms::bisac_code));
        }
    }
    for format in title.available_formats() {
        tags.insert(terms::format(format));
        // The search decides which formats can be made, because the tools of an installation change.
        let artifact = title.artifact(format);
        if let Some(audio) = artifact.filter(|_| format.is_audio()) {
            tags.insert(terms::format_made_with(audio.audio_tools(), format));
        } else if artifact.is_some_and(|artifact| artifact.details.duration_seconds.is_some()) {
            tags.insert(terms::format_made_with(AudioTools::None, format));
        }
    }
    tags.extend(access::tags_of_title(title));
    for artifact in &title.artifacts {
        tags.extend(artifact.details.external_identifier_code.as_deref().map(terms::external_code));
        if artifact.status == FormatStatus::Unavailable {
            continue;
        }
        tags.extend(artifact.details.braille_type.map(terms::braille_type));
        if let (Some(narrator), true) = (&artifact.details.narrator, artifact.format.is_audio()) {
            tags.insert(terms::narrator_type(narrator.kind));
        }
    }
    tags
}

/// The title's sort key: without the leading article of its language (docs/rules/search.md#rule-3).
pub(crate) fn title_sort_key(title: &Title) -> String {
    let language = title.metadata.languages.first().map_or("", String::as_str);
    truncate_key(sorting::title_key(&title.metadata.title, language))
}

/// The sort key of the first author's index name (docs/rules/search.md#rule-3).
pub(crate) fn author_sort_key(title: &Title) -> Option<String> {
    title.authors().next().map(|author| truncate_key(sorting::name_key(author.sort_name())))
}

/// The order of numbers in a series needs no more than three decimals.
#[expect(clippy::cast_possible_truncation, reason = "positions are below a billion")]
fn to_thousandths(position: f64) -> i64 {
    (position * 1000.0).round() as i64
}

/// Seconds since 1970: what the interface shows of a time, so an inclusive bound means what a reader sees.
pub(crate) fn to_seconds(time: Timestamp) -> i64 {
    time.as_nanosecond().div_euclid(1_000_000_000).try_into().unwrap_or(i64::MAX)
}

fn truncate_key(mut key: String) -> String {
    key.truncate(key.floor_char_boundary(MAX_SORT_KEY_BYTES));
    key
}

fn isbns_of(title: &Title) -> impl Iterator<Item = &str> {
    let metadata = &title.metadata;
    metadata.isbn13.iter().chain(&metadata.related_isbns).map(String::as_str)
}

fn names_of(contributor: &Contributor) -> impl Iterator<Item = &str> {
    [contributor.display_name.as_str()].into_iter().chain(contributor.index_name.as_deref())
}

/// The effects of a title's languages on its words.
#[derive(Clone, Copy)]
struct TitleLanguages<'a> {
    stemmed: &'a [StemLanguage],
    /// Their words for `&`.
    conjunctions: &'a [String],
}

impl TitleLanguages<'_> {
    /// Further terms under which a word is found, besides itself: `&` and the words for it, and the other
    /// spelling of umlauts.
    fn other_terms(&self, word: &Word) -> Vec<String> {
        match word.kind {
            WordKind::And => self.conjunctions.to_vec(),
            _ if self.conjunctions.contains(&word.folded) => vec![AND_SIGN.to_owned()],
            _ => word.spelled_out().into_iter().collect(),
        }
    }
}

/// Words with the highest weight that each was given.
#[derive(Default)]
struct WordWeights(BTreeMap<String, u32>);

impl WordWeights {
    fn add_text(&mut self, text: &str, weight: u32, languages: TitleLanguages) {
        let words = words(text);
        let joined = joined_words(&words);
        for word in words.iter().chain(joined.iter().map(|joined| &joined.word)) {
            let mut folded_weight = weight;
            if weight == TITLE_WEIGHT
                && let Some(written) = written_term(word)
            {
                folded_weight = UNACCENTED_TITLE_WEIGHT;
                self.raise_weight(written, weight);
            }
            for term in stem_terms(word, languages.stemmed).into_iter().chain(languages.other_terms(word)) {
                self.raise_weight(term, folded_weight);
            }
            self.raise_weight(word.folded.clone(), folded_weight);
        }
    }

    fn raise_weight(&mut self, term: String, weight: u32) {
        let kept = self.0.entry(term).or_default();
        *kept = (*kept).max(weight);
    }

    fn to_term_list(&self) -> String {
        let mut list = TermList::default();
        for (term, weight) in &self.0 {
            list.push_term(term, *weight);
        }
        list.into_text()
    }
}

/// The words of people's names.
fn person_terms<'a>(
    people: impl Iterator<Item = impl Iterator<Item = &'a str>>,
    languages: TitleLanguages,
) -> String {
    let mut list = TermList::default();
    for names in people {
        let mut terms = BTreeSet::new();
        for name in names {
            let words = words(name);
            let joined = joined_words(&words);
            for word in words.iter().chain(joined.iter().map(|joined| &joined.word)) {
                terms.extend(languages.other_terms(word));
                terms.insert(word.folded.clone());
            }
        }
        for term in terms {
            list.push_term(&term, 1);
        }
        list.begin_person();
    }
    list.into_text()
}
