//! /school/titles/{id}: a title for a class, with who may have it, and copies for many members; and
//! /school/lists/{id}, a reading list for a class.

mod batch;
mod form;
mod lists;
mod row;
mod view;

use axum::Router;
use axum::routing::{get, post};
use services::downloads::batches::order;

use self::form::OrderForm;
use crate::books::parse_title_id;
use crate::{Form, Pages, Path, Query, Result, Visitor};

/// The routes of titles for a class, and of copies for many members.
pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/school/titles/{title}", get(show_page).post(show_selection))
        .route("/school/titles/{title}/copies", post(order_copies))
        .route("/school/lists/{list}", get(lists::show_page))
        .route("/school/copies/{batch}", get(batch::show_page))
        .route("/school/copies/{batch}/zip", post(batch::send_archive))
}

/// GET: a page of the members, on which nobody is chosen.
async fn show_page(visitor: Visitor, Path(title): Path<String>, Query(fields): Query) -> Result {
    visitor.op.require_sponsor()?;
    let title = parse_title_id(&title)?;
    view::render_class(&visitor, title, &OrderForm::without_choice(&fields), &[]).await
}

/// POST: a page of the members, with those who were chosen on another one. It changes nothing.
async fn show_selection(visitor: Visitor, Path(title): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    let title = parse_title_id(&title)?;
    view::render_class(&visitor, title, &OrderForm::from_fields(&fields), &[]).await
}

/// POST: orders copies for members, and leads to their state. A form that lacks something is shown again.
async fn order_copies(visitor: Visitor, Path(title): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    let title = parse_title_id(&title)?;
    let form = OrderForm::from_fields(&fields);
    let request = match form.read_request(title) {
        Ok(request) => request,
        Err(faults) => return view::render_class(&visitor, title, &form, &faults).await,
    };
    let batch = order(&visitor.op, &request).await?;
    visitor.redirect_with_message("copies-ordered", &format!("/school/copies/{batch}"))
}
