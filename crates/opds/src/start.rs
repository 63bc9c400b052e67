//! The start of a catalog: the visitor's own titles first, then ways into the collection.

use layout::popular::popular_name;
use services::offers::{self, OfferedGroup};
use services::titles::Sort;
use services::{TitleView, popular_lists};

use crate::base::OpdsVersion;
use crate::catalog::search_for;
use crate::feed::FeedGroup;
use crate::filters::{AuthorSearch, TitleFilters};
use crate::{
    Feed, FeedContent, NavigationEntry, Problem, Result, SearchScope, Visitor, percent_encode, publications,
    rels,
};

const MAX_GROUP_PUBLICATIONS: usize = 10;

pub(crate) async fn show_start(visitor: Visitor) -> Result {
    start_feed(&visitor, "").await
}

/// GET /sign-in: the start for readers alone. An app that has no fields for a name and a password asks for
/// them when an address responds with 401, which the catalog of guests never does.
pub(crate) async fn show_signed_in(visitor: Visitor) -> Result {
    if visitor.op.reader.is_none() {
        return Err(Problem::sign_in());
    }
    start_feed(&visitor, "/sign-in").await
}

async fn start_feed(visitor: &Visitor, path: &str) -> Result {
    let groups = load_groups(visitor).await?;
    let title = match &visitor.op.recipient {
        Some(member) => format!("{}: {}", visitor.op.site.name, member.account.display_name()),
        None => visitor.op.site.name.clone(),
    };
    visitor.feed_response(&Feed {
        path: path.to_owned(),
        title,
        summary: None,
        updated: visitor.op.now,
        parent_path: None,
        search: SearchScope::Catalog,
        content: FeedContent::Navigation { entries: start_entries(visitor), groups, paging: None },
    })
}

/// Links to the collection, and to the visitor's own titles.
fn start_entries(visitor: &Visitor) -> Vec<NavigationEntry> {
    let words = visitor.wording();
    let entry = |title: &str, path: &str, about: &str| {
        NavigationEntry::for_navigation(words.text(title), path).with_about(words.text(about))
    };
    let mut all = vec![
        NavigationEntry { acquisition: true, ..entry("feed-all", "/all", "feed-all-about") },
        entry("fact-categories", "/categories", "feed-categories-about"),
        entry("fact-languages", "/languages", "feed-languages-about"),
        entry("field-format", "/formats", "feed-formats-about"),
        entry("home-popular", "/popular", "feed-popular-about"),
        entry("nav-periodicals", "/periodicals", "feed-periodicals-about"),
    ];
    if visitor.op.reader.is_some() {
        all.push(entry("nav-lists", "/lists", "feed-lists-about"));
    }
    if visitor.is_sponsor() {
        all.push(entry("feed-members", "/members", "feed-members-about"));
    }
    all
}

/// The beginnings of feeds. OPDS 1.2 shows only links to them, so nothing is loaded for it.
async fn load_groups(visitor: &Visitor) -> Result<Vec<FeedGroup>> {
    let newest = search_for(visitor, &TitleFilters::default(), Sort::DateAdded, AuthorSearch::Name)?;
    let groups = offers::list_start_groups(&visitor.op, newest, group_size(visitor)).await?;
    let entry =
        |id: &str, path: &str| NavigationEntry::for_publications(visitor.wording().text(id), path.to_owned());
    let mut all = Vec::new();
    all.extend(groups.copies.map(|copies| FeedGroup {
        publications: publications::from_details(visitor, copies.items, &copies.details),
        entry: entry("nav-shelf", "/shelf").with_rel(rels::SHELF).with_count(copies.total),
    }));
    all.extend(groups.assigned.map(|group| feed_group(visitor, entry("shelf-assigned", "/assigned"), group)));
    all.extend(groups.reading.map(|group| feed_group(visitor, entry("shelf-reading", "/reading"), group)));
    all.push(feed_group(visitor, entry("shelf-new", "/new").with_rel(rels::NEW), groups.newest));
    all.extend(groups.popular.map(|(list, group)| {
        let path = format!("/popular/{}", percent_encode(&popular_lists::list_id(&list)));
        let whole = NavigationEntry::for_publications(popular_name(visitor.wording(), &list), path);
        feed_group(visitor, whole.with_rel(rels::POPULAR), group)
    }));
    all.extend(groups.recommended.map(|group| {
        let whole = entry("shelf-recommended", "/recommended").with_rel(rels::RECOMMENDATIONS);
        feed_group(visitor, whole, group)
    }));
    // The schema knows no empty groups.
    all.retain(|group| visitor.version == OpdsVersion::One || !group.publications.is_empty());
    Ok(all)
}

fn feed_group(visitor: &Visitor, whole: NavigationEntry, group: OfferedGroup<TitleView>) -> FeedGroup {
    let publications = publications::from_details(visitor, group.items, &group.details);
    FeedGroup { entry: whole.with_count(group.total), publications }
}

/// The number of publications in a group.
fn group_size(visitor: &Visitor) -> usize {
    if visitor.version == OpdsVersion::One { 0 } else { MAX_GROUP_PUBLICATIONS }
}
