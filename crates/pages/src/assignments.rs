//! Titles that were assigned to the reader, each with a way to read it and how much of it was read.

use std::collections::HashMap;

use domain::{Format, TitleId};
use services::views::TitleView;

use crate::books::CopyForm;
use crate::{Book, Link, Page, format_name};

/// Assigned titles in their order. `shares` has those that were begun, each with the share that was read.
pub(crate) fn assigned_books(
    page: &Page<'_>,
    views: &[TitleView],
    shares: &HashMap<TitleId, Option<f64>>,
) -> Vec<Book> {
    let mut books = Book::from_views(page, views);
    for (book, view) in books.iter_mut().zip(views) {
        let share = shares.get(&view.item.id);
        book.reason = share.map(|share| describe_share(page, *share));
        add_way_to_read(page, book, view, share.is_some());
    }
    books
}

/// The share of a title that was read.
fn describe_share(page: &Page<'_>, share: Option<f64>) -> String {
    match share {
        Some(share) => page.count("home-share", to_percent(share)),
        None => page.text("home-begun"),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share between 0 and 1 is a whole number of percent"
)]
pub(crate) fn to_percent(share: f64) -> u64 {
    (share.clamp(0.0, 1.0) * 100.0).round() as u64
}

/// Adds the link or the button for the first format that the reader prefers and can have now: EPUB is read in
/// the browser, other formats are downloaded. Without a preference it is EPUB, or else the first format.
fn add_way_to_read(page: &Page<'_>, book: &mut Book, view: &TitleView, is_begun: bool) {
    if !view.decision.is_open() {
        return;
    }
    let open: Vec<Format> = view.formats().collect();
    let preferred = page.preferred_formats().into_iter().find(|format| open.contains(format));
    let epub = open.contains(&Format::Epub3).then_some(Format::Epub3);
    match preferred.or(epub).or_else(|| open.first().copied()) {
        Some(Format::Epub3) => {
            let text = page.text(if is_begun { "shelf-read-on" } else { "title-read" });
            book.action = Some(Link::new(format!("/read/{}", view.item.id), text));
        }
        Some(format) => {
            book.copy_form = Some(CopyForm {
                action: format!("/titles/{}/downloads/{format}", view.item.id),
                text: page.with_name("title-download", &format_name(page, format)),
            });
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::to_percent;

    #[test]
    fn a_share_is_a_whole_number_of_percent() {
        let shares = [0.0, 0.374, 0.999, 1.0, -1.0, 7.0, f64::NAN];
        assert_eq!(shares.map(to_percent), [0, 37, 100, 100, 0, 100, 0]);
    }
}
