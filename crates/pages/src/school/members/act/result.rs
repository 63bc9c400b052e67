//! The result of an act, with its numbers and the cards that it has made.

use axum::response::Response;
use services::member_acts::{BrailleCards, FinishedAct, MemberAct};

use super::cards::{CardForm, CardView, card_texts, write_table};
use super::form::ActForm;
use super::views::{list_numbers, name_act};
use crate::attachments::attach_file;
use crate::{Page, render};

#[derive(askama::Template)]
#[template(path = "school_act_done.html")]
struct ResultPage<'a> {
    page: Page<'a>,
    heading: String,
    /// What became of how many.
    numbers: Vec<String>,
    /// True if there is a run that undoes it.
    can_be_undone: bool,
    /// New passwords or codes, a card for each member. Empty if the act makes none.
    cards: Vec<CardView<'a>>,
    /// The library and the school, as each card names them.
    card_heading: String,
    card_address: String,
    /// True if the cards are codes.
    has_codes: bool,
    /// True if the cards were wanted in braille, which cannot be made now.
    lacks_braille: bool,
    /// The address of the list of members.
    back_path: String,
}

/// Renders the result of an act: a page, or the file with the cards.
pub(super) fn render_result(
    page: Page<'_>,
    organization: &str,
    (form, act): (&ActForm, &MemberAct),
    finished: FinishedAct,
) -> Response {
    let FinishedAct { target, counts, run, cards, braille } = finished;
    let texts = card_texts(&page, act, organization);
    match (form.cards, braille) {
        (CardForm::Table, _) if !cards.is_empty() => {
            let table = write_table(&texts, &page.text("school-card-name"), &cards);
            return attach_file("sign-in-cards.csv", "text/csv; charset=utf-8", table);
        }
        (CardForm::Braille, Some(BrailleCards(text))) => {
            return attach_file("sign-in-cards.brf", "text/plain; charset=us-ascii", text);
        }
        _ => {}
    }
    render(&ResultPage {
        heading: name_act(&page, act, &target),
        numbers: list_numbers(&page, act, &counts, "school-bulk-changed"),
        can_be_undone: run.is_some(),
        cards: cards.iter().map(|card| CardView::new(&page, card)).collect(),
        card_heading: texts.heading,
        card_address: texts.address,
        has_codes: !act.makes_passwords(),
        lacks_braille: form.cards == CardForm::Braille && !cards.is_empty(),
        back_path: form.list_address(),
        page,
    })
}
