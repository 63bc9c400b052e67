//! /titles/{id}: everything about a title, and how to get it.

pub(crate) mod formats;
pub(crate) mod member;
pub(crate) mod reasons;
pub(crate) mod report;
mod statements;
mod synopsis;

use std::sync::Arc;

use domain::accessibility::Style;
use domain::lists::can_be_listed;
use domain::{AlertCode, Category, ContributorType, Format, NarratorType, Title, TitleId};
use layout::access::to_message_spelling;
use services::title_page;
use services::titles::TitleInContext;
use services::views::{TitleView, cover_files};

pub(crate) use crate::books::parse_title_id;

use crate::books::managed_title_path;
use crate::category_names::CategoryNames;
use crate::formats::{language_name, language_of_name};
use crate::titles::formats::FormatOffer;
use crate::titles::member::MemberForm;
use crate::titles::reasons::ClosedReason;
use crate::titles::synopsis::Synopsis;
use crate::{Book, Link, Page, Path, Query, Result, Section, Visitor, lists, percent_encode, prose, render};

struct Fact {
    name: String,
    values: Vec<Link>,
}

#[derive(askama::Template)]
#[template(path = "title.html")]
struct TitlePage<'a> {
    page: Page<'a>,
    book: Book,
    id: TitleId,
    path: String,
    cover: Option<String>,
    synopsis: Synopsis,
    /// The language of the synopsis. Empty if it is that of the page, or not known.
    synopsis_lang: String,
    notes: Option<String>,
    notes_lang: String,
    facts: Vec<Fact>,
    /// The first of the formats that the reader prefers and can download.
    preferred: Option<FormatOffer>,
    offers: Vec<FormatOffer>,
    reasons: Vec<ClosedReason>,
    available: bool,
    can_read: bool,
    /// True if problems with the title can be reported: not with the visitor's own documents.
    can_report: bool,
    /// The page on which collection staff manage the title. `None` for other visitors.
    manage_path: Option<String>,
    /// The lists that the visitor can put the title on.
    lists: Vec<Link>,
    /// True if the visitor can create a list for it instead.
    can_make_list: bool,
    similar_titles: Vec<Book>,
    /// The accessibility statements, in a few words.
    statements: Vec<statements::StatementGroup>,
    /// The accessibility statements, in full sentences.
    sentences: Vec<statements::StatementGroup>,
    member_form: Option<MemberForm>,
    member: String,
}

