//! The start page of the library's own site: the beginnings of the visitor's shelves and of the collection.

use std::collections::HashMap;

use domain::TitleId;
use domain::popular_lists::PopularList;

use crate::periodicals::{PeriodicalFilter, PeriodicalSearch, SeriesView};
use crate::shelves::{self, RecommendedPart, TitleShelf};
use crate::titles::{CollectionSearch, Conditions, Query, SearchPage, Sort};
use crate::{ListPart, Operation, Result, Rows, TitleView, categories, popular_lists};

#[derive(Debug, Clone, Copy)]
pub struct StartLimits {
    /// Titles on each shelf.
    pub titles: usize,
    pub periodicals: u32,
}

/// The first items of the lists on the start page, with the number of all.
#[derive(Debug)]
pub struct StartPage {
    /// Titles that the reader reads. `None` for guests.
    pub reading: Option<Rows<i64, TitleView>>,
    /// Titles that are assigned to the reader. `None` for guests.
    pub assigned: Option<Rows<i64, TitleView>>,
    /// The share of those that the reader has begun, from 0 to 1. `None` if it is not known.
    pub assigned_shares: HashMap<TitleId, Option<f64>>,
    pub newest: SearchPage,
    /// Titles that the reader is recommended. `None` for guests.
    pub recommended: Option<RecommendedPart>,
    /// The library's own categories, each with the number of its titles, by name.
    pub categories: Vec<(String, u64)>,
    pub popular_lists: Vec<PopularList>,
    /// The titles of the first popular list. `None` if there is no such list.
    pub most_popular: Option<Rows<i64, TitleView>>,
    pub periodicals: NewestPeriodicals,
}

#[derive(Debug)]
pub struct NewestPeriodicals {
    pub are_followed: bool,
    pub series: Vec<SeriesView>,
    /// The number of periodicals in the whole list.
    pub total: u64,
}

pub async fn load(op: &Operation, limits: StartLimits) -> Result<StartPage> {
    let list_part = ListPart::first_part(limits.titles);
    let (mut reading, mut assigned, mut assigned_shares) = (None, None, HashMap::new());
    if op.reader.is_some() {
        reading = Some(shelves::open(op, TitleShelf::Reading, &list_part).await?.1);
        let rows = shelves::open(op, TitleShelf::Assigned, &list_part).await?.1;
        let ids: Vec<TitleId> = rows.items.iter().map(|view| view.item.id).collect();
        assigned_shares = store::reading::list_shares_read(op.db(), op.account_id()?, &ids).await?;
        assigned = Some(rows);
    }
    let newest = Query { descending: true, ..Query::new(Conditions::default(), Sort::DateAdded) };
    let newest = CollectionSearch::new(op, newest)?.find_page(None, limits.titles).await?;
    let mut recommended = None;
    if op.reader.is_some() {
        recommended = Some(shelves::open_recommended(op, &list_part).await?);
    }
    let categories = categories::count_titles(op).await?;
    let popular_lists = popular_lists::list_within(op, &categories).await?;
    let most_popular = match popular_lists.first() {
        Some(first) => {
            let id = popular_lists::list_id(first);
            Some(shelves::open(op, TitleShelf::Popular(&id), &list_part).await?.1)
        }
        None => None,
    };
    let periodicals = find_newest_periodicals(op, limits.periodicals).await?;
    Ok(StartPage {
        reading,
        assigned,
        assigned_shares,
        newest,
        recommended,
        categories,
        popular_lists,
        most_popular,
        periodicals,
    })
}

/// The newest editions of the periodicals that the reader follows, or of all if there are none.
async fn find_newest_periodicals(op: &Operation, limit: u32) -> Result<NewestPeriodicals> {
    if op.reader.is_some() {
        let (series, total) = PeriodicalSearch::for_followed(op)?.list_newest(op, limit).await?;
        if !series.is_empty() {
            return Ok(NewestPeriodicals { are_followed: true, series, total });
        }
    }
    let (series, total) =
        PeriodicalSearch::new(op, PeriodicalFilter::default()).list_newest(op, limit).await?;
    Ok(NewestPeriodicals { are_followed: false, series, total })
}
