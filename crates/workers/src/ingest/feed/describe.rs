//! Builds titles from records, and applies records to existing titles.

use books::model::Subject as BookSubject;
use domain::artifacts::ArtifactDetails;
use domain::titles::{Dates, Metadata};
use domain::{
    Accessibility, Artifact, Category, ContentType, Format, FormatStatus, Title, TitleFiles, TitleId,
    TitleStatus,
};
use holdings::known::KnownCategories;
use holdings::subjects;
use jiff::Timestamp;
use metadata::{Action, Parts, Record, RecordSubject, Scheme};

use super::Feed;

/// Adds the categories and Thema codes of a record's subjects to its description, and sorts the languages.
pub(super) fn add_categories(record: &mut Record, categories: &KnownCategories) {
    let found: Vec<BookSubject> =
        record.subjects.iter().filter_map(|subject| name_subject(subject, categories)).collect();
    let mut all = subjects::find_categories(&found, categories);
    let own = record.subjects.iter().filter(|subject| subject.scheme == Scheme::Own);
    for name in own.filter_map(|subject| subject.name.as_deref()) {
        all.push(Category::service(categories.library_category(name).unwrap_or(name)));
    }
    all.sort();
    all.dedup();
    record.metadata.categories = all;
    record.metadata.thema = subjects::find_thema_codes(&found);
    if record.metadata.languages.is_empty() && record.action == Action::Full {
        record.metadata.languages.push("und".into());
    }
}

/// A subject with its name: its own, or the one that its code has in the library's list.
fn name_subject(subject: &RecordSubject, categories: &KnownCategories) -> Option<BookSubject> {
    let authority = match subject.scheme {
        Scheme::Own => return None,
        Scheme::Bisac => Some("BISAC"),
        Scheme::Thema => Some("Thema"),
        Scheme::Other => None,
    };
    let code = subject.code.clone().filter(|_| authority.is_some());
    let listed = code.as_deref().and_then(|code| categories.bisac_description(code)).map(str::to_owned);
    let name = listed.or_else(|| subject.name.clone()).or_else(|| code.clone())?;
    Some(BookSubject { name, authority: authority.map(str::to_owned), code })
}

/// A title without a book; its id is not known yet.
pub(super) fn new_title(record: &Record, feed: &Feed, now: Timestamp) -> Title {
    let of = &feed.overrides;
    let status = if feed.is_listed { TitleStatus::Live } else { TitleStatus::PublisherSubmitted };
    let mut title = Title {
        id: TitleId(0),
        site: of.site.clone(),
        sharing: of.sharing.clone(),
        status,
        owner: None,
        content_type: ContentType::Text,
        usage: record.usage.unwrap_or(of.usage),
        territory: record.territory.clone().unwrap_or_else(|| of.territory.clone()),
        metadata: Metadata { allow_recommend: true, ..record.metadata.clone() },
        artifacts: Vec::new(),
        files: TitleFiles::default(),
        inspection: None,
        dates: Dates {
            created: now,
            updated: now,
            published: feed.is_listed.then_some(now),
            withdrawn: None,
        },
    };
    set_publisher_statement(&mut title, record.accessibility.as_ref(), now);
    title
}

/// The title as a new version of a record describes it. If the book exists, the record completes or corrects
/// the book's own description; without a book, only the record counts.
pub(super) fn change_title(title: &Title, record: &Record, now: Timestamp) -> Title {
    let parts = match record.action {
        Action::Partial(parts) => parts,
        _ => Parts { description: true, text: true, publishing: true, related: true },
    };
    let mut changed = title.clone();
    let has_book = title.files.source.is_some();
    replace_metadata(&mut changed.metadata, record.metadata.clone(), parts, has_book);
    // Not every format keeps the order of people with different roles, and subjects have no order.
    keep_if_reordered(&mut changed.metadata.contributors, &title.metadata.contributors, |one| one.kind);
    keep_if_reordered(&mut changed.metadata.categories, &title.metadata.categories, Category::clone);
    if let Some(usage) = record.usage {
        changed.usage = usage;
        changed.renew_copies(title);
    }
    if let Some(territory) = &record.territory {
        changed.territory = territory.clone();
    }
    if parts.description {
        set_publisher_statement(&mut changed, record.accessibility.as_ref(), now);
    }
    changed.dates.updated = now;
    changed
}

/// Restores the old order if only the order of different keys has changed.
fn keep_if_reordered<T: Clone + PartialEq, K: Ord>(new: &mut Vec<T>, old: &Vec<T>, key: impl Fn(&T) -> K) {
    let sorted = |all: &[T]| {
        let mut all = all.to_vec();
        all.sort_by_key(&key);
        all
    };
    if sorted(new) == sorted(old) {
        new.clone_from(old);
    }
}