pub(crate) async fn show_page(
    visitor: Visitor,
    names: CategoryNames,
    Path(id): Path<String>,
    Query(fields): Query,
) -> Result {
    let member = member::requested_member(&visitor, &fields);
    let opened = title_page::open(&visitor.op, parse_title_id(&id)?, member).await?;
    let visitor = match opened.for_member {
        Some((op, preferences)) => Visitor { op, preferences: Arc::new(preferences), ..visitor },
        None => visitor,
    };
    let member_form = opened.members.map(|members| MemberForm::new(members, member));
    let TitleInContext { view: seen, similar, alternatives } = opened.title;
    let page = visitor.page(Section::Search);
    let m = &seen.item.metadata;
    let text_lang = |stated: &Option<String>, text: &Option<String>| {
        prose::text_language(&page, stated.as_deref(), text.as_deref().unwrap_or_default())
    };
    let main_lang = m.main_language().unwrap_or_default();
    let mut offers = FormatOffer::from_view(&page, &seen, &opened.files);
    let can_be_read = offers.iter().any(|offer| offer.is_open && offer.id == Format::Epub3.as_str());
    let own = take_preferred(&page, &mut offers);
    let can_be_listed = can_be_listed(&seen.item);
    let lists =
        opened.lists.iter().map(|view| lists::list_link(&page, &view.list.id, &view.list.name)).collect();
    let provisional = ClosedReason::describe_provisional_access(&page, &seen).filter(|_| member.is_none());
    let mut alerts = seen.decision.alerts.clone();
    // The form for the member says it.
    alerts.retain(|alert| member_form.is_none() || alert.code != AlertCode::ForUserRequired);
    let reasons = ClosedReason::from_alerts(&page, &alerts, &alternatives, "");
    // In the browser the sponsor would read, not the member for whom the copy is.
    let can_read = member.is_none() && !seen.decision.has_alert(AlertCode::ForUserRequired);
    Ok(render(&TitlePage {
        book: Book::new(&page, &seen),
        id: seen.item.id,
        path: format!("/titles/{}", seen.item.id),
        cover: cover_files(&seen.item).map(|cover| format!("/covers/{}", percent_encode(&cover.image))),
        synopsis: Synopsis::new(m.synopsis.as_deref().unwrap_or_default()),
        synopsis_lang: text_lang(&m.stated_languages.synopsis, &m.synopsis),
        notes_lang: text_lang(&m.stated_languages.notes, &m.notes),
        notes: m.notes.clone().filter(|notes| !notes.trim().is_empty()),
        facts: title_facts(&page, &seen, &names),
        statements: statements::statement_groups(&seen.item, main_lang, Style::Compact, page.wording()),
        sentences: statements::statement_groups(&seen.item, main_lang, Style::Descriptive, page.wording()),
        reasons: reasons.into_iter().chain(provisional).collect(),
        can_read: can_read && can_be_read,
        can_report: seen.item.owner.is_none(),
        manage_path: (seen.item.owner.is_none() && visitor.op.manages_collection(&seen.item.site))
            .then(|| managed_title_path(seen.item.id)),
        preferred: own,
        offers,
        similar_titles: Book::from_views(&page, &similar),
        // Without a member, a sponsor's copy would belong to no reader.
        available: seen.decision.available && (member_form.is_none() || member.is_some()),
        member_form,
        member: member::member_query(member),
        lists,
        can_make_list: can_be_listed && lists::can_create(&visitor),
        page,
    }))
}

/// Removes the first format from the list that the reader prefers and can download now.
fn take_preferred(page: &Page<'_>, offers: &mut Vec<FormatOffer>) -> Option<FormatOffer> {
    let place = |format: Format| {
        offers
            .iter()
            .position(|offer| offer.id == format.as_str() && (offer.is_open || offer.is_in_preparation))
    };
    let at = page.preferred_formats().into_iter().find_map(place)?;
    Some(offers.remove(at))
}

/// All known facts about the title, in the order in which people ask.
fn title_facts(page: &Page<'_>, view: &TitleView, names: &CategoryNames) -> Vec<Fact> {
    let title = &view.item;
    let m = &title.metadata;
    let text = |value: Option<String>| value.map(|text| Link::new("", text)).into_iter().collect::<Vec<_>>();
    let category = |one: &Category| {
        Link::new_search("category", &one.name).in_language(names.category_language(page, one))
    };
    let categories = m.categories.iter().map(category).collect();
    let languages = m.languages.iter().map(|code| language_link(page, code)).collect();
    let series = m.series_title.iter().flat_map(|name| series_links(page, title, name)).collect();
    let ages = (m.reading_age_minimum, m.reading_age_maximum);
    let isbns = m.isbn13.iter().chain(&m.related_isbns).map(|isbn| Link::new("", isbn)).collect();
    let mut all = contributor_facts(page, title);
    all.extend([
        Fact { name: page.text("fact-narrator"), values: narrator_links(title) },
        Fact { name: page.text("fact-series"), values: series },
        Fact { name: page.text("fact-categories"), values: categories },
        Fact { name: page.text("fact-languages"), values: languages },
        Fact { name: page.text("fact-publisher"), values: text(m.publisher.clone()) },
        Fact { name: page.text("fact-year"), values: text(m.copyright_date.map(|year| year.to_string())) },
        Fact { name: page.text("fact-pages"), values: text(m.num_pages.map(|pages| pages.to_string())) },
        Fact { name: page.text("fact-age"), values: text(reading_age(page, ages)) },
        Fact { name: page.text("fact-isbn"), values: isbns },
    ]);
    all.retain(|fact| !fact.values.is_empty());
    all
}

