//! The start of a catalog: the visitor's own titles first, then ways into the collection.

use axum::response::Response;
use domain::ids::TitleId;
use layout::popular::popular_name;
use services::titles::Sort;
use services::{items, popular_lists, shelves, titles};

use crate::base::{OpdsVersion, percent_encode};
use crate::catalog::search_for;
use crate::entry::NavigationEntry;
use crate::feed::{Feed, FeedContent, FeedGroup, SearchScope};
use crate::filters::{AuthorSearch, TitleFilters};
use crate::problem::{Problem, Result};
use crate::publications;
use crate::rels;
use crate::visitor::Visitor;

/// Maximum number of publications in a group.
const MAX_GROUP_PUBLICATIONS: usize = 10;

pub(crate) async fn show_start(visitor: Visitor) -> Result<Response> {
    start_feed(&visitor, "").await
}

/// GET /sign-in: the start for readers alone. An app that has no fields for a name and a password asks for
/// them when an address responds with 401, which the catalog of guests never does.
pub(crate) async fn show_signed_in(visitor: Visitor) -> Result<Response> {
    if visitor.op.reader.is_none() {
        return Err(Problem::sign_in());
    }
    start_feed(&visitor, "/sign-in").await
}

async fn start_feed(visitor: &Visitor, path: &str) -> Result<Response> {
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
    let mut all = vec![
        NavigationEntry::for_publications(words.text("feed-all"), "/all")
            .with_about(words.text("feed-all-about")),
        NavigationEntry::for_navigation(words.text("fact-categories"), "/categories")
            .with_about(words.text("feed-categories-about")),
        NavigationEntry::for_navigation(words.text("fact-languages"), "/languages")
            .with_about(words.text("feed-languages-about")),
        NavigationEntry::for_navigation(words.text("field-format"), "/formats")
            .with_about(words.text("feed-formats-about")),
        NavigationEntry::for_navigation(words.text("home-popular"), "/popular")
            .with_about(words.text("feed-popular-about")),
        NavigationEntry::for_navigation(words.text("nav-periodicals"), "/periodicals")
            .with_about(words.text("feed-periodicals-about")),
    ];
    if visitor.op.reader.is_some() {
        all.push(
            NavigationEntry::for_navigation(words.text("nav-lists"), "/lists")
                .with_about(words.text("feed-lists-about")),
        );
    }
    if visitor.is_sponsor() {
        all.push(
            NavigationEntry::for_navigation(words.text("feed-members"), "/members")
                .with_about(words.text("feed-members-about")),
        );
    }
    all
}

/// The beginnings of feeds. OPDS 1.2 shows only links to them, so nothing is loaded for it.
async fn load_groups(visitor: &Visitor) -> Result<Vec<FeedGroup>> {
    let mut all = Vec::new();
    let op = &visitor.op;
    if op.reader.is_some() {
        all.push(load_shelf(visitor).await?);
        let own = [
            ("shelf-assigned", "/assigned", shelves::list_assigned(op).await?),
            ("shelf-reading", "/reading", shelves::list_reading(op).await?),
        ];
        for (title, path, ids) in own {
            all.push(
                load_group(
                    visitor,
                    NavigationEntry::for_publications(visitor.wording().text(title), path),
                    &ids,
                )
                .await?,
            );
        }
    }
    all.push(load_newest(visitor).await?);
    all.extend(load_popular(visitor).await?);
    if op.reader.is_some() && op.recipient.is_none() {
        let whole =
            NavigationEntry::for_publications(visitor.wording().text("shelf-recommended"), "/recommended");
        let whole = whole.with_rel(rels::RECOMMENDATIONS);
        all.push(load_group(visitor, whole, &shelves::list_recommended(op).await?).await?);
    }
    // The schema knows no empty groups.
    all.retain(|group| visitor.version == OpdsVersion::One || !group.publications.is_empty());
    Ok(all)
}

async fn load_shelf(visitor: &Visitor) -> Result<FeedGroup> {
    let items = shelves::list_downloaded(&visitor.op).await?;
    let first = &items[..items.len().min(group_size(visitor))];
    let held = items::view_many(&visitor.op, first).await?;
    let publications = publications::from_views(visitor, held).await?;
    let whole = NavigationEntry::for_publications(visitor.wording().text("nav-shelf"), "/shelf");
    let whole = whole.with_rel(rels::SHELF).with_count(items.len() as u64);
    Ok(FeedGroup { entry: whole, publications })
}

async fn load_group(visitor: &Visitor, whole: NavigationEntry, ids: &[TitleId]) -> Result<FeedGroup> {
    let first = &ids[..ids.len().min(group_size(visitor))];
    let seen = titles::view_page(&visitor.op, first).await?;
    let publications = publications::from_views(visitor, seen).await?;
    Ok(FeedGroup { entry: whole.with_count(ids.len() as u64), publications })
}

async fn load_newest(visitor: &Visitor) -> Result<FeedGroup> {
    let search = search_for(visitor, &TitleFilters::default(), Sort::DateAdded, AuthorSearch::Name)?;
    let found = search.find_page(None, group_size(visitor)).await?;
    let whole = NavigationEntry::for_publications(visitor.wording().text("shelf-new"), "/new")
        .with_rel(rels::NEW)
        .with_count(found.total);
    let publications = publications::from_views(visitor, found.titles).await?;
    Ok(FeedGroup { entry: whole, publications })
}

/// The beginning of the first popular list.
async fn load_popular(visitor: &Visitor) -> Result<Option<FeedGroup>> {
    let lists = popular_lists::list(&visitor.op).await?;
    let Some(list) = lists.first() else { return Ok(None) };
    let id = popular_lists::list_id(list);
    let (_, popular) = popular_lists::get(&visitor.op, &id).await?;
    let ids: Vec<TitleId> = popular.iter().map(|popular| popular.title).collect();
    let whole = NavigationEntry::for_publications(
        popular_name(visitor.wording(), list),
        format!("/popular/{}", percent_encode(&id)),
    )
    .with_rel(rels::POPULAR);
    load_group(visitor, whole, &ids).await.map(Some)
}

/// The number of publications in a group.
fn group_size(visitor: &Visitor) -> usize {
    if visitor.version == OpdsVersion::One { 0 } else { MAX_GROUP_PUBLICATIONS }
}
