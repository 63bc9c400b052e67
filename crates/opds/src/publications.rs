//! The publications of a page, with facts about their files, and when the visitor may have them.

use domain::ItemAddress;
use services::offers::{self, OfferDetails};
use services::views::View;

use crate::{Publication, Result, Visitor};

pub(crate) async fn load_one(visitor: &Visitor, address: &ItemAddress) -> Result<Publication> {
    let (view, details) = offers::find(&visitor.op, address).await?;
    Ok(from_view(visitor, &view, &details))
}

/// The publication of a title or edition that an operation has read with its details.
pub(crate) fn from_view(visitor: &Visitor, view: &View, details: &OfferDetails) -> Publication {
    Publication::from_view(visitor, view, &details.files, &details.next_book_times)
}

/// The publications of titles and editions that an operation has read with their details, in order.
pub(crate) fn from_details<T: Into<View>>(
    visitor: &Visitor,
    views: Vec<T>,
    details: &OfferDetails,
) -> Vec<Publication> {
    views.into_iter().map(|view| from_view(visitor, &view.into(), details)).collect()
}
