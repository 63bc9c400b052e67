//! /join: readers and organizations join the library by themselves (docs/rules/joining.md).

mod choice;
mod confirm;
mod organization;
mod reader;
mod references;
mod request;

use axum::Router;
use axum::routing::get;

use crate::{WebState, email_page};

pub(crate) fn routes() -> Router<WebState> {
    Router::new()
        .route(choice::PATH, get(choice::get))
        .route(references::PATH, get(references::get))
        .merge(request::routes::<reader::ReaderForm>())
        .merge(request::routes::<organization::OrganizationForm>())
        .merge(email_page::routes::<confirm::ConfirmJoining>())
}