/// Returns true for a field that says nothing: none, an empty text or list, false.
fn is_silent<T: Default + PartialEq>(field: &T) -> bool {
    *field == T::default()
}

/// Replaces the old description with the new one, part by part. If `keeps_old`, the old value stays where the
/// new one is empty. Texts come with their languages. Fields that suppliers never set (recommendation, trial,
/// replacement, quality, ...) always stay.
fn replace_metadata(old: &mut Metadata, new: Metadata, parts: Parts, keeps_old: bool) {
    macro_rules! fields {
        ($keep:expr => $($field:ident),+) => {
            $(if !($keep && is_silent(&new.$field)) { old.$field = new.$field; })+
        };
    }
    // Texts, which come with their languages.
    macro_rules! texts {
        ($keep:expr => $($field:ident),+) => {
            $(if !($keep && is_silent(&new.$field)) {
                old.$field = new.$field;
                old.stated_languages.$field = new.stated_languages.$field;
            })+
        };
    }
    fields!(true => isbn13, nimac, external_category_code, product_identifier);
    texts!(true => notes);
    if parts.description {
        // Formats other than MARC have one title in one script, and say nothing about others.
        let has_new_title = !new.title.is_empty() && new.title != old.title;
        if !new.other_script.is_empty() || has_new_title {
            old.other_script = new.other_script;
        }
        if !new.variant_titles.is_empty() || has_new_title {
            old.variant_titles = new.variant_titles;
        }
        fields!(true => languages);
        texts!(true => title);
        texts!(keeps_old => subtitle, series_title);
        fields!(keeps_old => contributors, categories, thema, grades, content_warnings, adult_content, edition, series_subtitle,
            series_number, lexile_code, lexile_number, reading_age_minimum,
            reading_age_maximum, num_images, num_pages);
    }
    if parts.text {
        texts!(keeps_old => synopsis);
    }
    if parts.publishing {
        fields!(keeps_old => copyright_date, copyright_holder, publisher, origin_country);
    }
    if parts.related || !new.related_isbns.is_empty() {
        fields!(keeps_old => related_isbns);
    }
    old.related_isbns.retain(|isbn| Some(isbn) != old.isbn13.as_ref());
}

/// Stores the publisher's statement of accessibility with every format. A title without formats gets an
/// unavailable one for it.
fn set_publisher_statement(title: &mut Title, claims: Option<&Accessibility>, now: Timestamp) {
    let Some(claims) = claims else { return };
    if title.artifacts.is_empty() {
        let details = ArtifactDetails::default();
        let status = FormatStatus::Unavailable;
        title.artifacts.push(Artifact {
            format: Format::Epub3,
            status,
            date_added: now,
            version: 1,
            details,
        });
    }
    for artifact in &mut title.artifacts {
        artifact.details.accessibility =
            Some(complete_accessibility(claims.clone(), artifact.details.accessibility.as_ref()));
    }
}

/// Returns the record's statement, completed by the book's own. Features are read by the techniques for their
/// source, which a record without new features leaves unchanged.
pub(super) fn complete_accessibility(
    mut claims: Accessibility,
    own: Option<&Accessibility>,
) -> Accessibility {
    let Some(own) = own else { return claims };
    if claims.features.is_empty() && !own.features.is_empty() {
        claims.techniques = own.techniques;
    }
    let languages = &mut claims.languages;
    for (text, language, other, its_language) in [
        (&mut claims.summary, &mut languages.summary, &own.summary, &own.languages.summary),
        (&mut claims.limitations, &mut languages.limitations, &own.limitations, &own.languages.limitations),
        (&mut claims.addendum, &mut languages.addendum, &own.addendum, &own.languages.addendum),
    ] {
        if text.is_none() {
            text.clone_from(other);
            language.clone_from(its_language);
        }
    }
    claims.contact = claims.contact.or_else(|| own.contact.clone());
    for (list, other) in [
        (&mut claims.conformances, &own.conformances),
        (&mut claims.features, &own.features),
        (&mut claims.hazards, &own.hazards),
        (&mut claims.access_modes, &own.access_modes),
        (&mut claims.access_modes_sufficient, &own.access_modes_sufficient),
        (&mut claims.exemptions, &own.exemptions),
    ] {
        if list.is_empty() {
            list.clone_from(other);
        }
    }
    if claims.contents.is_empty() {
        claims.contents.clone_from(&own.contents);
    }
    if claims.certifications.is_empty() {
        claims.certifications.clone_from(&own.certifications);
    }
    let techniques = std::mem::replace(&mut claims.techniques, own.techniques);
    if claims != *own {
        claims.techniques = techniques;
    }
    claims
}

