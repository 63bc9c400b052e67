//! /school/lists/{id}: a reading list for a class, with how many of the members may have each of its titles.

use askama::filters::HtmlSafeOutput;
use axum::extract::Path;
use services::class_titles::{
    ClassListRequest, ClassListView, MAX_MEMBERS_FOR_LIST, TitleCounts, view_class_list,
};
use services::lists::TitleSort;
use services::members::MAX_NAME_MATCHES;
use services::rosters::RosterSort;
use services::views::TitleView;

use crate::books::title_language;
use crate::paging::add_query;
use crate::school::members::choices::FilterChoices;
use crate::school::members::filter::MemberFilterFields;
use crate::school::members::list::{filter_names, found_text};
use crate::{Link, Page, Pager, Query, Result, Section, Visitor, list_part, prose, render, text_direction};

struct TitleRow {
    /// The title for the same members, with the reasons.
    link: Link,
    dir: &'static str,
    counts: TitleCounts,
}

impl TitleRow {
    fn new(view: &TitleView, counts: TitleCounts, filter: &[(&'static str, String)]) -> Self {
        let title = &*view.item;
        let lang = title_language(title);
        let path = add_query(&format!("/school/titles/{}", title.id), filter);
        let link = Link::new(path, &title.metadata.title).in_language(lang);
        Self { link, dir: text_direction(lang), counts }
    }
}

#[derive(askama::Template)]
#[template(path = "school_list.html")]
struct ClassListPage<'a> {
    page: Page<'a>,
    id: &'a str,
    heading: String,
    heading_html: HtmlSafeOutput<String>,
    list: Link,
    /// The address of the page without its fields.
    path: String,
    words: &'a str,
    quick_list: bool,
    /// Options of the form for filters.
    filters: FilterChoices,
    is_narrowed: bool,
    /// The number of members who were found, and the filters.
    found_text: String,
    /// The sentence that words find too many members. `None` if they do not.
    cut_text: Option<String>,
    /// The sentence that the members are too many to be counted. `None` if they are not.
    uncounted_text: Option<String>,
    /// True if the sponsor puts members on the list.
    allows_member_changes: bool,
    /// The text of the button that puts all members who were found on the list. `None` if there are none, or
    /// if not all of them are known.
    give_text: Option<String>,
    /// Names and values of the fields that say which members these are.
    hidden_fields: Vec<(&'static str, String)>,
    /// True if the members are counted for each title.
    is_counted: bool,
    titles: Vec<TitleRow>,
    pager: Pager,
}

/// GET: the titles of the list.
pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    visitor.op.require_sponsor()?;
    let filter = MemberFilterFields::from_fields(&fields);
    let part = list_part(&fields)?;
    let request = ClassListRequest {
        list: &id,
        search: filter.to_search(),
        page: part.to_request(TitleSort::Title, false),
    };
    let class = view_class_list(&visitor.op, request).await?;
    let page = visitor.page(Section::Account);
    Ok(render(&class_list_page(page, &class, &filter)))
}

fn class_list_page<'a>(
    page: Page<'a>,
    class: &'a ClassListView,
    filter: &'a MemberFilterFields,
) -> ClassListPage<'a> {
    let list = &class.list;
    let members = &class.roster.members;
    let hidden_fields = filter.to_hidden_fields();
    let path = format!("/school/lists/{}", list.id);
    let filter_text = filter.describe(&page, &filter_names(&class.roster, filter));
    let filters = FilterChoices::new(&page, &class.roster, filter, RosterSort::default());
    let is_known = members.total > 0 && !class.roster.is_cut;
    let is_uncounted = class.counts.is_none() && members.total > 0;
    let row = |view: &TitleView| {
        let counts = class.counts.as_ref().and_then(|counts| counts.get(&view.item.id));
        TitleRow::new(view, counts.copied().unwrap_or_default(), &hidden_fields)
    };
    let titles = class.titles.items.iter().map(row).collect();
    let lang = prose::text_language(&page, None, &list.name);
    let page_path = add_query(&path, &hidden_fields);
    ClassListPage {
        id: &list.id,
        heading: page.with_name("class-title", &list.name),
        heading_html: page.wording().with_foreign_name_html("class-title", &list.name, &lang),
        list: Link::new(format!("/lists/{}", list.id), page.text("class-list-open")),
        words: filter.words.as_deref().unwrap_or_default(),
        quick_list: filter.quick_list,
        // The members are not listed, so they have no order.
        filters: FilterChoices { orders: Vec::new(), ..filters },
        is_narrowed: !filter.is_empty(),
        found_text: found_text(&page, members.total, &filter_text),
        cut_text: class.roster.is_cut.then(|| page.count("school-members-cut", MAX_NAME_MATCHES as u64)),
        uncounted_text: is_uncounted.then(|| page.count("class-list-uncounted", MAX_MEMBERS_FOR_LIST as u64)),
        allows_member_changes: class.allows_member_changes,
        give_text: is_known.then(|| page.count("class-list-give", members.total)),
        is_counted: class.counts.is_some(),
        titles,
        pager: Pager::new(&page_path, class.titles.previous.as_ref(), class.titles.next.as_ref()),
        hidden_fields,
        path,
        page,
    }
}