/// The people who have recorded the title, each once.
fn narrator_links(title: &Title) -> Vec<Link> {
    let of = title.artifacts.iter().filter_map(|artifact| artifact.details.narrator.as_ref());
    let people =
        of.filter(|narrator| narrator.kind == NarratorType::Human).map(|narrator| narrator.name.trim());
    let mut all: Vec<Link> = Vec::new();
    for name in people.filter(|name| !name.is_empty()) {
        if all.iter().all(|known| known.text != name) {
            all.push(Link::new_search("narrator", name));
        }
    }
    all
}

/// The name of the series, and the number of the title in it.
fn series_links(page: &Page<'_>, title: &Title, name: &str) -> Vec<Link> {
    let lang = title.metadata.series_language().unwrap_or_default();
    let name = Link::new_search("series", name).in_language(lang);
    let number = title.metadata.series_number.as_ref().map(|number| page.with_name("series-number", number));
    std::iter::once(name).chain(number.map(|text| Link::new("", text))).collect()
}

/// The name of a language, in the language of the page if it is known there.
fn language_link(page: &Page<'_>, code: &str) -> Link {
    Link::new("", language_name(page, code)).in_language(language_of_name(page, code))
}

fn reading_age(page: &Page<'_>, ages: (Option<i32>, Option<i32>)) -> Option<String> {
    let years = |age: i32| u64::try_from(age).unwrap_or_default();
    Some(match ages {
        (Some(from), Some(to)) => {
            page.format("age-range", &[("from", years(from).into()), ("to", years(to).into())])
        }
        (Some(from), None) => page.count("age-from", years(from)),
        (None, Some(to)) => page.count("age-to", years(to)),
        (None, None) => return None,
    })
}

/// The contributors by their roles, in the order of the record.
fn contributor_facts(page: &Page<'_>, title: &Title) -> Vec<Fact> {
    let mut all: Vec<(ContributorType, Fact)> = Vec::new();
    for contributor in &title.metadata.contributors {
        let is_author = matches!(contributor.kind, ContributorType::Author | ContributorType::CoWriter);
        let link = Link::new_search(if is_author { "author" } else { "words" }, &contributor.display_name);
        if let Some((_, fact)) = all.iter_mut().find(|(kind, _)| *kind == contributor.kind) {
            fact.values.push(link);
        } else {
            let message = format!("role-{}", to_message_spelling(contributor.kind.as_str()));
            all.push((contributor.kind, Fact { name: page.text(&message), values: vec![link] }));
        }
    }
    all.into_iter().map(|(_, fact)| fact).collect()
}

#[cfg(test)]
mod tests {
    use domain::artifacts::{Narrator, NarratorType};
    use domain::fixtures::{artifact, title, with_change};
    use domain::formats::Format;

    use super::narrator_links;

    #[test]
    fn people_who_have_recorded_a_title_lead_to_what_they_read() {
        let read_by = |name: &str, kind| {
            let narrator = Narrator { name: name.to_owned(), gender: None, kind };
            with_change(artifact(Format::DaisyAudio), |one| one.details.narrator = Some(narrator))
        };
        let read = with_change(title(), |title| {
            title.artifacts = vec![
                read_by("Ada Lund ", NarratorType::Human),
                read_by("A synthetic voice", NarratorType::Tts),
                read_by("Ada Lund", NarratorType::Human),
                read_by(" ", NarratorType::Human),
            ];
        });
        let links: Vec<(String, String)> =
            narrator_links(&read).into_iter().map(|one| (one.href, one.text)).collect();
        assert_eq!(links, [("/search?narrator=Ada%20Lund".to_owned(), "Ada Lund".to_owned())]);
    }
}