/// Adds the book to a title that came from a record: the record's description stays, completed by the book's,
/// and a title that waited for the book becomes live.
pub(in crate::ingest) fn with_book(title: &Title, book: &Title, now: Timestamp) -> Title {
    let mut whole = title.clone();
    let mut description = book.metadata.clone();
    let all = Parts { description: true, text: true, publishing: true, related: true };
    let before = whole.metadata.clone();
    replace_metadata(&mut description, before.clone(), all, true);
    // If the record names no language, the book's is used.
    if before.languages == ["und"] {
        description.languages.clone_from(&book.metadata.languages);
    }
    description.has_embedded_image_descriptions = book.metadata.has_embedded_image_descriptions;
    description.num_images = book.metadata.num_images;
    whole.metadata = Metadata {
        title_source: book.metadata.title_source.clone().or(before.title_source),
        allow_recommend: before.allow_recommend,
        available_to_demo: before.available_to_demo,
        replacement: before.replacement,
        quality: before.quality,
        proofreader: before.proofreader,
        submitter: before.submitter,
        ..description
    };
    let said = title.artifacts.first().and_then(|artifact| artifact.details.accessibility.clone());
    whole.content_type = book.content_type;
    whole.artifacts.clone_from(&book.artifacts);
    set_publisher_statement(&mut whole, said.as_ref(), now);
    whole.files.clone_from(&book.files);
    whole.inspection.clone_from(&book.inspection);
    if matches!(title.status, TitleStatus::PublisherSubmitted | TitleStatus::New) {
        whole.status = TitleStatus::Live;
        whole.dates.published = Some(now);
    }
    whole.dates.updated = now;
    whole
}

#[cfg(test)]
mod tests {
    use domain::artifacts::{Content, Techniques, TextLanguages};
    use domain::titles::StatedLanguages;

    use super::*;

    #[test]
    fn a_text_comes_with_its_language() {
        let described = |synopsis: Option<&str>, language: Option<&str>| Metadata {
            title: "Tides".into(),
            synopsis: synopsis.map(Into::into),
            stated_languages: StatedLanguages {
                synopsis: language.map(Into::into),
                ..StatedLanguages::default()
            },
            ..Metadata::default()
        };
        let parts = Parts { description: true, text: true, publishing: true, related: true };
        let book = described(Some("Les marées."), Some("fr"));
        for (new, keep, expected) in [
            (described(None, None), true, book.clone()),
            (described(None, None), false, described(None, None)),
            (described(Some("The tides."), None), true, described(Some("The tides."), None)),
            (described(Some("Gezeiten."), Some("de")), true, described(Some("Gezeiten."), Some("de"))),
        ] {
            let mut old = book.clone();
            replace_metadata(&mut old, new, parts, keep);
            assert_eq!(old, expected);
        }
    }

    #[test]
    fn a_record_is_completed_by_what_the_book_says() {
        let text = |text: &str| Some(text.to_owned());
        let own = Accessibility {
            summary: text("Résumé"),
            limitations: text("Two maps."),
            addendum: text("Tables."),
            languages: TextLanguages {
                summary: text("fr"),
                addendum: text("en"),
                ..TextLanguages::default()
            },
            contact: text("access@press.example"),
            features: vec!["index".into()],
            contents: vec![Content::FixedLayout],
            ..Accessibility::default()
        };
        let record = |said: Accessibility| Accessibility { techniques: Techniques::Onix, ..said };
        let bare = record(Accessibility { hazards: vec!["none".into()], ..Accessibility::default() });
        let expected = Accessibility { hazards: vec!["none".into()], ..own.clone() };
        assert_eq!(complete_accessibility(bare, Some(&own)), expected, "the features are the book's");
        let full = record(Accessibility {
            summary: text("Summary"),
            limitations: text("One map."),
            addendum: text("Charts."),
            contact: text("other@press.example"),
            features: vec!["tableOfContents".into()],
            contents: vec![Content::Text],
            ..Accessibility::default()
        });
        assert_eq!(complete_accessibility(full.clone(), Some(&own)), full, "the record takes precedence");
        assert_eq!(complete_accessibility(full.clone(), None), full);
        let same = Accessibility { techniques: Techniques::Epub, ..full.clone() };
        assert_eq!(complete_accessibility(full, Some(&same)), same, "nothing new");
    }
}
