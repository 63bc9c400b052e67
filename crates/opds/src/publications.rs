//! The publications of a page, with what is known of their files, and of when the visitor may have them.

use domain::downloads::ItemAddress;
use services::downloads::{file_info, find_next_book_times};
use services::items;
use services::views::View;

use crate::problem::{Problem, Result};
use crate::publication::Publication;
use crate::visitor::Visitor;

/// The publication at an address.
pub(crate) async fn load_one(visitor: &Visitor, address: &ItemAddress) -> Result<Publication> {
    let view = items::get(&visitor.op, address).await?;
    from_views(visitor, vec![view]).await?.pop().ok_or_else(Problem::not_found)
}

/// The publications of titles and editions, in order.
pub(crate) async fn from_views<T: Into<View>>(visitor: &Visitor, views: Vec<T>) -> Result<Vec<Publication>> {
    let views: Vec<View> = views.into_iter().map(T::into).collect();
    let open: Vec<&View> = views.iter().filter(|view| view.decision.is_open()).collect();
    let known = file_info(&visitor.op, open).await?;
    let next = find_next_book_times(&visitor.op, &views).await?;
    Ok(views.iter().map(|view| Publication::from_view(visitor, view, &known, &next)).collect())
}
