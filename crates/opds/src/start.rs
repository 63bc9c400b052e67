//! The start of a catalog: the visitor's own titles first, then ways into the collection.

use axum::extract::State;
use axum::response::Response;
use domain::ids::TitleId;
use layout::popular::popular_name;
use services::titles::Sort;
use services::{popular_lists, shelves, titles};

use crate::base::{Version, encoded};
use crate::catalog::search_for;
use crate::entry::Entry;
use crate::feed::{Content, Feed, Group, Scope};
use crate::filters::{AuthorAlone, Filters};
use crate::problem::{Problem, Result};
use crate::rels;
use crate::shown;
use crate::state::Opds;
use crate::visitor::Visitor;

/// Publications of a group.
const SHOWN: usize = 10;

pub(crate) async fn get(State(opds): State<Opds>, visitor: Visitor) -> Result<Response> {
    start(&opds, &visitor, "").await
}

/// GET /sign-in: the same for readers alone. An app that has no fields for a name and a password asks for
/// them when an address responds with 401, which the catalog of guests never does.
pub(crate) async fn signed_in(State(opds): State<Opds>, visitor: Visitor) -> Result<Response> {
    if visitor.caller.reader.is_none() {
        return Err(Problem::sign_in());
    }
    start(&opds, &visitor, "/sign-in").await
}

async fn start(opds: &Opds, visitor: &Visitor, path: &str) -> Result<Response> {
    let groups = groups(opds, visitor).await?;
    let title = match &visitor.caller.recipient {
        Some(member) => format!("{}: {}", visitor.caller.site.name, member.account.display_name()),
        None => visitor.caller.site.name.clone(),
    };
    visitor.feed(&Feed {
        path: path.to_owned(),
        title,
        about: None,
        updated: visitor.caller.now,
        up: None,
        search: Scope::Catalog,
        content: Content::Navigation { entries: ways(visitor), groups, paging: None },
    })
}

/// Ways into the collection, and to what is the visitor's own.
fn ways(visitor: &Visitor) -> Vec<Entry> {
    let words = visitor.words();
    let mut all = vec![
        Entry::books(words.text("feed-all"), "/all").about(words.text("feed-all-about")),
        Entry::ways(words.text("fact-categories"), "/categories").about(words.text("feed-categories-about")),
        Entry::ways(words.text("fact-languages"), "/languages").about(words.text("feed-languages-about")),
        Entry::ways(words.text("field-format"), "/formats").about(words.text("feed-formats-about")),
        Entry::ways(words.text("home-popular"), "/popular").about(words.text("feed-popular-about")),
        Entry::ways(words.text("nav-periodicals"), "/periodicals")
            .about(words.text("feed-periodicals-about")),
    ];
    if visitor.caller.reader.is_some() {
        all.push(Entry::ways(words.text("nav-lists"), "/lists").about(words.text("feed-lists-about")));
    }
    if visitor.is_sponsor() {
        all.push(Entry::ways(words.text("feed-members"), "/members").about(words.text("feed-members-about")));
    }
    all
}

/// The beginnings of feeds. OPDS 1.2 shows only the ways to them, so nothing is loaded for it.
async fn groups(opds: &Opds, visitor: &Visitor) -> Result<Vec<Group>> {
    let mut all = Vec::new();
    let (library, caller) = (&opds.library, &visitor.caller);
    if caller.reader.is_some() {
        all.push(shelf(opds, visitor).await?);
        let own = [
            ("shelf-assigned", "/assigned", shelves::assigned(library, caller).await?),
            ("shelf-reading", "/reading", shelves::reading(library, caller).await?),
        ];
        for (title, path, ids) in own {
            all.push(group(opds, visitor, Entry::books(visitor.words().text(title), path), &ids).await?);
        }
    }
    all.push(newest(opds, visitor).await?);
    all.extend(popular(opds, visitor).await?);
    if caller.reader.is_some() && caller.recipient.is_none() {
        let whole = Entry::books(visitor.words().text("shelf-recommended"), "/recommended");
        let whole = whole.rel(rels::RECOMMENDED);
        all.push(group(opds, visitor, whole, &shelves::recommended(library, caller).await?).await?);
    }
    // The schema knows no empty groups.
    all.retain(|group| visitor.version == Version::One || !group.publications.is_empty());
    Ok(all)
}

async fn shelf(opds: &Opds, visitor: &Visitor) -> Result<Group> {
    let items = shelves::downloaded(&opds.library, &visitor.caller).await?;
    let first = &items[..items.len().min(shown(visitor))];
    let held = shelves::page(&opds.library, &visitor.caller, first).await?;
    let publications = shown::held(opds, visitor, &held).await?;
    let whole = Entry::books(visitor.words().text("nav-shelf"), "/shelf");
    let whole = whole.rel(rels::SHELF).count(items.len() as u64);
    Ok(Group { whole, publications })
}

async fn group(opds: &Opds, visitor: &Visitor, whole: Entry, ids: &[TitleId]) -> Result<Group> {
    let first = &ids[..ids.len().min(shown(visitor))];
    let seen = titles::page(&opds.library, &visitor.caller, first).await?;
    let publications = shown::titles(opds, visitor, &seen).await?;
    Ok(Group { whole: whole.count(ids.len() as u64), publications })
}

async fn newest(opds: &Opds, visitor: &Visitor) -> Result<Group> {
    let search = search_for(visitor, &Filters::default(), Sort::DateAdded, AuthorAlone::Name)?;
    let found = search.page(&opds.library, None, shown(visitor)).await?;
    let whole = Entry::books(visitor.words().text("shelf-new"), "/new").rel(rels::NEW).count(found.total);
    let publications = shown::titles(opds, visitor, &found.titles).await?;
    Ok(Group { whole, publications })
}

/// The beginning of the first popular list.
async fn popular(opds: &Opds, visitor: &Visitor) -> Result<Option<Group>> {
    let (library, caller) = (&opds.library, &visitor.caller);
    let lists = popular_lists::list(library, caller).await?;
    let Some(list) = lists.first() else { return Ok(None) };
    let id = popular_lists::id(list);
    let (_, popular) = popular_lists::get(library, caller, &id).await?;
    let ids: Vec<TitleId> = popular.iter().map(|popular| popular.title).collect();
    let whole = Entry::books(popular_name(visitor.words(), list), format!("/popular/{}", encoded(&id)))
        .rel(rels::POPULAR);
    group(opds, visitor, whole, &ids).await.map(Some)
}

/// How many publications a group has.
fn shown(visitor: &Visitor) -> usize {
    if visitor.version == Version::One { 0 } else { SHOWN }
}
