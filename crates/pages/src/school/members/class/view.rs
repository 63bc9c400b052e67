//! The page of a title for a class.

use askama::filters::HtmlSafeOutput;
use domain::{AccountId, Format, TitleId};
use services::class_titles::{ClassCounts, ClassView, CopyBatch, MAX_COUNTED_MEMBERS, view_class};
use services::downloads::batches::MAX_COPIES_PER_BATCH;
use services::members::RosterRequest;

use super::form::{OrderFault, OrderForm};
use super::row::{ClassRow, MemberReason};
use crate::formats::format_name;
use crate::inputs::{Choice, InputError, form_status};
use crate::languages::title_language;
use crate::paging::{FormPager, add_query};
use crate::school::members::choices::NarrowedRoster;
use crate::school::members::list::{
    SelectionView, form_pager, hidden_fields, member_rows, read_part, whole_selection_text,
};
use crate::{Link, Page, Result, Section, Visitor, format_moment, render_with_status};

/// A sentence with the number of members who may have the title.
struct CountsView {
    open_text: String,
    /// A sentence with the number of those who may not. `None` if everybody may.
    closed_text: Option<String>,
    /// The reasons, each with how many it concerns.
    reasons: Vec<(MemberReason, String)>,
    /// The text of the button that assigns it. `None` if nobody may have it.
    assign_text: Option<String>,
    /// Those who may have it.
    open_to: Vec<AccountId>,
}

#[derive(askama::Template)]
#[template(path = "school_class.html")]
struct ClassPage<'a> {
    page: Page<'a>,
    id: TitleId,
    heading: String,
    heading_html: HtmlSafeOutput<String>,
    title: Link,
    /// The address of the page without its fields.
    path: String,
    errors: Vec<InputError>,
    roster: NarrowedRoster,
    /// `None` if the members are too many to be counted.
    counts: Option<CountsView>,
    uncounted_text: String,
    caption: String,
    members: Vec<ClassRow>,
    selection: SelectionView,
    /// Names and values of fields that every form around the list keeps.
    hidden_fields: Vec<(&'static str, String)>,
    /// The address of the same list without a choice.
    clear_path: String,
    /// All members who were found, in words. `None` if an order cannot be for all of them.
    all_text: Option<String>,
    is_for_all: bool,
    formats: Vec<Choice>,
    pager: FormPager,
    /// Orders of copies for members that are still kept.
    orders: Vec<Link>,
}

/// The page with the fields that were sent, and what is wrong with an order.
pub(super) async fn render_class(
    visitor: &Visitor,
    title: TitleId,
    form: &OrderForm<'_>,
    faults: &[OrderFault],
) -> Result {
    let (sort, part) = read_part(form.fields)?;
    let roster = RosterRequest { search: form.filter.to_search(), page: part.to_request(sort, false) };
    let class = view_class(&visitor.op, title, roster).await?;
    let page = visitor.page(Section::Account);
    let error = |fault: &OrderFault| InputError {
        field: fault.field(),
        text: page.count(fault.message_id(), MAX_COPIES_PER_BATCH as u64),
    };
    let errors: Vec<InputError> = faults.iter().map(error).collect();
    let status = form_status(&errors);
    let roster = NarrowedRoster::new(&page, &class.roster, &form.filter, sort);
    let hidden_fields = hidden_fields(&form.filter, sort);
    let path = format!("/school/titles/{title}");
    let fits_order = class.roster.members.total <= MAX_COPIES_PER_BATCH as u64;
    let (name, lang) = (&class.title.metadata.title, title_language(&class.title));
    let class_page = ClassPage {
        id: title,
        heading: page.with_name("class-title", name),
        heading_html: page.wording().with_foreign_name_html("class-title", name, lang),
        title: Link::new(format!("/titles/{title}"), page.text("read-about")),
        clear_path: add_query(&path, &hidden_fields),
        path,
        errors,
        counts: class.counts.as_ref().map(|counts| counts_view(&page, counts)),
        uncounted_text: page.count("class-uncounted", MAX_COUNTED_MEMBERS as u64),
        caption: page.with_name("school-members-caption", &page.value_text("school-sort", sort)),
        members: class_rows(&page, &class, form),
        selection: SelectionView::new(&page, &form.chosen, &class.roster.members.items),
        hidden_fields,
        all_text: whole_selection_text(&page, &class.roster, &roster.filter_text).filter(|_| fits_order),
        roster,
        is_for_all: form.is_for_all && fits_order,
        formats: class.formats.iter().map(|format| format_option(&page, *format, form.format)).collect(),
        pager: form_pager(&part, &class.roster.members),
        orders: class.orders.iter().map(|order| order_link(&page, order)).collect(),
        page,
    };
    Ok(render_with_status(status, &class_page))
}

/// A link to the copies of an order, with their format and the moment of the order.
fn order_link(page: &Page<'_>, order: &CopyBatch) -> Link {
    let text = format!("{}, {}", format_name(page, order.format), format_moment(page, order.ordered));
    Link::new(format!("/school/copies/{}", order.id), text)
}

fn format_option(page: &Page<'_>, format: Format, chosen: Option<Format>) -> Choice {
    Choice::new(format.as_str(), format_name(page, format), chosen == Some(format))
}

fn class_rows(page: &Page<'_>, class: &ClassView, form: &OrderForm<'_>) -> Vec<ClassRow> {
    let members = &class.roster.members.items;
    let rows = member_rows(page, members, &form.chosen);
    let pairs = rows.into_iter().zip(members);
    pairs.map(|(row, member)| ClassRow::new(page, row, class.access.get(&member.id))).collect()
}

fn counts_view(page: &Page<'_>, counts: &ClassCounts) -> CountsView {
    let open = counts.open_to.len() as u64;
    let reasons = counts.reasons.iter().map(|(code, count)| {
        (MemberReason::new(page, *code, None), page.count("class-counts-reason", *count as u64))
    });
    CountsView {
        open_text: page.count("class-counts-open", open),
        closed_text: (counts.closed > 0).then(|| page.count("class-counts-closed", counts.closed as u64)),
        reasons: reasons.collect(),
        assign_text: (open > 0).then(|| page.count("class-assign", open)),
        open_to: counts.open_to.clone(),
    }
}
