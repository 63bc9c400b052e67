//! /school/lists/{id}: a reading list for a class, with how many of the members may have each of its titles.

use askama::filters::HtmlSafeOutput;
use axum::extract::Path;
use services::class_titles::{
    ClassListRequest, ClassListView, MAX_MEMBERS_FOR_LIST, TitleCounts, view_class_list,
};
use services::lists::TitleSort;
use services::rosters::RosterSort;
use services::views::TitleView;

use crate::paging::add_query;
use crate::school::members::choices::NarrowedRoster;
use crate::school::members::filter::MemberFilterFields;
use crate::{Link, Page, Pager, Query, Result, Section, Visitor, list_part, prose, render};

struct TitleRow {
    /// The title for the same members, with the reasons.
    link: Link,
    counts: TitleCounts,
}

impl TitleRow {
    fn new(view: &TitleView, counts: TitleCounts, filter: &[(&'static str, String)]) -> Self {
        let title = &*view.item;
        let path = add_query(&format!("/school/titles/{}", title.id), filter);
        Self { link: Link::for_title(path, title), counts }
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
    roster: NarrowedRoster,
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
    filter: &MemberFilterFields,
) -> ClassListPage<'a> {
    let list = &class.list;
    let members = &class.roster.members;
    let hidden_fields = filter.to_hidden_fields();
    let path = format!("/school/lists/{}", list.id);
    let roster = NarrowedRoster::new(&page, &class.roster, filter, RosterSort::default());
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
        // The members are not listed, so they have no order.
        roster: NarrowedRoster { orders: Vec::new(), ..roster },
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
