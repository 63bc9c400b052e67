//! /desk/work: what waits for membership staff, by due date, and the pages on which they decide
//! (docs/rules/memberships.md#rule-16).

mod agreement;
mod hand_overs;
mod list;
mod organization;
mod outcome;
mod proofs;
mod subscription;
mod wording;

pub(super) use list::{KindRow, list_kinds};
pub(super) use outcome::{AskedDecision, show_claim, show_outcome};
pub(crate) use wording::reason_text;
pub(super) use wording::{claim_text, outcome_name, subscription_link};

use axum::Router;
use axum::routing::{get, post};

use crate::Pages;

const LIST_PATH: &str = "/desk/work";

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/desk/work", get(list::show_page))
        .route("/desk/work/claim", post(list::take_item))
        .route("/desk/work/release", post(list::give_back_item))
        .route("/desk/people/{id}/proofs", get(proofs::show_page).post(proofs::submit_verdict))
        .route("/desk/people/{id}/agreement", get(agreement::show_page).post(agreement::submit_agreement))
        .route("/desk/hand-overs", get(hand_overs::show_page))
        .route("/desk/hand-overs/{id}", post(hand_overs::submit_decision))
        .route("/desk/organizations/{id}", get(organization::show_page))
        .route("/desk/organizations/{id}/decision", post(organization::submit_decision))
        .merge(subscription::routes())
}
